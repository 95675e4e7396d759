/** Rules of numbers; what is none is no matter. */
export const numbers = String.raw`//# min max above below number
const isNumber = (value: unknown): value is number => typeof value === "number"; //? !int64
const isNumber = (value: unknown): value is number | bigint => typeof value === "number" || typeof value === "bigint"; //? int64
//# number
export const number: Rule = (value) => isNumber(value) || wrong(value, "must be a number");
//# min
export const min = (value: unknown, least: number): boolean =>
  !isNumber(value) || value >= least || wrong(value, "must be at least " + least);
//# max
export const max = (value: unknown, most: number): boolean =>
  !isNumber(value) || value <= most || wrong(value, "must be at most " + most);
//# above
export const above = (value: unknown, bound: number): boolean =>
  !isNumber(value) || value > bound || wrong(value, "must be more than " + bound);
//# below
export const below = (value: unknown, bound: number): boolean =>
  !isNumber(value) || value < bound || wrong(value, "must be less than " + bound);
//# step
export function step(value: unknown, size: number): boolean {
  if (typeof value !== "number") return true;
  const ratio = value / size;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio)) || wrong(value, "must be a multiple of " + size);
}
`;
