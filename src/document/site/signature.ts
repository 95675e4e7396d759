import type { Declaration } from "../../code/index.ts";

const longest = 4_000;
const opening = "([{";
const closing = ")]}";

/** Returns the position after a string literal; the start if none begins there. */
function afterQuote(text: string, from: number): number {
  const quote = text[from] ?? "";
  if (!`"'\``.includes(quote)) return from;
  for (let index = from + 1; index < text.length; index++)
    if (text[index] === "\\") index += 1;
    else if (text[index] === quote) return index + 1;
    else if (text[index] === "\n" && quote !== "`") return from;
  return from;
}

/** Returns the first position outside brackets where `ends` holds; the end if it never does. */
function find(text: string, ends: (index: number, last: string) => boolean): number {
  let [depth, last] = [0, ""];
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? "";
    const after = afterQuote(text, index);
    if (after > index) {
      index = after - 1;
      last = '"';
      continue;
    }
    if (depth === 0 && ends(index, last)) return index;
    const isArrow = sign === ">" && text[index - 1] === "=";
    if (opening.includes(sign) || (sign === "<" && /[\w$.\s(]/.test(text[index - 1] ?? ""))) depth += 1;
    else if (closing.includes(sign) || (sign === ">" && !isArrow && depth > 0)) depth -= 1;
    if (!/\s/.test(sign)) last = isArrow ? "=>" : sign;
  }
  return text.length;
}

const withoutComments = (text: string): string =>
  text.replaceAll(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n|[ \t]*\/\*[\s\S]*?\*\//gm, "");

/** Whether a brace opens a body; inside an unfinished type it doesn't. */
const opensBody = (text: string) => (index: number, last: string) =>
  text[index] === "{" && ![":", "|", "&", "=>", ",", "<", "="].includes(last);

function ofEcmascript(text: string, kind: Declaration["kind"]): string {
  if (kind === "type") return withoutComments(text);
  if (kind === "constant")
    return withoutComments(
      text.slice(
        0,
        find(text, (index, last) => isAssigned(text, index, last)),
      ),
    );
  const plain = withoutComments(text);
  return plain.slice(0, find(plain, opensBody(plain)));
}

const isAssigned = (text: string, index: number, last: string): boolean =>
  text[index] === "=" && text[index + 1] !== ">" && text[index + 1] !== "=" && last !== "=";

function ofPython(text: string, kind: Declaration["kind"]): string {
  if (kind === "constant" || kind === "type")
    return text.split("\n").length > 12 ? (text.split("\n")[0] ?? "") : text;
  const start = /(?:async\s+)?(?:def|class)\s/.exec(text)?.index ?? 0;
  const end = find(text.slice(start), (index) => text[start + index] === ":");
  return text.slice(0, start + end);
}

/** Returns a Go, Java or Rust signature, without attributes and annotations on lines above it. */
function ofOthers(text: string, kind: Declaration["kind"], path: string): string {
  const headText = text
    .replaceAll(/^[ \t]*(?:#\[[^\n]*\]|@\w+(?:\([^()\n]*\))?)[ \t]*$/gm, "")
    .replaceAll(/\b(interface|struct) ?\{\}/g, "$1\0") // a Go type, not a body
    .trim();
  const isCalled = kind === "function" || kind === "method";
  const head =
    isCalled && path.endsWith(".rs")
      ? headText.slice(0, headText.search(/\s(?:\{|where\s)|;|$/))
      : ofEcmascript(headText, kind);
  return head.replaceAll("\0", "{}").replace(/;\s*$/, "");
}

/** Returns a declaration's signature: its source without body, value or comments. */
export function signatureOf(source: string, kind: Declaration["kind"], path: string): string {
  const text = source.slice(0, 40_000);
  const ownText = path.endsWith(".py")
    ? ofPython(text, kind)
    : /\.(?:go|java|rs)$/.test(path)
      ? ofOthers(text, kind, path)
      : ofEcmascript(text, kind);
  const found = ownText.replaceAll(/\n\s*\n+/g, "\n").trim();
  return found.length > longest ? `${found.slice(0, longest)} …` : found;
}
