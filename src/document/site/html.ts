const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand anywhere in a page: between tags and in quoted attributes. */
export const escape = (text: string): string =>
  /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign) : text;

/** A piece of a page; everything in it is escaped already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | readonly Html[] | string | number | undefined | false;

const written = (part: Part): string => {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escape(String(part));
  return part.map(({ text }) => text).join("");
};

/** A template of HTML: what is put in is escaped, unless it is HTML itself. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((piece, index) => piece + written(parts[index])).join(""));
