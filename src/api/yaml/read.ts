import { capital, isObject, listed } from "../../lib/index.ts";
import { checkResources } from "../check.ts";
import type { ApiDefinition } from "../definition.ts";
import { checkRenames } from "../renames.ts";
import { link, type LooseRelation, type LooseResource } from "../link.ts";
import { memberName, resourceNames } from "../name-spelling.ts";
import { withBearer } from "../bearer.ts";
import { withEtags } from "../etag.ts";
import { serve } from "../serve.ts";
import { WrongPart } from "../wrong-part.ts";
import { readAction } from "./action.ts";
import {
  child,
  fail,
  members,
  onlyKeys,
  optionalText,
  parseSource,
  within,
  type Reader,
} from "./document.ts";
import { readFieldAt } from "./field.ts";
import { readRelation } from "./relation.ts";

function readRelations(reader: Reader): readonly LooseRelation[] {
  return members(reader, "relations").map(([name, member]) => {
    const text = member.value;
    if (typeof text !== "string")
      return fail(member, `${name} is not a relation.`, "Write for example `project: belongs to Project`.");
    return within(member, () => readRelation(name, text));
  });
}

function readUnique(reader: Reader): readonly (readonly string[])[] {
  const { value } = reader;
  if (value === undefined || value === null) return [];
  const isNames = (list: unknown): list is string[] =>
    Array.isArray(list) && list.length > 0 && list.every((name) => typeof name === "string");
  if (!Array.isArray(value) || !value.every(isNames))
    return fail(reader, "unique must be a list of lists of names.", "Write unique: [[projectId, title]].");
  return value.map((names, index) =>
    names.map((name, position) =>
      within(child(child(reader, index), position), () => memberName(name, "field")),
    ),
  );
}

export const resourceKeys = [
  "plural",
  "was",
  "owner",
  "read",
  "register",
  "description",
  "fields",
  "relations",
  "unique",
  "actions",
];

/** The values of a resource's settings that decide who has access. */
export const accessValues = { read: ["public", "account", "owner"], register: ["open", "closed"] } as const;

/** Reads a setting with few values; undefined if it is absent. */
function choice<const Value extends string>(
  reader: Reader,
  key: string,
  values: readonly Value[],
): Value | undefined {
  const text = optionalText(reader, key);
  const found = values.find((value) => value === text);
  if (text !== undefined && found === undefined)
    fail(
      reader,
      `${key} can only be ${listed(values, "or")}.`,
      `Write ${key}: ${values[0] ?? ""} or ${key}: ${values.at(-1) ?? ""}, or leave it out.`,
    );
  return found;
}

function readResource(text: string, reader: Reader): LooseResource {
  const names = within(reader, () => resourceNames(text), true);
  if (reader.value !== null) onlyKeys(reader, "a resource", resourceKeys);
  const plural = child(reader, "plural");
  const description = optionalText(child(reader, "description"), "description");
  const statedPlural = optionalText(plural, "plural");
  const was = child(reader, "was");
  const owner = optionalText(child(reader, "owner"), "owner");
  const read = choice(child(reader, "read"), "read", accessValues.read);
  const register = choice(child(reader, "register"), "register", accessValues.register);
  return {
    name: names.pascal,
    plural:
      statedPlural === undefined ? names.plural.pascal : within(plural, () => pluralAsGiven(statedPlural)),
    ...(was.value === undefined ? {} : { was: within(was, () => resourceNames(String(was.value)).pascal) }),
    ...(description === undefined ? {} : { description }),
    ...(owner === undefined ? {} : { owner }),
    ...(read === undefined ? {} : { read }),
    ...(register === undefined ? {} : { register }),
    fields: members(child(reader, "fields"), "fields").map(([name, member]) => readFieldAt(name, member)),
    relations: readRelations(child(reader, "relations")),
    actions: members(child(reader, "actions"), "actions").map(([name, member]) =>
      readAction(name, names.pascal, member),
    ),
    unique: readUnique(child(reader, "unique")),
  };
}

const pluralAsGiven = (text: string): string => {
  const camel = memberName(text, "field");
  return capital(camel);
};

