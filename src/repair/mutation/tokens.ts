export type Language = "python" | "javascript";

const shared = String.raw`[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|===|!==|\*\*=?|<<|>>|&&|\|\||\?\?|\?\.|=>|\+\+|--|[<>=!+\-*/%&|^]=|[-+*/%<>=&|^!~]|[()[\]{},.:;?]`;
const strings = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
/** Strings and comments are matched first: their content isn't code. */
const words: Readonly<Record<Language, RegExp>> = {
  python: new RegExp(`${strings}|#.*$|\\/\\/=?|${shared}`, "g"),
  javascript: new RegExp(`${strings}|\\/\\/.*$|\\/\\*.*?\\*\\/|${shared}`, "g"),
};
const keywords = new Set(
  "def class return if elif else for while in not and or is None True False import from as with try except finally raise yield lambda pass break continue function const let var new typeof instanceof of this self throw catch switch case default async await null undefined true false del global nonlocal assert delete void do extends static".split(
    " ",
  ),
);

export interface Token {
  readonly word: string;
  readonly at: number;
}

export const isName = (word: string): boolean => /^[A-Za-z_$]/.test(word) && !keywords.has(word);
export const isString = (word: string): boolean => /^["']/.test(word);

/** The tokens of a line of code, without its comment. */
export const tokensOf = (text: string, language: Language): readonly Token[] =>
  [...text.matchAll(words[language])]
    .map((match) => ({ word: match[0], at: match.index }))
    .filter(({ word }) => !(language === "python" ? /^#/ : /^\/[/*]/).test(word));

/** Replaces one token of a text. */
export const put = (text: string, { word, at }: Token, by: string): string =>
  text.slice(0, at) + by + text.slice(at + word.length);

/** An expression that is a value by itself: a name with its calls, indexes and attributes, a number or a string. */
export const operand = String.raw`(?:[\w$]+(?:\.[\w$]+)*(?:\((?:[^()]|\([^()]*\))*\)|\[(?:[^[\]]|\[[^[\]]*\])*\]|\.[\w$]+)*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()]|\([^()]*\))*\)|\[(?:[^[\]]|\[[^[\]]*\])*\])`;
