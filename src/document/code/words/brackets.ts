/** Removes brackets around the whole source. */
export const unwrapped = (source: string): string => {
  let text = source.trim();
  while (text.startsWith("(") && closing(text, 0) === text.length - 1) text = text.slice(1, -1).trim();
  return text;
};

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Returns the position of the bracket that closes the one at `from`; negative if none does. */
export function closing(text: string, from: number): number {
  let depth = 0;
  let found = -1;
  walk(text, (index, mark) => {
    if (found >= 0 || index < from) return;
    if (mark in pairs) depth += 1;
    if (mark === ")" || mark === "]" || mark === "}") depth -= 1;
    if (depth === 0) found = index;
  });
  return found;
}

/** Visits each character outside string literals. */
function walk(text: string, see: (index: number, mark: string) => void): void {
  let quote = "";
  for (let index = 0; index < text.length; index++) {
    const mark = text[index] ?? "";
    if (quote) {
      if (mark === "\\") index += 1;
      else if (mark === quote) quote = "";
    } else if (mark === '"' || mark === "'" || mark === "`") quote = mark;
    else see(index, mark);
  }
}

/** Returns the source without the contents of brackets and strings. */
export function topLevel(text: string): string {
  let depth = 0;
  let outerText = "";
  walk(text, (_, mark) => {
    if (mark === ")" || mark === "]" || mark === "}") depth -= 1;
    if (depth === 0) outerText += mark;
    if (mark in pairs) depth += 1;
  });
  return outerText;
}

/** Splits at `and` or `or`, in any of the languages. */
export const partsOf = (text: string, word: "and" | "or"): readonly string[] =>
  split(unwrapped(text), word === "and" ? ["&&", " and "] : ["||", " or "]);

/** Splits a source at marks outside brackets and strings. */
export function split(text: string, marks: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  walk(text, (index, mark) => {
    if (mark in pairs) depth += 1;
    if (mark === ")" || mark === "]" || mark === "}") depth -= 1;
    if (depth !== 0 || index < from) return;
    const found = marks.find((mark) => text.startsWith(mark, index));
    if (
      !found ||
      (found === "?" && /^\?[.?]/.test(text.slice(index))) ||
      (found === "?" && text[index - 1] === "?")
    )
      return;
    parts.push(text.slice(from, index).trim());
    from = index + found.length;
  });
  return parts.length ? [...parts, text.slice(from).trim()] : [text];
}
