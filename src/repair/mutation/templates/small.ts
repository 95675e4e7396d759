import { inTable } from "../../../lib/index.ts";
import type { Template } from "../around.ts";
import { isName, put } from "../tokens.ts";

/** Tokens commonly mistaken for each other, most likely first. */
const swaps: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">", ">=", "==", "!="],
  "<=": ["<", ">=", ">"],
  ">": [">=", "<", "<=", "==", "!="],
  ">=": [">", "<=", "<"],
  "==": ["!=", "<=", ">=", "<", ">", "in"],
  "!=": ["==", "<", ">"],
  "===": ["!==", "<=", ">="],
  "!==": ["==="],
  "+": ["-", "*"],
  "-": ["+", "*"],
  "*": ["+", "**", "/", "//"],
  "**": ["*"],
  "/": ["//", "*", "%"],
  "//": ["/", "%"],
  "%": ["//", "*", "/"],
  "^": ["&", "|"],
  "&": ["|", "^"],
  "|": ["&", "^"],
  "&&": ["||"],
  "||": ["&&", "??"],
  "??": ["||"],
  and: ["or"],
  or: ["and"],
  True: ["False"],
  False: ["True"],
  true: ["false"],
  false: ["true"],
  "^=": ["&=", "|="],
  "&=": ["|=", "^="],
  "|=": ["&=", "^="],
  "+=": ["-=", "=", "*="],
  "-=": ["+=", "="],
  "*=": ["+=", "="],
  "/=": ["//=", "*="],
  "++": ["--"],
  "--": ["++"],
  "<<": [">>"],
  ">>": ["<<"],
  break: ["continue"],
  continue: ["break"],
  in: ["not in", "=="],
  "not in": ["in"],
  is: ["is not", "=="],
  "is not": ["is"],
};

/** Functions and methods commonly mistaken for each other. */
const families = [
  "min max sum len",
  "any all",
  "append extend add insert",
  "push unshift concat",
  "pop shift",
  "remove discard pop",
  "keys values items",
  "keys values entries",
  "floor ceil round trunc int float",
  "upper lower title swapcase",
  "isupper islower isalpha isdigit isalnum isspace",
  "toUpperCase toLowerCase",
  "startswith endswith",
  "startsWith endsWith",
  "strip lstrip rstrip",
  "trim trimStart trimEnd",
  "find rfind index",
  "indexOf lastIndexOf",
  "find findIndex filter",
  "some every",
  "sorted reversed list set",
  "list set tuple",
  "ljust rjust center",
  "slice splice",
  "split rsplit",
  "bin hex oct",
  "range enumerate",
  "isinstance issubclass",
  "get pop setdefault",
  "update add",
  "match search fullmatch",
  "sqrt pow exp log",
  "union intersection difference",
  "permutations combinations product",
].map((words) => words.split(" "));
const relatives = new Map<string, readonly string[]>();
for (const family of families)
  for (const word of family)
    relatives.set(word, [
      ...new Set([...(relatives.get(word) ?? []), ...family.filter((item) => item !== word)]),
    ]);

/** Replaces word operators (`not in`) and symbols; Python-only ones are skipped in JavaScript. */
export const operators: Template = ({ text, tokens, chains, language }) => {
  const joined = chains
    .flatMap((chain) => chain.operators)
    .filter(({ word }) => /^(?:in|not in|is|is not)$/.test(word));
  return [...tokens.filter(({ word }) => word !== "in" && word !== "is"), ...joined].flatMap((token) => {
    const others = inTable(swaps, token.word) ?? [];
    return others
      .filter((by) => by !== "??" || language === "javascript")
      .filter((by) => language === "python" || !pythonic.test(by))
      .map((by) => put(text, token, by));
  });
};
const pythonic = /^(?:\/\/=?|is not|in|not in)$/;

export const calls: Template = ({ text, tokens }) =>
  tokens.flatMap((token, i, all) =>
    all[i + 1]?.word === "(" || all[i - 1]?.word === "."
      ? (relatives.get(token.word) ?? []).map((by) => put(text, token, by))
      : [],
  );

export const numbers: Template = ({ text, tokens }) =>
  tokens.flatMap((token) => {
    if (!/^\d+(?:\.\d+)?$/.test(token.word)) return [];
    const n = Number(token.word);
    const others =
      Number.isInteger(n) && !token.word.includes(".")
        ? [n + 1, n - 1, 0, 1, 2, n * 10, n / 10, -n]
        : [n + 1, n * 10, n / 10, 1 / n, n * 2, n / 2];
    return [...new Set(others)]
      .filter(
        (other) =>
          other !== n &&
          Number.isFinite(other) &&
          (Number.isInteger(other) || token.word.includes(".")) &&
          (other >= 0 || n === 1),
      )
      .map((other) => put(text, token, String(other)));
  });

/** Replaces a number by other numbers of the function, and common ones. */
export const otherNumbers: Template = ({ text, tokens, figures }) =>
  tokens.flatMap((token) =>
    /^\d+(?:\.\d+)?$/.test(token.word)
      ? [...new Set([...figures, "3", "4", "5", "6", "7", "8", "9", "10", "16", "100", "1000"])]
          .filter((by) => by !== token.word)
          .map((by) => put(text, token, by))
      : [],
  );

/** Replaces a bound whose operator and number are both wrong: `== 0` becomes `<= 1`. */
export const bounds: Template = ({ text }) =>
  [...text.matchAll(/(===?|!==?|[<>]=?)(\s*)(\d+)\b(?!\.)/g)].flatMap(
    ({ 0: whole, 1: sign = "", 2: space = "", 3: digits = "", index }) =>
      ["<", "<=", ">", ">="]
        .filter((other) => other !== sign)
        .flatMap((other) =>
          [1, -1]
            .map((by) => Number(digits) + by)
            .filter((n) => n >= 0)
            .map((n) => text.slice(0, index) + other + space + String(n) + text.slice(index + whole.length)),
        ),
  );

/** Replaces `x + 1` by `x` and vice versa. */
export const offByOne: Template = ({ text, tokens }) => [
  ...[...text.matchAll(/\s*[+-]\s*1\b(?!\.)/g)].map(
    ({ 0: whole, index }) => text.slice(0, index) + text.slice(index + whole.length),
  ),
  ...tokens.flatMap((token, i, all) => {
    const next = all[i + 1]?.word ?? "";
    const ends = /^(?:[)\],:;]|[<>]=?|[=!]==?|and|or|&&|\|\|)$/.test(next) || i === all.length - 1;
    return ends && (isName(token.word) || token.word === ")" || token.word === "]") && i > 0
      ? [" + 1", " - 1"].map(
          (add) =>
            text.slice(0, token.at + token.word.length) + add + text.slice(token.at + token.word.length),
        )
      : [];
  }),
];
