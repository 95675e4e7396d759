import type { Json, JsonObject } from "./json.ts";

/** A JSON Schema that carries the type of what it describes. */
export interface DataSchema<T> {
  readonly schema: JsonObject;
  /** For the type checker only; it is never set. */
  readonly type?: T;
}

export type DataOf<S> = S extends DataSchema<infer T> ? T : never;

type Properties = Readonly<Record<string, DataSchema<unknown>>>;

const typed = <T>(schema: JsonObject, description?: string): DataSchema<T> => ({
  schema: description === undefined ? schema : { ...schema, description },
});

/** Makers of schemas. The last argument of each is a description. */
export const data = {
  text: (description?: string) => typed<string>({ type: "string" }, description),
  number: (description?: string) => typed<number>({ type: "number" }, description),
  /** A whole number from 0. */
  count: (description?: string) => typed<number>({ type: "integer", minimum: 0 }, description),
  flag: (description?: string) => typed<boolean>({ type: "boolean" }, description),
  choice: <const C extends readonly string[]>(choices: C, description?: string) =>
    typed<C[number]>({ type: "string", enum: choices }, description),
  any: (description?: string) => typed<Json>({}, description),
  list: <T>(items: DataSchema<T>, description?: string) =>
    typed<readonly T[]>({ type: "array", items: items.schema }, description),
  orNull: <T>({ schema }: DataSchema<T>, description?: string) =>
    typed<T | null>({ anyOf: [schema, { type: "null" }] }, description),
  /** Every property is there, and no other. */
  object: <const P extends Properties>(properties: P, description?: string) =>
    typed<{ readonly [K in keyof P]: DataOf<P[K]> }>(
      {
        type: "object",
        properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, of.schema])),
        required: Object.keys(properties),
        additionalProperties: false,
      },
      description,
    ),
} as const;

/** A file, and a line of it from 1; null where only the file is known. */
export const placeData = data.object({
  path: data.text("Relative to the folder that the command works in"),
  line: data.orNull(data.count("From 1")),
});

/** `src/cart.ts` and line 12; a line of 0 is unknown. */
export const toPlace = (path: string, line?: number | undefined): DataOf<typeof placeData> => ({
  path,
  line: line || null,
});
