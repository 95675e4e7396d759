/**
 * A pattern of alternatives, to be put into a longer one: `anyOf("a|the", "every")` is `(?:a|the|every)`.
 * Each argument is a pattern of its own, so that a long list stands on lines of a kind.
 */
export const anyOf = (...alternatives: readonly string[]): string => `(?:${alternatives.join("|")})`;

/** Whether a text is one of the alternatives and nothing else, in either case. */
export const wholly = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`^${anyOf(...alternatives)}$`, "i");
