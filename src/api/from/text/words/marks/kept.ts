/** The values and quoted texts that are out of the way so far. */
export interface Kept {
  readonly enums: Map<string, readonly string[]>;
  readonly quotes: string[];
}

/** A pass over a text that puts some lists of values under marks. */
export type Pass = (text: string, kept: Kept) => string;

/** A value without quotes, and without what stands before it: `either draft`. */
export const clean = (text: string): string =>
  text
    .replaceAll(/["'“”‘’]/g, "")
    .replace(/^(?:an?|the|either|just|also|marked|flagged|considered)\s+(?=\S)/i, "")
    .trim();

/** Puts values under a mark, which stands in their place. */
export function keep({ enums, quotes }: Kept, given: readonly string[]): string {
  const name = `⟦E${enums.size + 1}⟧`;
  // `15, 30 or 60 minutes`
  const isCounted = given.slice(0, -1).every((value) => /^\d+(?:\.\d+)?$/.test(value));
  const unitless = /^\d+(?:\.\d+)?(?= [a-z]+$)/i.exec(given.at(-1) ?? "")?.[0];
  const values = isCounted && unitless !== undefined ? [...given.slice(0, -1), unitless] : given;
  enums.set(
    name,
    values.map((value) =>
      value.replaceAll(/⟦Q(\d+)⟧/g, (_, index: string) => quotes[Number(index)] ?? "").trim(),
    ),
  );
  return name;
}

/** `"on hold"`: what is quoted is one value, whatever is in it. */
export const quoted: Pass = (text, { quotes }) =>
  text.replaceAll(/"([^"\n]{1,60})"|“([^”\n]{1,60})”/g, (_, a: string | undefined, b: string | undefined) => {
    quotes.push(a ?? b ?? "");
    return `⟦Q${quotes.length - 1}⟧`;
  });

/** Quotes that are no values stand where they stood. */
export const unquoted: Pass = (text, { quotes }) =>
  text.replaceAll(/⟦Q(\d+)⟧/g, (_, index: string) => `"${quotes[Number(index)] ?? ""}"`);
