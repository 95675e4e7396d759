/** One violation of a schema by a value. */
export interface Problem {
  /** The path in the value: property names and indices from the root. */
  readonly path: readonly (string | number)[];
  /** The keyword that is violated; `false`: a schema that allows nothing; `budget`: the check was too long. */
  readonly keyword: string;
  readonly message: string;
}

/** The property names and indices that lead to a place in a value or a schema. */
export type SchemaPath = readonly (string | number)[];

/** A path in a schema as a JSON Pointer: `#/properties/a~1b`. */
export const pointer = (path: SchemaPath): string =>
  ["#", ...path.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");

/** Raised for a schema that is rejected: `path` leads to the error, `keyword` is the keyword at fault. */
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

/** Thrown by work that exceeds its budget; in a check, the value counts as invalid. */
export class TooCostly extends Error {}
