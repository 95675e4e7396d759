import type { Template } from "../around.ts";
import { partsOf } from "../expressions.ts";
import { isName, put } from "../tokens.ts";
import { methods, wraps } from "./call-templates.ts";

const words = {
  python: { not: "not ", and: " and ", or: " or ", yes: "True", equals: "==" },
  javascript: { not: "!", and: " && ", or: " || ", yes: "true", equals: "===" },
} as const;

/** Negates, always satisfies, widens or narrows a condition. */
export const conditions: Template = ({ text, variables: names, language }) => {
  const match = /^(\s*(?:if|elif|while|return)\s+)(.*?)(:?\s*)$/.exec(text);
  const inBrackets =
    /^(\s*(?:\} else )?(?:if|while)\s*\()(.*)(\)\s*\{?\s*)$/.exec(text) ??
    /^(\s*return\s+)(.*?)(;?\s*)$/.exec(text);
  const [, head = "", condition = "", tail = ""] = (language === "python" ? match : inBrackets) ?? [];
  if (!condition) return [];
  const { not, and, or, yes } = words[language];
  const group = /[^\w.()[\]]/.test(condition) ? `(${condition})` : condition;
  return [
    `${head}${not}${group}${tail}`,
    ...(condition.startsWith(not) ? [head + condition.slice(not.length) + tail] : []),
    ...(/return/.test(head) ? [] : [`${head}${yes}${tail}`]),
    ...names
      .slice(0, 8)
      .flatMap((name) => [
        `${head}${name}${and}${condition}${tail}`,
        `${head}${condition}${or}${not}${name}${tail}`,
        `${head}${not}${name}${or}${condition}${tail}`,
      ]),
  ];
};

/** Adds a condition: two names that are compared, or a check of one. */
export const narrowed: Template = ({ text, variables: names, figures, functions, compared, language }) => {
  const match =
    language === "python"
      ? /^(\s*(?:if|elif|while)\s+)(.*?)(:\s*)$/.exec(text)
      : /^(\s*(?:\} else )?(?:if|while)\s*\()(.*)(\)\s*\{?\s*)$/.exec(text);
  const [, head = "", condition = "", tail = ""] = match ?? [];
  if (!condition) return [];
  const { and, or, equals } = words[language];
  const few = names.slice(0, 6);
  const pairs = few.flatMap((a, i) => [
    ...few
      .slice(i + 1)
      .flatMap((b) => [
        `${a} ${equals} ${b}`,
        `${a} ${equals.replace("=", "!")} ${b}`,
        `${a} < ${b}`,
        `${a} > ${b}`,
      ]),
    ...["0", "1"].flatMap((n) => [`${a} ${equals} ${n}`, `${a} > ${n}`]),
    ...[...new Set(["2", "3", ...figures.filter((n) => Number(n) > 3)])].flatMap((n) => [
      `${a} % ${n} ${equals} 0`,
      `${a} % ${n} ${equals.replace("=", "!")} 0`,
    ]),
    ...functions.flatMap((name) =>
      name === a ? [] : [`${name}(${a})`, `${words[language].not}${name}(${a})`],
    ),
  ]);
  const all = [...compared.filter((item) => !text.includes(item)), ...pairs];
  return all.flatMap((pair) => [head + condition + and + pair + tail, head + condition + or + pair + tail]);
};

/** Shifts what is indexed, sliced, counted or passed. */
export const slices: Template = ({ text, tokens, language, variables: names }) => {
  const python = language === "python";
  const endings = python
    ? ["[1:]", "[:-1]", "[::-1]", "[0]", "[-1]", " ** 2", " / 2", " // 2", " * 2", " % 2"]
    : [".slice(1)", ".length", "[0]", " ** 2", " / 2", " * 2", " % 2"];
  const from = (name: string): string => (python ? `[${name}:]` : `.slice(${name})`);
  return tokens.flatMap((token, i, all) => {
    if (!(isName(token.word) || token.word === ")" || token.word === "]") || i === 0) return [];
    const next = all[i + 1]?.word;
    if (next !== undefined && !/^(?:[),\]:;]|[<>]=?|[=!]==?|[-+*/%])$/.test(next)) return [];
    const end = token.at + token.word.length;
    const ended = (by: string): string => text.slice(0, end) + by + text.slice(end);
    return [
      ...endings.map(ended),
      ...(isName(token.word)
        ? names
            .slice(0, 6)
            .flatMap((name) =>
              [` + ${name}`, ` - ${name}`, ` * ${name}`, ` / ${name}`, ` % ${name}`, from(name)].map(ended),
            )
        : []),
    ];
  });
};

