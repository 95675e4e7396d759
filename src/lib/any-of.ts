/**
 * Joins alternatives into a group for use in a longer pattern: `anyOf("a|the", "every")` is `(?:a|the|every)`. Each
 * argument is a pattern, so that a long list can be split over lines.
 */
export const anyOf = (...alternatives: readonly string[]): string => `(?:${alternatives.join("|")})`;

/** A case-insensitive pattern that matches a text that is exactly one of the alternatives. */
export const wholly = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`^${anyOf(...alternatives)}$`, "i");
