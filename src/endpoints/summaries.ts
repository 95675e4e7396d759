const longest = 120;

/** The first sentence, on one line; `undefined` if it is not prose. */
function sentence(text: string): string | undefined {
  const [first = ""] = text.trim().split(/\n\s*\n|\n\s*[@:]|(?<=[.!?])\s/);
  const line = first.replaceAll(/\s+/g, " ").replace(/\.$/, "").trim();
  return line.length > 2 &&
    line.length <= longest &&
    /^[\p{L}\d]/u.test(line) &&
    !/[<>{}`]|https?:/.test(line)
    ? line
    : undefined;
}

/** The docstring of the Python function that begins at the start of the text. */
function docstring(source: string): string | undefined {
  // the signature ends with the first colon at the end of a line
  const [, text] =
    /^(?:async\s+)?def\s[^]*?:[ \t]*\n\s*[rR]?(?:"""|''')([^]*?)(?:"""|''')/.exec(source) ?? [];
  const between = text === undefined ? "" : source.slice(0, source.indexOf(text));
  return /\n\s*(?:return|if|def|raise|with|for|try)\b/.test(between) ? undefined : text;
}

/** The JSDoc comment that ends right before a position, ignoring words such as `export`. */
function comment(before: string): string | undefined {
  const plain = before.replace(/(?:\b(?:export|default|async|public|const\s+\w+\s*=)\s*)+$/, "").trimEnd();
  const open = plain.endsWith("*/") ? plain.lastIndexOf("/**") : -1;
  if (open < 0) return undefined;
  return plain.slice(open + 3, -2).replaceAll(/^\s*\*[ \t]?/gm, "");
}

/** The first sentence of a function's comment or docstring. */
export function summaryOf(path: string, source: string, index: number): string | undefined {
  const text = path.endsWith(".py")
    ? docstring(source.slice(index, index + 4000))
    : comment(source.slice(Math.max(0, index - 4000), index));
  return text === undefined ? undefined : sentence(text);
}
