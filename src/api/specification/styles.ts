import type { ParameterStyle } from "../spec.ts";

/** A place for a value; form members count as query parameters. */
export type Place = "path" | "query" | "header" | "cookie" | "form";

/** A kind of value with its own serialisation in each style; `single` is a text, number or boolean. */
export type Kind = "single" | "array" | "object";

/**
 * How a style serialises a value, unescaped: OpenAPI 3.1.1 "Style Values", RFC 6570 section 3.2 for `form` to
 * `simple`.
 */
export interface Style {
  /** Places for which OpenAPI defines it. */
  readonly places: readonly Place[];
  /** The kinds of values and the `explode` for which OpenAPI defines it, if not for all. */
  readonly kinds?: readonly Kind[];
  readonly explode?: boolean;
  /** Text before the first value. */
  readonly start: "" | "." | ";";
  /** Delimiter of values that are not exploded. */
  readonly delimiter: "," | " " | "|" | "\t";
  /** Delimiter of exploded values in one text; `&` if each is its own pair. */
  readonly exploded: "," | "." | ";" | "&";
  /** Whether the name precedes the value. */
  readonly named: boolean;
}

const query = { places: ["query", "form"], start: "", delimiter: ",", exploded: "&", named: true } as const;
const delimited = { ...query, kinds: ["array", "object"], explode: false } as const;

/**
 * The single table of serialisation: clients, servers and tests in all languages follow it. `tabDelimited` is the
 * `tsv` of Swagger 2.0: no version of OpenAPI 3 has it.
 */
export const styles: Readonly<Record<ParameterStyle, Style>> = {
  simple: { places: ["path", "header"], start: "", delimiter: ",", exploded: ",", named: false },
  label: { places: ["path"], start: ".", delimiter: ",", exploded: ".", named: false },
  matrix: { places: ["path"], start: ";", delimiter: ",", exploded: ";", named: true },
  form: { ...query, places: ["query", "cookie", "form"] },
  /** Of 3.2, and of texts as `content` before: nothing is percent-encoded. */
  cookie: { ...query, places: ["cookie"] },
  spaceDelimited: { ...delimited, delimiter: " " },
  pipeDelimited: { ...delimited, delimiter: "|" },
  tabDelimited: { ...delimited, places: [], delimiter: "\t" },
  deepObject: { ...query, kinds: ["object"], explode: true },
};

/** How a list is serialised in a format of Swagger 2.0, and the places it is limited to, if any. */
export interface CollectionFormat {
  /** Absent: the place's default style. */
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

/** Delimiters other than the comma, by style. */
export const delimiters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(styles).flatMap(([name, { delimiter }]) => (delimiter === "," ? [] : [[name, delimiter]])),
);

/** Default style of each place, if the document names none that is valid there. */
export const usualStyle: Readonly<Record<Place, ParameterStyle>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
  form: "form",
};
