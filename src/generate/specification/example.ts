import {
  sampleOf,
  type Spec,
  type SpecMedia,
  type SpecOperation,
  type SpecParameter,
  type SpecSchema,
} from "../../api/index.ts";
import { rememberedTwice, type Json } from "../../lib/index.ts";
import { eventData } from "./events.ts";
import { fromHtml } from "./html.ts";
import { mediaKind, resolved, typesOf } from "./model.ts";
import { oneLine } from "./text.ts";

interface Callable {
  readonly operation: SpecOperation;
}

/** Content of a file in an example, for which each language has its own type. */
export class FileExample {
  readonly text = "content";
}

/** A sample value; in bodies, it may contain files. */
export type ExampleValue =
  | Json
  | FileExample
  | readonly ExampleValue[]
  | { readonly [member: string]: ExampleValue };

/** A call with sample values for everything its operation requires. */
export interface ExampleCall<T extends Callable> {
  readonly called: T;
  readonly values: ReadonlyMap<SpecParameter | "body", ExampleValue>;
}

/** Longer calls are not shown: they are hard to read. */
const longest = 400;

/** Returns the members of a form with files where its schema has binary strings; undefined for other schemas. */
function formExample(schema: SpecSchema, sample: Json, spec: Spec): ExampleValue | undefined {
  const { properties, allOf, oneOf, anyOf } = resolved(spec, schema) ?? {};
  if (!properties || allOf || oneOf || anyOf || typeof sample !== "object" || sample === null)
    return undefined;
  const withFiles = (value: Json, part: SpecSchema): ExampleValue => {
    const { type, format, items } = resolved(spec, part) ?? {};
    if (type === "string" && format === "binary") return new FileExample();
    return Array.isArray(value) && items ? value.map((item: Json) => withFiles(item, items)) : value;
  };
  const members = Object.entries(sample) as readonly (readonly [string, Json])[]; // of JSON
  return Object.fromEntries(members.map(([name, value]) => [name, withFiles(value, properties[name] ?? {})]));
}

/** Returns a sample body of a media type; undefined if there is none. */
function bodyExample(type: string, media: SpecMedia, spec: Spec): ExampleValue | undefined {
  const kind = type.includes("*") ? undefined : mediaKind(type);
  const { schema } = media;
  const sample = (of: SpecSchema | undefined): Json | undefined =>
    of && sampleOf(spec, of, "body", { longest });
  if (kind === "json" || kind === "form") return sample(schema);
  if (kind === "binary") return new FileExample();
  if (kind === "text") return schema && typesOf(schema).includes("string") ? sample(schema) : undefined;
  const value = sample(kind === "lines" ? eventData(media, spec) : schema);
  if (value === undefined || !schema) return undefined;
  if (kind === "multipart") return formExample(schema, value, spec);
  return kind === "lines" ? [value] : undefined;
}

/** Returns a sample value of a parameter, which several operations may have; undefined if there is none. */
const parameterExample = rememberedTwice((spec: Spec, { schema, name }: SpecParameter) =>
  sampleOf(spec, schema, name, { longest }),
);

/** Returns an example call; undefined if a sample is missing or the call is too long. */
function exampleOf<T extends Callable>(called: T, spec: Spec): ExampleCall<T> | undefined {
  const { parameters, requestBody } = called.operation;
  const values = new Map<SpecParameter | "body", ExampleValue>();
  for (const parameter of parameters.filter(({ required }) => required)) {
    const value = parameterExample(spec, parameter);
    if (value === undefined) return undefined;
    values.set(parameter, value);
  }
  if (requestBody?.required) {
    const [[type, media] = []] = Object.entries(requestBody.content);
    const body = type !== undefined && media ? bodyExample(type, media, spec) : undefined;
    if (body === undefined) return undefined;
    values.set("body", body);
  }
  const exampleEntries = [...values].map(([key, value]) => [key === "body" ? key : key.name, value]);
  return JSON.stringify(exampleEntries).length > longest ? undefined : { called, values };
}

/** Example calls, for the operations that have one. */
export type Examples<T extends Callable> = ReadonlyMap<T, ExampleCall<T>>;

export const examplesOf = <T extends Callable>(all: readonly T[], spec: Spec): Examples<T> =>
  new Map(
    all.flatMap((called) => {
      const example = exampleOf(called, spec);
      return example ? [[called, example] as const] : [];
    }),
  );

/** Maximum number of operations in a README. */
export const mostShown = 300;

/** Returns an operation in one line: method, path and purpose. */
export const lineOf = ({ method, path, summary }: SpecOperation): string =>
  oneLine(
    `${method.toUpperCase()} ${path}${summary === undefined ? "" : `: ${fromHtml(summary).slice(0, 120)}`}`,
  );

/** Returns the first example: of an operation that reads, else of any; `fits` may reject some. */
export function firstExample<T extends Callable>(
  examples: Examples<T>,
  fits: (call: ExampleCall<T>) => boolean = () => true,
): ExampleCall<T> | undefined {
  const all = [...examples.values()].filter(fits);
  return all.find(({ called }) => called.operation.method === "get") ?? all[0];
}
