import type { Around, Template } from "../around.ts";
import { partsOf } from "../expressions.ts";
import type { Language } from "../tokens.ts";

const few = 6;
const words = {
  python: { equals: "==", not: "not " },
  javascript: { equals: "===", not: "!" },
} as const;

const starts: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  python: {
    if: ["while", "elif"],
    elif: ["if"],
    while: ["if"],
    return: ["yield"],
    yield: ["return", "yield from"],
  },
  javascript: { if: ["while"], while: ["if"], "} else if": ["} if"], let: ["const"] },
};

/** Changes the keyword at the beginning of a statement, or turns an assignment into an augmented one. */
export const keywords: Template = ({ text, language }) => {
  const [, head = "", word = ""] = /^(\s*)(\} else if|\w+)\b/.exec(text) ?? [];
  const others = Object.hasOwn(starts[language], word) ? (starts[language][word] ?? []) : [];
  const sign = /^\s*[\w.[\]$]+\s*(=)(?![=>])/d.exec(text)?.indices?.[1]?.[0];
  return [
    ...others.map((item) => head + item + text.slice(head.length + word.length)),
    ...(sign === undefined
      ? []
      : ["+=", "-=", "*=", "|="].map((item) => text.slice(0, sign) + item + text.slice(sign + 1))),
  ];
};

/** Adds an argument, or a part to a list. */
export const argumentTemplate: Template = ({ text, tokens, variables: names, strings, computed }) =>
  tokens.flatMap(({ word, at }, i) => {
    if (word !== ")" && word !== "]") return [];
    const comma = /^[([]$/.test(tokens[i - 1]?.word ?? "") ? "" : ", ";
    return [...names.slice(0, few), "0", "1", "2", "-1", ...strings.slice(0, 4), ...computed.slice(0, 4)].map(
      (item) => text.slice(0, at) + comma + item + text.slice(at),
    );
  });

/** Typical conditions on a name. */
function conditionsOf(name: string, { language, figures, functions }: Around): readonly string[] {
  const { equals, not } = words[language];
  const unequal = equals.replace("=", "!");
  return [
    name,
    not + name,
    ...["0", "1", ...figures.slice(0, 3)].flatMap((n) =>
      [equals, unequal, ">", "<", ">=", "<="].map((sign) => `${name} ${sign} ${n}`),
    ),
    ...["2", "3"].flatMap((n) => [`${name} % ${n} ${equals} 0`, `${name} % ${n} ${unequal} 0`]),
    ...functions.flatMap((item) => [`${item}(${name})`, `${not}${item}(${name})`]),
    ...(language === "python" ? [`${name}.isalpha()`, `${name}.isdigit()`, `${name} is not None`] : []),
  ];
}

/** Adds a condition to a comprehension. */
export const filtered: Template = (around) => {
  const { text, variables: names, compared, language } = around;
  if (language !== "python") return [];
  return [
    ...text.matchAll(/\bfor\s+(\w+)\s+in\s+[^[\](){}]+(?:\([^()]*\)|\[[^[\]]*\])?(?=\s*[\])}])/g),
  ].flatMap(({ 0: whole, 1: name = "", index }) =>
    [
      ...conditionsOf(name, around),
      ...names
        .slice(0, few)
        .flatMap((item) => [`${name} in ${item}`, `${name} not in ${item}`, `${name} != ${item}`]),
      ...compared,
    ].map((item) => `${text.slice(0, index)}${whole} if ${item}${text.slice(index + whole.length)}`),
  );
};

/** Adds something before or after a string or number. */
export const joined: Template = ({ text, chains, variables: names, strings, computed, language }) => {
  const near = names.slice(0, few);
  const more = [
    ...strings.slice(0, 4),
    ...computed.slice(0, few),
    ...(language === "python" ? near.map((name) => `str(${name})`) : []),
  ];
  return chains.flatMap((chain) =>
    partsOf(chain).flatMap(({ from, to, many }) => {
      const [before, value, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
      const group = many ? `(${value})` : value;
      return [
        ...more.flatMap((item) => [
          `${before}${value} + ${item}${after}`,
          `${before}${item} + ${value}${after}`,
        ]),
        ...computed
          .slice(0, 4)
          .flatMap((item) => ["-", "*", "/", "%"].map((sign) => `${before}${group} ${sign} ${item}${after}`)),
      ];
    }),
  );
};

/** Returns or assigns a value only under a condition, and a default otherwise. */
export const chosen: Template = (around) => {
  const { text, variables: names, compared, language } = around;
  const match = /^(\s*(?:return|yield|[\w.[\]$]+\s*[-+*/]?=)\s+)(.+?)(;?)$/.exec(text);
  const [, head = "", value = "", tail = ""] = match ?? [];
  if (!value || /^\s*(?:if|for|while)\b/.test(text)) return [];
  const near = names.slice(0, 4);
  const plain =
    language === "python"
      ? ["0", "1", "None", "[]", "''", "False", "True"]
      : ["0", "1", "null", "[]", '""', "false", "true"];
  const conditions = [...compared, ...near.flatMap((name) => conditionsOf(name, around).slice(0, 8))];
  return conditions.flatMap((condition) =>
    [...plain, ...near].map((other) =>
      language === "python"
        ? `${head}${value} if ${condition} else ${other}${tail}`
        : `${head}${condition} ? ${value} : ${other}${tail}`,
    ),
  );
};
