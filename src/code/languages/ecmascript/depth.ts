/** Deeper than real programs nest, and well below where parsers run out of memory. */
const deepest = 800;

/** Word characters by code: letters, digits, `_` and `$`. */
const inWord = new Uint8Array(128);
for (let c = 0; c < 128; c++) inWord[c] = /[\w$]/.test(String.fromCharCode(c)) ? 1 : 0;

const word = /[\w$\])}"'`]/;
/** Words after which a slash begins a regular expression. */
const before = /\b(?:typeof|return|void|delete|in|of|instanceof|new|case|do|else|await|yield|throw)$/;

/**
 * Whether source nests so deeply that a parser could overflow its stack and crash the process. Counts
 * brackets and nesting without brackets: conditions, arrow functions, nested types, operators. It never
 * underestimates; a very long statement may be overestimated.
 */
export function nestsTooDeep(source: string): boolean {
  if (source !== looked.source) looked = { source, deep: isDeep(source) };
  return looked.deep;
}

/** Cached: checked before a file is selected and again before it is parsed. */
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

/** Whether the next line continues the expression that ends here. */
function binds(last: string, source: string, index: number): boolean {
  if (last !== "" && !word.test(last) && last !== ";") return true;
  let next = index + 1;
  while (source.charCodeAt(next) <= 32) next += 1;
  return "?:<=>.&|+-*/%^,".includes(source[next] ?? " ");
}

/** Returns the position where a template's text ends: its closing mark, or the bracket that opens a substitution. */
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
    else if (c === 10) return from + 1; // not a string: an apostrophe in markup text
  }
  return from + 1;
}

/** Returns the end of a comment or regular expression, or of the slash alone if it divides. */
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