/** Indexes from the other end, and shifts the bounds of ranges. */
export const indexes: Template = ({ text }) => [
  ...[...text.matchAll(/\[(-?\d+)\]/g)].flatMap(({ 0: whole, 1: at = "", index }) =>
    ["0", "-1", "1", "-2"]
      .filter((other) => other !== at)
      .map((other) => `${text.slice(0, index)}[${other}]${text.slice(index + whole.length)}`),
  ),
  ...[...text.matchAll(/\brange\(/g)].flatMap(({ 0: whole, index }) =>
    ["1, ", "0, ", "2, "].map(
      (start) => text.slice(0, index + whole.length) + start + text.slice(index + whole.length),
    ),
  ),
  ...[...text.matchAll(/\[([^[\]:]*):([^[\]:]*)\]/g)].flatMap(({ 0: whole, 1: a = "", 2: b = "", index }) =>
    [
      `[${a}:]`,
      `[:${b}]`,
      `[${a}:${b}:2]`,
      `[${a || "0"} + 1:${b}]`,
      `[${b}:${a}]`,
      `[${a}:${b} + 1]`,
      `[${a}:${b} - 1]`,
    ].map((by) => text.slice(0, index) + by + text.slice(index + whole.length)),
  ),
];

/** Adds a missing call around a value: of a function with it, or of one of its methods. */
export const wrapped: Template = ({ text, chains, language }) => {
  return chains.flatMap(partsOf).flatMap(({ from, to, many }) => {
    const value = text.slice(from, to);
    const by = (one: string): string => text.slice(0, from) + one + text.slice(to);
    const group = many ? `(${value})` : value;
    return [
      ...wraps[language].map((name) => by(/\W$/.test(name) ? `${name}${group}` : `${name}(${value})`)),
      ...methods[language].map((method) => by(group + method)),
      by(`-${group}`),
    ];
  });
};

/** Returns or assigns another value available here. */
export const values: Template = ({ text, variables: names, language }) => {
  const match =
    /^(\s*(?:return|yield)\s+)(.+?)(;?)$/.exec(text) ??
    /^(\s*(?:const\s+|let\s+|var\s+)?[\w.[\]$]+\s*[-+*/]?=\s+)(.+?)(;?)$/.exec(text);
  const [, head = "", value = "", tail = ""] = match ?? [];
  if (!value) return [];
  const python = language === "python";
  const { equals, not } = words[language];
  const plain = python
    ? ["[]", "[[]]", "{}", "0", "1", "-1", "None", "''", "True", "False"]
    : ["[]", "{}", "0", "1", "-1", "null", '""', "true", "false"];
  const near = names.slice(0, 8);
  const [max, min] = python ? ["max", "min"] : ["Math.max", "Math.min"];
  return [
    ...plain.map((item) => head + item + tail),
    ...near.map((name) => head + name + tail),
    `${head}1 + ${value}${tail}`,
    `${head}${value} + 1${tail}`,
    `${head}${value} - 1${tail}`,
    ...["0", "1", ...near].flatMap((item) => [
      `${head}${max}(${item}, ${value})${tail}`,
      `${head}${min}(${item}, ${value})${tail}`,
    ]),
    ...near.flatMap((name) => [
      `${head}${name} + ${value}${tail}`,
      `${head}${value} + ${name}${tail}`,
      `${head}${value} - ${name}${tail}`,
      `${head}${value} * ${name}${tail}`,
      `${head}[${name}]${tail}`,
      `${head}[${name}] + ${value}${tail}`,
      `${head}${not}${name}${tail}`,
      `${head}${name} ${equals} 0${tail}`,
      `${head}len(${name})${tail}`,
    ]),
  ].filter((item) => python || !item.startsWith(`${head}len(`));
};

/** Reverses a list or an order. */
export const ordered: Template = ({ text, language }) =>
  language === "python"
    ? [
        ...[...text.matchAll(/\b(?:sorted|sort)\((.*?)\)/g)].flatMap(({ 0: whole, 1: inner = "", index }) =>
          ["reverse=True", "key=len", "key=abs", "key=str"].map(
            (by) =>
              `${text.slice(0, index)}${whole.slice(0, -1)}${inner.trim() ? ", " : ""}${by})${text.slice(index + whole.length)}`,
          ),
        ),
        ...[...text.matchAll(/reverse=(True|False)/g)].map(({ 0: whole, 1: now, index }) =>
          put(text, { word: whole, at: index }, `reverse=${now === "True" ? "False" : "True"}`),
        ),
      ]
    : [...text.matchAll(/(\w+) - (\w+)/g)].map(({ 0: whole, 1: a, 2: b, index }) =>
        put(text, { word: whole, at: index }, `${b} - ${a}`),
      );
