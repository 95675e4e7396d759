export interface Token {
  readonly kind: "name" | "number" | "string" | "op" | "comment" | "newline" | "indent" | "dedent" | "end";
  readonly start: number;
  readonly end: number;
}

/** One match a token, from where the last ended; f-strings and what is wrong are looked at apart. */
const pattern =
  /(?:[ \t\f]|\\\r?\n)+|(#[^\r\n]*)|((?:[rRbBuU]|[rR][bB]|[bB][rR])?(?:"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|'''(?:[^'\\]|\\[\s\S]|'(?!''))*'''|"(?:[^"\\\r\n]|\\[\s\S])*"|'(?:[^'\\\r\n]|\\[\s\S])*'))|((?:[fFtT][rR]?|[rR][fFtT])(?:"""|'''|"|'))|([\p{L}_][\p{L}\p{N}\p{Mn}_]*)|((?:\d|\.\d)(?:[eE][+-]|[\w.])*)|(\r?\n|\r)|(\*\*=|\/\/=|>>=|<<=|\.\.\.|!=|->|:=|==|<=|>=|\*\*|\/\/|<<|>>|[-+*/%@&|^]=|[-+*/%@&|^~<>()[\]{},:.;=!])/uy;

/** Python's tokens, with indents and dedents as Python counts them; undefined for text that can't be Python. */
export function tokens(source: string): readonly Token[] | undefined {
  const all: Token[] = [];
  const indents = [0];
  let depth = 0;
  let at = source.startsWith("\uFEFF") ? 1 : 0;
  let fresh = true;
  while (at < source.length) {
    if (fresh && depth === 0) {
      fresh = false;
      const width = indentAt(source, at);
      if (width >= 0 && !level(width, { indents, all, at })) return undefined;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (!match) return undefined;
    const [whole, comment, string, opened, name, number, newline, op] = match;
    const start = at;
    at += whole.length;
    if (opened) {
      const end = formattedEnd(source, at, { quote: opened.replace(/^[a-z]+/i, ""), raw: /r/i.test(opened) });
      if (end === undefined) return undefined;
      at = end;
    }
    const kind = comment
      ? "comment"
      : string || opened
        ? "string"
        : name
          ? "name"
          : number
            ? "number"
            : op
              ? "op"
              : undefined;
    if (kind) all.push({ kind, start, end: at });
    if (op && "([{".includes(op)) depth += 1;
    else if (op && ")]}".includes(op)) depth = Math.max(0, depth - 1);
    else if (newline && depth === 0) {
      const last = all.at(-1)?.kind;
      const blank =
        last === undefined ||
        last === "newline" ||
        last === "indent" ||
        last === "dedent" ||
        last === "comment";
      if (!blank || (last === "comment" && !ownLine(all))) all.push({ kind: "newline", start, end: at });
      fresh = true;
    }
  }
  if (depth > 0) return undefined;
  if (all.length && all.at(-1)?.kind !== "newline") all.push({ kind: "newline", start: at, end: at });
  for (let open = indents.length; open > 1; open--) all.push({ kind: "dedent", start: at, end: at });
  all.push({ kind: "end", start: at, end: at });
  return all;
}

/** A comment alone on its line ends no statement. */
function ownLine(all: readonly Token[]): boolean {
  const before = all.findLast(({ kind }) => kind !== "comment")?.kind;
  return before === undefined || before === "newline" || before === "indent" || before === "dedent";
}

/** The width of a line's indent, or -1 for a line without a statement. */
function indentAt(source: string, at: number): number {
  let width = 0;
  for (let index = at; ; index++) {
    const letter = source[index];
    if (letter === " ") width += 1;
    else if (letter === "\t") width = (Math.floor(width / 8) + 1) * 8;
    else if (letter === "\f") width = 0;
    else return letter === undefined || letter === "#" || letter === "\n" || letter === "\r" ? -1 : width;
  }
}

function level(
  width: number,
  { indents, all, at }: { indents: number[]; all: Token[]; at: number },
): boolean {
  if (width > (indents.at(-1) ?? 0)) {
    indents.push(width);
    all.push({ kind: "indent", start: at, end: at });
  }
  while (width < (indents.at(-1) ?? 0)) {
    indents.pop();
    all.push({ kind: "dedent", start: at, end: at });
  }
  return width === (indents.at(-1) ?? 0);
}

/** The end of an f-string, whose expressions may hold strings of their own, in the same quotes too. */
function formattedEnd(
  source: string,
  from: number,
  { quote, raw }: { quote: string; raw: boolean },
): number | undefined {
  let braces = 0;
  for (let at = from; at < source.length; at++) {
    const letter = source[at];
    if (letter === "\\" && (braces === 0 || !raw)) at += 1;
    else if (braces === 0 && source.startsWith(quote, at)) return at + quote.length;
    else if (letter === "{") {
      if (braces === 0 && source[at + 1] === "{") at += 1;
      else braces += 1;
    } else if (letter === "}") braces = Math.max(0, braces - 1);
    else if (braces > 0 && (letter === '"' || letter === "'")) {
      if (source.startsWith(quote, at) && quote.length === 3) return at + 3;
      const close = source.indexOf(letter, at + 1);
      if (close < 0) return undefined;
      const line = source.indexOf("\n", at);
      if (quote.length === 1 && (line < 0 || close < line) && letter !== quote) at = close;
      else if (letter === quote) {
        const before = source.slice(from, at);
        if (before.lastIndexOf("{") < 0) return at + 1;
        at = close;
      } else at = close;
    } else if (letter === "\n" && quote.length === 1 && braces === 0) return undefined;
  }
  return undefined;
}
