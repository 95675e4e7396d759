import { inTable, listed, nearest, UserError, type Place } from "../lib/index.ts";
import { locate, type Located, type Problem } from "./located.ts";

/** Describes one value: how it is parsed, its name in messages, and its JSON Schema for editors. */
export interface Field<T> {
  /** As in "url must be WHAT." */
  readonly what: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Returns `undefined` after adding at least one problem. */
  read(node: Located, reading: Reading): T | undefined;
}

/** Validates a value that is already parsed. Throws UserError with `code` for its first problem. */
export function readValue<T>(
  field: Field<T>,
  value: unknown,
  { path = "", place, code }: { readonly path?: string; readonly place: Place; readonly code: string },
): T {
  const problems: Problem[] = [];
  const read = field.read(locate(value, place), { path, problems });
  const [problem] = problems;
  if (read !== undefined && problem === undefined) return read;
  const { message, fix } = problem ?? { message: `It must be ${field.what}.`, fix: "Change it." };
  throw new UserError(code, message, fix, { place });
}

export interface Reading {
  /** The path within the file: `upstreams.local.url`. */
  readonly path: string;
  readonly problems: Problem[];
}

export type Read<F> = F extends Field<infer T> ? T : never;

/** Adds a problem without the value itself, which may be a misplaced key. */
function wrong(node: Located, { path, problems }: Reading, what: string): undefined {
  const message = `${path || "The file"} must be ${what}.`;
  problems.push({ place: node.place, message, fix: `Change ${path || "the file"}.` });
}

export const scalar = <T>(
  what: string,
  schema: Field<T>["schema"],
  read: (value: unknown) => T | undefined,
): Field<T> => ({
  what,
  schema,
  read(node, reading) {
    const value = node.kind === "scalar" ? read(node.value) : undefined;
    return value === undefined ? wrong(node, reading, what) : value;
  },
});

export const text: Field<string> = scalar("text", { type: "string", minLength: 1 }, (value) =>
  typeof value === "string" && value !== "" ? value : undefined,
);

export const truth: Field<boolean> = scalar("true or false", { type: "boolean" }, (value) =>
  typeof value === "boolean" ? value : undefined,
);

export const number = (minimum: number, maximum: number): Field<number> =>
  scalar(`a number from ${minimum} to ${maximum}`, { type: "number", minimum, maximum }, (value) =>
    typeof value === "number" && value >= minimum && value <= maximum ? value : undefined,
  );

export const integer = (minimum: number, maximum: number): Field<number> =>
  scalar(`a whole number from ${minimum} to ${maximum}`, { type: "integer", minimum, maximum }, (value) =>
    Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum
      ? Number(value)
      : undefined,
  );

export const oneOf = <const C extends string>(...choices: readonly C[]): Field<C> =>
  scalar(listed(choices, "or"), { enum: choices }, (value) => choices.find((choice) => choice === value));

export const url: Field<URL> = scalar(
  "an http or https URL without a password",
  { type: "string", format: "uri", pattern: "^https?://" },
  (value) => {
    if (typeof value !== "string" || !URL.canParse(value)) return undefined;
    const parsed = new URL(value);
    const isRight = /^https?:$/.test(parsed.protocol) && parsed.username === "" && parsed.password === "";
    return isRight ? parsed : undefined;
  },
);

export const list = <T>(item: Field<T>): Field<readonly T[]> => ({
  what: `a list (each is ${item.what})`,
  schema: { type: "array", items: item.schema },
  read(node, reading) {
    if (node.kind !== "list") return wrong(node, reading, this.what);
    const read = node.items.map((element, i) =>
      item.read(element, { ...reading, path: `${reading.path}.${i}` }),
    );
    return read.filter((item) => item !== undefined);
  },
});

/** Names that the user chooses, each with a value. */
export const named = <T>(value: Field<T>): Field<Readonly<Record<string, T>>> => ({
  what: "names with values",
  schema: { type: "object", additionalProperties: value.schema },
  read(node, reading) {
    if (node.kind !== "map") return wrong(node, reading, this.what);
    const read = node.entries.map((entry) => [
      entry.name,
      value.read(entry.value, { ...reading, path: below(reading.path, entry.name) }),
    ]);
    return Object.fromEntries(read.filter(([, item]) => item !== undefined)) as Record<string, T>; // each was read
  },
});

type Fields = Readonly<Record<string, Field<unknown>>>;

export type Shape<F extends Fields, R extends keyof F> = {
  readonly [K in Exclude<keyof F, R>]?: Read<F[K]>;
} & { readonly [K in R]: Read<F[K]> } & { readonly place: Place };

/** Known names, each with its own field, and the place of the whole object. */
export const object = <const F extends Fields, const R extends keyof F & string = never>(
  fields: F,
  required: readonly R[] = [],
): Field<Shape<F, R>> => ({
  what: `an object of ${listed(Object.keys(fields))}`,
  schema: {
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  },
  read(node, reading) {
    if (node.kind !== "map") return wrong(node, reading, this.what);
    const before = reading.problems.length;
    const read: Record<string, unknown> = { place: node.place };
    for (const { name, place, value } of node.entries) {
      const field = inTable<Field<unknown>>(fields, name);
      const inner = { ...reading, path: below(reading.path, name) };
      if (field) read[name] = field.read(value, inner);
      else unknown(inner, place, { name, known: Object.keys(fields) });
    }
    for (const name of required.filter((item) => !node.entries.some((entry) => entry.name === item))) {
      const message = `${below(reading.path, name)} is missing; it must be ${fields[name]?.what ?? ""}.`;
      reading.problems.push({ place: node.place, message, fix: `Add ${name}.` });
    }
    return reading.problems.length > before ? undefined : (read as Shape<F, R>); // each value was read by its own field
  },
});

function unknown(
  { path, problems }: Reading,
  place: Place,
  { name, known }: { readonly name: string; readonly known: readonly string[] },
): void {
  const meant = nearest(name, known);
  const fix = meant === undefined ? `Use ${listed(known, "or")}.` : `Did you mean ${meant}?`;
  problems.push({ place, message: `${path} isn't known.`, fix });
}

const below = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** `short` for scalars, `long` for everything else. */
export const either = <A, B>(short: Field<A>, long: Field<B>): Field<A | B> => ({
  what: `${short.what}, or ${long.what}`,
  schema: { anyOf: [short.schema, long.schema] },
  read: (node, reading) => (node.kind === "scalar" ? short : long).read(node, reading),
});

/** The same field with an additional check, which returns what is wrong as in "url must be WHAT." */
export const checked = <T>(field: Field<T>, check: (value: T) => string | undefined): Field<T> => ({
  ...field,
  read(node, reading) {
    const value = field.read(node, reading);
    const what = value === undefined ? undefined : check(value);
    return what === undefined ? value : wrong(node, reading, what);
  },
});