/** Returns the reader of a resource's part; keys may be spelled in another case. */
function partReader(reader: Reader, part: readonly (string | number)[]): Reader {
  return part.reduce<Reader>((reader, step) => {
    const keys = isObject(reader.value) ? Object.keys(reader.value) : [];
    const key =
      keys.find((candidate) => candidate === step) ?? keys.find((candidate) => spelled(candidate) === step);
    return child(reader, key ?? step);
  }, reader);
}
const spelled = (name: string): string | undefined => {
  try {
    return memberName(name, "field");
  } catch {
    return undefined;
  }
};

/** Adds the location of a resource's part to errors about it. */
function placed<T>(readers: ReadonlyMap<string, Reader>, all: Reader, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof WrongPart)) throw cause;
    const { resource, part } = cause.at;
    const rethrow = (): never => {
      throw cause;
    };
    return within(partReader(readers.get(resource) ?? all, part), rethrow, true);
  }
}

const mostResources = 1000;

/** Resources of a parsed definition, not yet linked; `all` reads the `resources` mapping. */
export function readResources(all: Reader): readonly (readonly [LooseResource, Reader])[] {
  const found = members(all, "resources");
  if (found.length > mostResources)
    fail(
      child(all, "resources"),
      `These are ${found.length} resources; one API has at most ${mostResources}.`,
      "Split it into several.",
    );
  return found.map(([name, member]) => [readResource(name, member), member] as const);
}

/** Settings for code generation, named like their flags; the rest of a file is the API's definition. */
export const settingKeys = ["framework", "db", "test-framework"] as const;
export const topKeys = [...settingKeys, "title", "version", "description", "auth", "etag", "resources"];

/** Settings for code generation in a definition. */
export type Settings = Readonly<Partial<Record<(typeof settingKeys)[number], string>>>;

/**
 * Reads the settings.
 * @throws UserError with line and column for a setting that isn't text
 */
export function settingsIn(text: string, file: string): Settings {
  const source = parseSource(text, file);
  const root: Reader = { source, path: [], value: source.value };
  return Object.fromEntries(
    settingKeys.flatMap((key) => {
      const value = optionalText(child(root, key), key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/**
 * Returns the API of a definition in YAML or JSON; `file` is its name in messages.
 * @param before the previous definition, which renames must match
 * @throws UserError with line and column for what is not understood
 */
export function definitionFromYaml(text: string, file: string, before?: ApiDefinition): ApiDefinition {
  const source = parseSource(text, file);
  const root: Reader = { source, path: [], value: source.value };
  if (!isObject(root.value))
    return fail(
      root,
      `${file} holds no definition.`,
      "Start with `resources:` and a name such as Task below it.",
    );
  onlyKeys(root, "a definition", topKeys);
  const all = child(root, "resources");
  const read = readResources(all);
  if (!isObject(all.value) && !read.length)
    return fail(
      all,
      "The definition has no resources.",
      "Start with `resources:` and a name such as Task below it. For an API without resources, write `resources: {}`.",
    );
  const readers = new Map(read.map(([resource, reader]) => [resource.name, reader]));
  const resources = placed(readers, all, () => {
    const linked = link(
      read.map(([resource]) => resource),
      true,
    );
    checkResources(linked);
    if (before) checkRenames(before.resources, linked);
    return linked;
  });
  const api = serve(resources, optionalText(child(root, "title"), "title"));
  const version = optionalText(child(root, "version"), "version");
  const description = optionalText(child(root, "description"), "description");
  const auth = child(root, "auth");
  if (![undefined, null, false, true, "bearer"].includes(auth.value as never))
    // the value may be anything
    return fail(auth, "auth can only be bearer.", "Write auth: bearer, or leave it out.");
  const info = {
    ...api.info,
    ...(version === undefined ? {} : { version }),
    ...(description === undefined ? {} : { description }),
  };
  const etag = child(root, "etag");
  if (![undefined, null, false, true].includes(etag.value as never))
    // the value may be anything
    return fail(etag, "etag can only be true or false.", "Write etag: true, or leave it out.");
  const plain = { ...api, info };
  const versioned = etag.value ? withEtags(plain) : plain;
  return auth.value ? withBearer(versioned) : versioned;
}
