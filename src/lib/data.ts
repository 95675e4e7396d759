import type { Json, JsonObject } from "./json.ts";

/** A JSON Schema with the TypeScript type of the values that it describes. */
export interface DataSchema<T> {
  readonly schema: JsonObject;
  /** For the type checker only; never set. */
  readonly type?: T;
}

export type DataOf<S> = S extends DataSchema<infer T> ? T : never;

type Properties = Readonly<Record<string, DataSchema<unknown>>>;

const typed = <T>(schema: JsonObject, description?: string): DataSchema<T> => ({
  schema: description === undefined ? schema : { ...schema, description },
});

/** Functions that create schemas. The last argument of each is a description. */
export const data = {
  text: (description?: string) => typed<string>({ type: "string" }, description),
  number: (description?: string) => typed<number>({ type: "number" }, description),
  /** An integer of at least 0. */
  count: (description?: string) => typed<number>({ type: "integer", minimum: 0 }, description),
  flag: (description?: string) => typed<boolean>({ type: "boolean" }, description),
  choice: <const C extends readonly string[]>(choices: C, description?: string) =>
    typed<C[number]>({ type: "string", enum: choices }, description),
  any: (description?: string) => typed<Json>({}, description),
  list: <T>(items: DataSchema<T>, description?: string) =>
    typed<readonly T[]>({ type: "array", items: items.schema }, description),
  orNull: <T>({ schema }: DataSchema<T>, description?: string) =>
    typed<T | null>({ anyOf: [schema, { type: "null" }] }, description),
  /** An object with exactly these properties, all required. */
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

/** A file and a line in it, from 1; null if only the file is known. */
export const placeData = data.object({
  path: data.text("Relative to the folder that the command works in"),
  line: data.orNull(data.count("From 1")),
});

/** Creates a place such as `src/cart.ts`, line 12; a line of 0 means unknown. */
export const toPlace = (path: string, line?: number | undefined): DataOf<typeof placeData> => ({
  path,
  line: line || null,
});
