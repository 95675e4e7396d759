/** A word of a command line; `gap` is the white space before it, so that free text can be restored. */
export interface Word {
  readonly text: string;
  readonly gap: string;
  /** Taken literally: never a flag. */
  readonly quoted: boolean;
}

/** Words already split, as passed by a shell. */
export const words = (texts: readonly string[]): readonly Word[] =>
  texts.map((text) => ({ text, gap: " ", quoted: false }));

/**
 * Splits a line at white space. Quotes group a word if they begin it or follow its `=`, so that the apostrophe in
 * `can't` is text; so is an unclosed quote.
 */
export function split(line: string): readonly Word[] {
  const found: Word[] = [];
  const piece =
    /(\s*)(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|'([^']*)'(?=\s|$)|(--[a-z-]+=)"([^"]*)"(?=\s|$)|(--[a-z-]+=)'([^']*)'(?=\s|$)|(\S+))/gy;
  for (const [, gap = "", double, single, name, value, name2, value2, plain] of line.matchAll(piece)) {
    const quoted = double !== undefined ? double.replaceAll(/\\(["\\])/g, "$1") : single;
    const flag =
      name !== undefined ? `${name}${value}` : name2 !== undefined ? `${name2}${value2}` : undefined;
    found.push({ text: quoted ?? flag ?? plain ?? "", gap, quoted: quoted !== undefined });
  }
  return found;
}

/** Joins words to a line that `split` splits into the same words. */
export const line = (all: readonly Word[]): string =>
  all
    .map(({ text, gap, quoted }, i) => (i ? gap || " " : "") + (quoted ? quote(text) : pasteable(text)))
    .join("");

const pasteable = (text: string): string => {
  if (text !== "" && !/\s|["']/.test(text)) return text;
  const flag = /^(--[a-z-]+=)([\s\S]*)$/.exec(text);
  return flag ? `${flag[1]}${quote(flag[2] ?? "")}` : quote(text);
};

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
