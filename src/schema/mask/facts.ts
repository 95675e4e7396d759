import { pattern, type Automaton } from "../pattern/index.ts";
import { ANYTHING, type TextFacts } from "./cases.ts";

export function textFits(value: string, { min, max, patterns }: TextFacts): boolean {
  const { length } = Array.from(value);
  return (
    length >= min && length <= max && patterns.every((pattern) => pattern.pattern.test(value) !== pattern.not)
  );
}

export const lengths = ({ min, max }: TextFacts): Automaton | undefined => {
  if (min === 0 && max === ANYTHING.text.max) return undefined;
  return pattern(`^[^]{${min},${max === ANYTHING.text.max ? "" : max}}$`).automaton;
};

/** A pattern that matches exactly these texts. */
export const exactly = (texts: readonly string[]): ReturnType<typeof pattern> =>
  pattern(
    `^(?:${texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join("|")})$`,
  );
