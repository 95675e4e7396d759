/** Rules of numbers. */
export const numbers = String.raw`//# step
const isMultiple = (value: number, of: number): boolean => {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
};

//# range
/** What a number must be; what is none is no matter, unless it must be of a kind. */
export function range(bounds: { readonly [bound in "min" | "max" | "above" | "below" | "step"]?: number }, kind: Rule = anything): Rule {
  const { min = -Infinity } = bounds; //? min
  const { max = Infinity } = bounds; //? max
  const { above = -Infinity } = bounds; //? above
  const { below = Infinity } = bounds; //? below
  const { step = 0 } = bounds; //? step
  const test: Test = (value, out) => {
    if (typeof value !== "number") return kind.test(value, out);
    let fine = fits(kind, value, out);
    if (value < min) fine = wrong(out, "must be at least " + min); //? min
    if (value > max) fine = wrong(out, "must be at most " + max); //? max
    if (value <= above) fine = wrong(out, "must be more than " + above); //? above
    if (value >= below) fine = wrong(out, "must be less than " + below); //? below
    if (step && !isMultiple(value, step)) fine = wrong(out, "must be a multiple of " + step); //? step
    return fine;
  };
  return of(test, kind.quick, bounds.min, bounds.max); //? ends+!edges
  return of(test, "above" in bounds || "below" in bounds || "step" in bounds ? 0 : kind.quick, bounds.min, bounds.max); //? ends+edges
  return of(test); //? !ends
}
`;
