/** Rules of texts. */
export const texts = String.raw`//# text chars
/** Characters, not UTF-16 units. */
const textLength = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

/** A character is one unit of UTF-16 or two. */
const measured = (text: string, min: number, max: number): boolean => {
  const length = textLength(text);
  const isLong = length >= min || wrong(text, "must have at least " + min + " characters");
  return (length <= max || wrong(text, "must have at most " + max + " characters")) && isLong;
};

//# chars
/** How long a text must be; what is none is no matter. */
export const chars = (value: unknown, min: number, max: number): boolean =>
  typeof value !== "string" || (value.length >= 2 * min - 1 && value.length <= max) || measured(value, min, max);

//# text
const texted = (value: unknown, min: number, max: number): boolean =>
  typeof value === "string" ? measured(value, min, max) : wrong(value, "must be a string");

/** A text that is so long. */
export const text = (value: unknown, min: number, max: number): boolean =>
  (typeof value === "string" && value.length >= 2 * min - 1 && value.length <= max) || texted(value, min, max);
//# like
const compiled = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
};

const patterns = /* @__PURE__ */ new Map<string, RegExp>();

/** Matching may take a time that grows with the square of a text's length: longer ones are not matched. */
const longest = 10_000;

const expressionOf = (pattern: string): RegExp => {
  let known = patterns.get(pattern);
  if (!known) patterns.set(pattern, (known = compiled(pattern)));
  return known;
};

/** What a text must be like; what is none is no matter. */
export const like = (value: unknown, pattern: string): boolean =>
  typeof value !== "string" || value.length > longest || expressionOf(pattern).test(value) || wrong(value, "must match " + pattern);
//# format
const format = (value: unknown, name: string): boolean =>
  string(value) && (!formats || typeof value !== "string" || formats(value, name));
`;
