import { escapeHtml } from "../../lib/index.ts";

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
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(({ text }) => text).join("");
};

/** A template of HTML: what is put in is escaped, unless it is HTML itself. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((piece, index) => piece + written(parts[index])).join(""));
