import type { ParameterStyle } from "../spec.ts";

/** A place that a value is written into: a member of a form counts as one of a query. */
export type Place = "path" | "query" | "header" | "cookie" | "form";

/** How a style writes a value, unescaped: OpenAPI 3.1.1 "Style Values", RFC 6570 section 3.2 for `form` to `simple`. */
export interface Style {
  /** Places that OpenAPI defines it for. */
  readonly places: readonly Place[];
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

/**
 * The one table of serialisation: clients, servers and tests of all languages write and read by it.
 * `tabDelimited` is the `tsv` of Swagger 2.0, whose other delimiters may stand in every place.
 */
export const styles: Readonly<Record<ParameterStyle, Style>> = {
  simple: { places: ["path", "header"], start: "", delimiter: ",", exploded: ",", named: false },
  label: { places: ["path"], start: ".", delimiter: ",", exploded: ".", named: false },
  matrix: { places: ["path"], start: ";", delimiter: ",", exploded: ";", named: true },
  form: { ...query, places: ["query", "cookie", "form"] },
  cookie: { ...query, places: ["cookie"] },
  spaceDelimited: { ...query, delimiter: " " },
  pipeDelimited: { ...query, delimiter: "|" },
  tabDelimited: { ...query, delimiter: "\t" },
  deepObject: query,
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
