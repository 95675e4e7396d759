/** One way in which a value breaks its schema. */
export interface Problem {
  /** Where in the value: property names and indices from the root. */
  readonly path: readonly (string | number)[];
  /** The schema's keyword that says so; `false` for a schema that allows nothing. */
  readonly keyword: string;
  readonly message: string;
}

/** Members and indexes that lead to a place in a value or a schema. */
export type SchemaPath = readonly (string | number)[];

/** `#/properties/a~1b`: how a path in a schema is written. */
export const pointer = (path: SchemaPath): string =>
  ["#", ...path.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");

/** A schema that is refused: `path` leads through the schema to what is wrong, `keyword` is its last word. */
export class SchemaError extends Error {
  readonly path: SchemaPath;
  readonly keyword: string;

  constructor(path: SchemaPath, keyword: string, message: string) {
    super(`${pointer(path)}: ${message}`);
    this.name = "SchemaError";
    this.path = path;
    this.keyword = keyword;
  }
}

/** Thrown inside a check that would cost more than its budget; the value counts as invalid. */
export class TooCostly extends Error {}
