import { escapeHtml } from "../../lib/index.ts";

/** A piece of a page, already escaped. */
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

/** Template tag for HTML: values are escaped unless they are HTML. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((piece, index) => piece + written(parts[index])).join(""));
