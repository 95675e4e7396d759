/** An option or command, with its description in the source. */
export interface Found {
  readonly name: string;
  readonly text: string;
}

/** Pattern of a string literal. */
export const literal = String.raw`(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`;
export const bare = (quoted: string): string => quoted.slice(1, -1).replaceAll(/\\(["'\\])/g, "$1");

/** Returns the text inside the parentheses that open at a position; parentheses in strings are handled. */
export function within(source: string, open: number): string {
  let depth = 0;
  const tokens = new RegExp(String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|${literal}|#[^\n]*|[()[\]{}]`, "g");
  tokens.lastIndex = open;
  for (let match = tokens.exec(source); match; match = tokens.exec(source)) {
    if (/^[([{]$/.test(match[0])) depth += 1;
    else if (/^[)\]}]$/.test(match[0]) && --depth === 0) return source.slice(open + 1, match.index);
  }
  return "";
}
