import { inTable, isObject, listed, nearest, UserError } from "../lib/index.ts";

/** Reads one value; `undefined` means that it has the wrong type. */
export interface Field<T> {
  readonly what: string;
  read(value: unknown): T | undefined;
}

export const text: Field<string> = {
  what: "text",
  read: (value) => (typeof value === "string" && value !== "" ? value : undefined),
};

export const truth: Field<boolean> = {
  what: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};

export const number = (least: number, most: number): Field<number> => ({
  what: `a number from ${least} to ${most}`,
  read: (value) => (typeof value === "number" && value >= least && value <= most ? value : undefined),
});

export const oneOf = <const C extends string>(...choices: readonly C[]): Field<C> => ({
  what: listed(choices, "or"),
  read: (value) => choices.find((choice) => choice === value),
});

export const texts: Field<readonly string[]> = {
  what: "a list of texts",
  read: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined,
};

export const object: Field<Readonly<Record<string, unknown>>> = {
  what: "names with values",
  read: (value) => (isObject(value) ? value : undefined),
};

type Read<F> = { -readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

/** Reads the named fields of `data`. Raises UserError for unknown names and invalid values. */
export function fields<const F extends Readonly<Record<string, Field<unknown>>>>(
  data: Readonly<Record<string, unknown>>,
  known: F,
  file: string,
): Read<F> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    const field = inTable(known, name);
    if (!field) {
      const meant = nearest(name, Object.keys(known));
      throw wrong(
        `There is no setting ${name}${meant ? `; did you mean ${meant}?` : "."}`,
        `It has ${listed(Object.keys(known))}.`,
        file,
      );
    }
    if (value === null) continue;
    const read = field.read(value);
    if (read === undefined) throw wrong(`${name} is ${field.what}.`, `Change ${name} in that file.`, file);
    found[name] = read;
  }
  return found as Read<F>; // each was read by its own field
}

export const wrong = (message: string, fix: string, file: string): UserError =>
  new UserError("settings", message, fix, { place: { file } });
