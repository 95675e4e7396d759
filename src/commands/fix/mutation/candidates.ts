/** One line changed in one way. */
export interface Mutant {
  readonly line: number;
  readonly text: string;
}

const swaps: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "==": ["!=", "<=", ">="],
  "!=": ["=="],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-", "*"],
  "-": ["+"],
  "*": ["+", "//"],
  "/": ["//", "*"],
  "//": ["/"],
  "%": ["//", "*"],
  "^": ["&", "|"],
  "&": ["|", "^"],
  "|": ["&", "^"],
  "&&": ["||"],
  "||": ["&&"],
  and: ["or"],
  or: ["and"],
  True: ["False"],
  False: ["True"],
  true: ["false"],
  false: ["true"],
  "^=": ["&=", "|="],
  "&=": ["|=", "^="],
  "|=": ["&=", "^="],
  "+=": ["-=", "="],
  "-=": ["+="],
  "<<": [">>"],
  ">>": ["<<"],
  min: ["max"],
  max: ["min"],
  any: ["all"],
  all: ["any"],
  append: ["extend"],
  extend: ["append"],
  break: ["continue"],
  continue: ["break"],
  is: ["is not"],
};
const words =
  /[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|===|!==|\*\*|\/\/|<<|>>|&&|\|\||[<>=!+\-*/%&|^]=|[-+*/%<>=&|^!~]|[()[\]{},.:;?]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const keywords = new Set(
  "def class return if elif else for while in not and or is None True False import from as with try except finally raise yield lambda pass break continue function const let var new typeof instanceof of this self throw catch switch case default async await null undefined true false".split(
    " ",
  ),
);
const isName = (word: string): boolean => /^[A-Za-z_$]/.test(word) && !keywords.has(word);

interface Token {
  readonly word: string;
  readonly at: number;
}

/** Every one-line change of some lines by the usual templates, the likelier ones first. */
export function mutants(
  source: string,
  lines: readonly number[],
  language: "python" | "javascript",
): readonly Mutant[] {
  const all = source.split("\n");
  const found: (Mutant & { readonly rank: number })[] = [];
  for (const line of lines) {
    const text = all[line - 1] ?? "";
    if (/^\s*(?:#|\/\/|"""|'''|import\b|from\b|def\b|class\b|@|\*)/.test(text) || !text.trim()) continue;
    const names = scope(all, line);
    const seen = new Set([text]);
    for (const [rank, template] of templates.entries())
      for (const one of template(text, { names, language }))
        if (!seen.has(one)) {
          seen.add(one);
          found.push({ line, text: one, rank });
        }
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ line, text }) => ({ line, text }));
}

/** Names of the function around a line, up to where it begins. */
function scope(all: readonly string[], line: number): readonly string[] {
  const indent = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;
  let start = line - 1;
  while (
    start > 0 &&
    !(
      /^\s*(?:async\s+)?(?:def|function|export)\b/.test(all[start] ?? "") &&
      indent(all[start] ?? "") < indent(all[line - 1] ?? "")
    )
  )
    start--;
  let end = line;
  while (
    end < all.length &&
    ((all[end] ?? "").trim() === "" || indent(all[end] ?? "") > indent(all[start] ?? ""))
  )
    end++;
  const found =
    all
      .slice(start, end)
      .join("\n")
      .replaceAll(/(["'])(?:(?!\1)[^\\\n]|\\.)*\1|#[^\n]*/g, "")
      .match(/(?<!\.)\b[A-Za-z_]\w*\b/g) ?? [];
  return [...new Set(found)].filter(isName);
}

interface Around {
  readonly names: readonly string[];
  readonly language: "python" | "javascript";
}
type Template = (text: string, around: Around) => readonly string[];

const tokens = (text: string): readonly Token[] => {
  const code = text.replace(/(^|\s)(?:#|\/\/\s).*$/, (whole) => " ".repeat(whole.length));
  return [...code.matchAll(words)].map((match) => ({ word: match[0], at: match.index }));
};
const put = (text: string, { word, at }: Token, by: string): string =>
  text.slice(0, at) + by + text.slice(at + word.length);

const operators: Template = (text, { language }) =>
  tokens(text).flatMap((one) => {
    const others = Object.hasOwn(swaps, one.word) ? (swaps[one.word] ?? []) : [];
    return others
      .filter((by) => language === "python" || !/^(?:\/\/|is not)$/.test(by))
      .map((by) => put(text, one, by));
  });

const numbers: Template = (text) =>
  tokens(text).flatMap((one) =>
    /^\d+$/.test(one.word)
      ? [Number(one.word) + 1, Number(one.word) - 1, 0]
          .filter((n) => n >= 0)
          .map((n) => put(text, one, String(n)))
      : [],
  );

/** `x` for `x + 1` and the other way round. */
const offByOne: Template = (text) => [
  ...[...text.matchAll(/\s*[+-]\s*1\b(?!\.)/g)].map(
    ({ 0: whole, index }) => text.slice(0, index) + text.slice(index + whole.length),
  ),
  ...tokens(text).flatMap((one, i, all) => {
    const next = all[i + 1]?.word ?? "";
    const ends = /^[)\],:]$/.test(next) || i === all.length - 1;
    return ends && (isName(one.word) || one.word === ")" || one.word === "]") && i > 0
      ? [" + 1", " - 1"].map(
          (add) => text.slice(0, one.at + one.word.length) + add + text.slice(one.at + one.word.length),
        )
      : [];
  }),
];

const otherNames: Template = (text, { names }) =>
  tokens(text).flatMap((one, i, all) =>
    isName(one.word) && all[i - 1]?.word !== "."
      ? names
          .filter((name) => name !== one.word)
          .slice(0, 12)
          .map((name) => put(text, one, name))
      : [],
  );

/** The arguments of a call in another order, and a call or tuple turned round. */
const swapped: Template = (text) =>
  [
    ...text.matchAll(
      /(?<=[([{]|^\s*(?:return\s+)?|=\s)([^()[\]{},=]+(?:\([^()]*\))?),(\s*)([^()[\]{},]+(?:\([^()]*\))?)(?=[)\]},]|$)/g,
    ),
  ].map(
    ({ 0: whole, 1: a = "", 2: space = "", 3: b = "", index }) =>
      `${text.slice(0, index)}${b.trim()},${space || " "}${a.trim()}${text.slice(index + whole.length)}`,
  );

/** A side of an operator left out, an argument of a call left out. */
const dropped: Template = (text) => [
  ...[
    ...text.matchAll(/\s*(?:\+|-|\*|\band\b|\bor\b|&&|\|\|)\s*(?:[\w.$]+(?:\([^()]*\)|\[[^[\]]*\])*)/g),
  ].map(({ 0: whole, index }) => text.slice(0, index) + text.slice(index + whole.length)),
  ...[
    ...text.matchAll(/(?:[\w.$]+(?:\([^()]*\)|\[[^[\]]*\])*)\s*(?:\+|-|\*|\band\b|\bor\b|&&|\|\|)\s*/g),
  ].map(({ 0: whole, index }) => text.slice(0, index) + text.slice(index + whole.length)),
  ...[...text.matchAll(/\b([\w.]+)\(([\w.[\]]+)\)/g)].map(
    ({ 0: whole, 2: inner = "", index }) => text.slice(0, index) + inner + text.slice(index + whole.length),
  ),
];

const conditions: Template = (text, { names, language }) => {
  const match = /^(\s*(?:if|elif|while|return)\s+)(.*?)(:?\s*)$/.exec(text);
  const inBrackets = /^(\s*(?:\} else )?(?:if|while)\s*\()(.*)(\)\s*\{?\s*)$/.exec(text);
  const [, head = "", condition = "", tail = ""] = (language === "python" ? match : inBrackets) ?? [];
  if (!condition) return [];
  const [not, and, or] = language === "python" ? ["not ", " and ", " or "] : ["!", " && ", " || "];
  const group = /[^\w.()[\]]/.test(condition) ? `(${condition})` : condition;
  return [
    `${head}${not}${group}${tail}`,
    ...(condition.startsWith(not) ? [head + condition.slice(not.length) + tail] : []),
    ...(/return/.test(head) ? [] : [`${head}${language === "python" ? "True" : "true"}${tail}`]),
    ...names
      .slice(0, 8)
      .flatMap((name) => [
        `${head}${name}${and}${condition}${tail}`,
        `${head}${not}${name}${or}${condition}${tail}`,
      ]),
    ...names
      .slice(0, 6)
      .map((name) => `${head}${condition}${or}${language === "python" ? `not ${name}` : `!${name}`}${tail}`),
  ];
};

/** What is indexed, sliced or handed over a little further on. */
const slices: Template = (text, { language, names }) => {
  const rest = language === "python" ? "[1:]" : ".slice(1)";
  return tokens(text).flatMap((one, i, all) => {
    if (!isName(one.word) || !/^[),\]]$/.test(all[i + 1]?.word ?? "")) return [];
    const end = one.at + one.word.length;
    return [
      text.slice(0, end) + rest + text.slice(end),
      ...names
        .slice(0, 6)
        .flatMap((name) => [" + ", " - "].map((sign) => text.slice(0, end) + sign + name + text.slice(end))),
    ];
  });
};

/** What is given back or set by another value of the place. */
const values: Template = (text, { names, language }) => {
  const match =
    /^(\s*(?:return|yield)\s+)(.+?)(;?)$/.exec(text) ?? /^(\s*[\w.[\]]+\s*=\s+)(.+?)(;?)$/.exec(text);
  const [, head = "", value = "", tail = ""] = match ?? [];
  if (!value) return [];
  const plain =
    language === "python"
      ? ["[]", "[[]]", "0", "1", "None", "''", "True", "False"]
      : ["[]", "0", "1", "null", '""', "true", "false"];
  return [
    ...plain.map((one) => head + one + tail),
    ...names
      .slice(0, 8)
      .flatMap((name) => [
        `${head}${name} + ${value}${tail}`,
        `${head}${value} + ${name}${tail}`,
        ...(language === "python"
          ? [
              `${head}max(${name}, ${value})${tail}`,
              `${head}min(${name}, ${value})${tail}`,
              `${head}[${name}] + ${value}${tail}`,
            ]
          : []),
      ]),
    `${head}1 + ${value}${tail}`,
    `${head}${value} + 1${tail}`,
  ];
};

const templates: readonly Template[] = [
  operators,
  offByOne,
  numbers,
  swapped,
  dropped,
  otherNames,
  conditions,
  slices,
  values,
];
