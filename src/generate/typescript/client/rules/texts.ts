/** Rules of texts. */
export const texts = String.raw`//# chars
/** Characters, not UTF-16 units. */
const textLength = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

const compiled = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
};

/** Matching may take a time that grows with the square of a text's length: longer ones are not matched. */
const longest = 10_000;

export interface TextBounds {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

/** What a text must be; what is none is no matter. */
export function chars({ min = 0, max = 1e9, pattern }: TextBounds, kind?: string): Rule {
  const like = pattern === undefined ? undefined : compiled(pattern);
  const test: Test = (value, out) => {
    if (typeof value !== "string") return kind === undefined || wrong(out, kind);
    let fine = true;
    if (value.length < 2 * min && textLength(value) < min) fine = wrong(out, "must have at least " + min + " characters");
    if (value.length > max && textLength(value) > max) fine = wrong(out, "must have at most " + max + " characters");
    if (like && value.length <= longest && !like.test(value)) fine = wrong(out, "must match " + pattern);
    return fine;
  };
  // A character is one unit of UTF-16 or two.
  return of(test, 1, min < 2 ? min : 2 * min - 1, like ? Math.min(max, longest) : max, like);
}

//# text
export function text(bounds: TextBounds): Rule {
  return chars(bounds, "must be a string");
}
//# format
const format = (name: string, like: Rule["like"], max?: number, quick = 1): Rule => { //? other
const format = (name: string, like: RegExp): Rule => { //? !other
  const test: Test = (value, out) => {
    if (typeof value !== "string") return wrong(out, "must be a string");
    out?.push({ path: "", message: "must be " + name, minor: true });
    return false;
  };
  return of(test, quick, 0, max, like); //? other
  return of(test, 1, 0, Infinity, like); //? !other
};
`;
