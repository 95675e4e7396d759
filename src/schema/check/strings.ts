import type { Node } from "../read/index.ts";
import type { Check } from "./run.ts";

/** Counts the code points of a text; stops once there are more than `enough`. */
export function codePoints(text: string, enough: number): number {
  let count = 0;
  for (let i = 0; i < text.length && count <= enough; i++, count++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && text.charCodeAt(i + 1) >> 10 === 0x37) i++;
  }
  return count;
}

const atLeast = (text: string, count: number): boolean =>
  text.length >= count && (text.length >= 2 * count || codePoints(text, count) >= count);
const atMost = (text: string, count: number): boolean =>
  text.length <= count || (text.length <= 2 * count && codePoints(text, count) <= count);

export function stringChecks(node: Node, formats: boolean): readonly Check[] {
  const { minLength, maxLength, pattern, format } = node;
  const out: Check[] = [];
  const add = (keyword: string, holds: (value: string) => boolean, message: string): void => {
    out.push((value, run) => {
      const text = value as string; // called for strings only
      run.enter(text.length >> 5);
      return holds(text) || run.fail(keyword, message);
    });
  };
  if (minLength !== undefined)
    add("minLength", (value) => atLeast(value, minLength), `must have at least ${minLength} characters`);
  if (maxLength !== undefined)
    add("maxLength", (value) => atMost(value, maxLength), `must have at most ${maxLength} characters`);
  if (pattern) add("pattern", (value) => pattern.test(value), `must match ${pattern.source}`);
  if (format && (formats || node.resource.dialect.formatAssertion))
    add(
      "format",
      (value) => format.pattern.test(value) && value.length <= (format.maxLength ?? value.length),
      `must be a valid ${format.name}`,
    );
  return out;
}
