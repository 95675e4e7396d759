import type { ParameterStyle } from "../spec.ts";

/** A place that a value is written into: a member of a form counts as one of a query. */
export type Place = "path" | "query" | "header" | "cookie" | "form";

/** A kind of value that a style writes in its own way; `single` is a text, a number or a boolean. */
export type Kind = "single" | "array" | "object";

/** How a style writes a value, unescaped: OpenAPI 3.1.1 "Style Values", RFC 6570 section 3.2 for `form` to `simple`. */
export interface Style {
  /** Places that OpenAPI defines it for. */
  readonly places: readonly Place[];
  /** Kinds of values and the `explode` that OpenAPI defines it for, where it doesn't define it for all. */
  readonly kinds?: readonly Kind[];
  readonly explode?: boolean;
  /** What comes before the first value. */
  readonly start: "" | "." | ";";
  /** What stands between values that are not exploded. */
  readonly delimiter: "," | " " | "|" | "\t";
  /** What stands between exploded values of one text; `&` where each is a pair of its own. */
  readonly exploded: "," | "." | ";" | "&";
  /** Whether the name comes before the value. */
  readonly named: boolean;
}

const query = { places: ["query", "form"], start: "", delimiter: ",", exploded: "&", named: true } as const;
const delimited = { ...query, kinds: ["array", "object"], explode: false } as const;

/**
 * The one table of serialisation: clients, servers and tests of all languages write and read by it.
 * `tabDelimited` is the `tsv` of Swagger 2.0: no version of OpenAPI 3 has it.
 */
export const styles: Readonly<Record<ParameterStyle, Style>> = {
  simple: { places: ["path", "header"], start: "", delimiter: ",", exploded: ",", named: false },
  label: { places: ["path"], start: ".", delimiter: ",", exploded: ".", named: false },
  matrix: { places: ["path"], start: ";", delimiter: ",", exploded: ";", named: true },
  form: { ...query, places: ["query", "cookie", "form"] },
  cookie: { ...query, places: ["cookie"] },
  spaceDelimited: { ...delimited, delimiter: " " },
  pipeDelimited: { ...delimited, delimiter: "|" },
  tabDelimited: { ...delimited, places: [], delimiter: "\t" },
  deepObject: { ...query, kinds: ["object"], explode: true },
};

/** How a list is written in a format of Swagger 2.0, and in which places where not in all. */
export interface CollectionFormat {
  /** The usual one of the place where there is none. */
  readonly style?: ParameterStyle;
  readonly explode: boolean;
  readonly places?: readonly string[];
}

/** Swagger 2.0, Parameter Object, `collectionFormat`. */
export const collectionFormats: Readonly<Record<string, CollectionFormat>> = {
  csv: { explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  tsv: { style: "tabDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true, places: ["query", "formData"] },
};

/** Delimiters that are no comma, by style. */
export const delimiters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(styles).flatMap(([name, { delimiter }]) => (delimiter === "," ? [] : [[name, delimiter]])),
);

/** The style of a place where the document names none, or none that can be there. */
export const usualStyle: Readonly<Record<Place, ParameterStyle>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
  form: "form",
};
