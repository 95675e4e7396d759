/** Deeper than any program is written, and far from where parsers run out of memory for it. */
const deepest = 800;

/** Letters, digits, `_` and `$`, by code. */
const inWord = new Uint8Array(128);
for (let c = 0; c < 128; c++) inWord[c] = /[\w$]/.test(String.fromCharCode(c)) ? 1 : 0;

const word = /[\w$\])}"'`]/;
/** Words after which a slash begins a regular expression. */
const before = /\b(?:typeof|return|void|delete|in|of|instanceof|new|case|do|else|await|yield|throw)$/;

/**
 * Whether source nests so deeply that a parser could run out of its stack and take the process with it. Brackets count,
 * and what nests without them within a statement: conditions, arrows, types of types, signs. Never too low; what looks
 * like nesting in a very long statement may count too.
 */
export function nestsTooDeep(source: string): boolean {
  if (source !== looked.source) looked = { source, deep: isDeep(source) };
  return looked.deep;
}

/** Asked before a file is chosen, and again before it is parsed. */
let looked = { source: "", deep: false };

function isDeep(source: string): boolean {
  if (source.length < deepest) return false;
  const open: string[] = [];
  let loose = 0;
  let last = "";
  for (let index = 0; index < source.length; index++) {
    const c = source.charCodeAt(index);
    if (c <= 32) {
      if (c === 10 && loose > 0 && !binds(last, source, index)) loose = 0;
      continue;
    }
    if (c > 127 || inWord[c] === 1) {
      last = "a";
      continue;
    }
    const letter = source[index] ?? "";
    if (letter === "/") {
      const end = slashEnd(source, index, last);
      if (source[index + 1] !== "/" && source[index + 1] !== "*") last = "a";
      index = end - 1;
      continue;
    }
    if (letter === "`" || (letter === "}" && open.at(-1) === "`")) {
      if (letter === "}") open.pop();
      const end = templateEnd(source, index + 1);
      if (source[end] === "{") open.push("`"); // code within it
      index = end;
    } else if (letter === '"' || letter === "'") index = quoteEnd(source, index) - 1;
    else if (letter === "(" || letter === "[" || letter === "{") open.push(letter);
    else if (letter === ")" || letter === "]" || letter === "}") {
      if (open.at(-1) === opening[letter]) open.pop();
    } else if (letter === ";" || letter === ",") loose = 0;
    else if (letter === "?" || letter === "<") loose += 1;
    else if (letter === ">") loose += last === "=" ? 1 : loose > 0 ? -1 : 0;
    else if ("!~+-".includes(letter) && !word.test(last)) loose += 1;
    if (open.length + loose > deepest) return true;
    last = letter;
  }
  return false;
}

const opening: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Whether the line below goes on with what ends here. */
function binds(last: string, source: string, index: number): boolean {
  if (last !== "" && !word.test(last) && last !== ";") return true;
  let next = index + 1;
  while (source.charCodeAt(next) <= 32) next += 1;
  return "?:<=>.&|+-*/%^,".includes(source[next] ?? " ");
}

/** The place of the mark that ends a template's text, or of the bracket that begins code in it. */
function templateEnd(source: string, from: number): number {
  for (let index = from; index < source.length; index++) {
    const c = source.charCodeAt(index);
    if (c === 92) index += 1;
    else if (c === 96) return index;
    else if (c === 36 && source.charCodeAt(index + 1) === 123) return index + 1;
  }
  return source.length;
}

function quoteEnd(source: string, from: number): number {
  const quote = source.charCodeAt(from);
  for (let index = from + 1; index < source.length; index++) {
    const c = source.charCodeAt(index);
    if (c === 92) index += 1;
    else if (c === quote) return index + 1;
    else if (c === 10) return from + 1; // no string: an apostrophe in a text of markup
  }
  return from + 1;
}

/** The end of a comment or a regular expression; of the slash alone where it divides. */
function slashEnd(source: string, from: number, last: string): number {
  const next = source[from + 1];
  if (next === "/" || next === "*") {
    const end = source.indexOf(next === "/" ? "\n" : "*/", from + 2);
    return end < 0 ? source.length : next === "/" ? end : end + 2;
  }
  if (word.test(last) && !(last === "a" && before.test(source.slice(Math.max(0, from - 12), from).trimEnd())))
    return from + 1;
  let inClass = false;
  for (let index = from + 1; index < source.length; index++) {
    const letter = source[index];
    if (letter === "\n") return from + 1;
    if (letter === "\\") index += 1;
    else if (letter === "[") inClass = true;
    else if (letter === "]") inClass = false;
    else if (letter === "/" && !inClass) return index + 1;
  }
  return from + 1;
}
