import { listed, nearest, remembered, UserError } from "../../lib/index.ts";
import type { Resource } from "../definition.ts";
import { singular } from "../../language/index.ts";
import { typeNames } from "./types.ts";
import { namesOf, wordsOf } from "../name-spelling.ts";

/** Something that has a name in a definition. */
export interface Target {
  readonly kind: "resource" | "field" | "relation" | "action" | "value";
  readonly resource: string;
  /** Name of the field, relation or action; for a value, of its field. */
  readonly name: string;
  readonly value?: string;
  /** Names from the outermost to its own. */
  readonly path: readonly string[];
}

const key = (name: string): string => {
  const words = [...wordsOf(name)];
  const last = words.pop();
  return [...words, ...(last === undefined ? [] : [singular(last)])].join(" ");
};

function targetsIn(resource: Resource): readonly Target[] {
  const { name, fields, relations, actions } = resource;
  const of = (kind: Target["kind"], member: string, called = member): Target => ({
    kind,
    resource: name,
    name: member,
    path: [name, called],
  });
  return [
    { kind: "resource", resource: name, name, path: [name] },
    ...fields.flatMap(({ name: field }) => typeNames(field).map((called) => of("field", field, called))),
    ...relations.flatMap((relation) => [
      of("relation", relation.name),
      ...(relation.kind === "belongs-to" ? [of("relation", relation.name, relation.field)] : []),
    ]),
    ...actions.map((action) => of("action", action.name)),
    ...fields.flatMap((field) =>
      (field.schema.enum ?? []).map((value): Target => ({
        kind: "value",
        resource: name,
        name: field.name,
        value: String(value),
        path: [name, field.name, String(value)],
      })),
    ),
  ];
}

const determiner =
  /^(?:the|an?|all|every|each|any|its|their|our|whole|entire|existing|old) (?=\S)|^(?:fields?|columns?|tables?|properties|resources?|relations?|actions?|values?|status) (?=\S)/i;
const kindWord =
  / (?:field|column|property|attribute|resource|table|entity|model|endpoint|relation|action|value|option)s?$/i;

/** Returns a name without article, quotes and kind: `the "dueDate" field` is `dueDate`. */
export function bare(phrase: string): string {
  const text = phrase.trim().replaceAll(/["'`“”‘’]/g, "");
  const rest = text.replace(determiner, "").replace(kindWord, "").trim();
  return rest === text || rest === "" ? text : bare(rest);
}

/** Returns the names in `the points of a Task`, `Task.points` or `Task's points`, outermost first. */
export function pathOf(phrase: string): readonly string[] {
  const [inner = "", ...outer] = phrase.split(/\s+(?:of|from|in|on|out of|for)\s+/i);
  const steps = inner.split(/\.|['’]s?\s+/).map(bare);
  return [...outer.toReversed().flatMap(pathOf), ...steps].filter(Boolean);
}

/** A target with the keys of its path. */
interface Named {
  readonly target: Target;
  readonly keys: readonly string[];
}

/** What is named in some resources, by the key of its own name. */
interface Names {
  readonly byKey: ReadonlyMap<string, readonly Named[]>;
  /** Resources by the keys of their singular and plural. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The most words of a resource's name. */
  readonly mostWords: number;
}

/** Returns the names in some resources, which are read once. */
const namesIn = remembered((resources: readonly Resource[]): Names => {
  const all = resources.flatMap(targetsIn).map((target): Named => ({ target, keys: target.path.map(key) }));
  const called = resources
    .toReversed()
    .flatMap((resource) => [
      [key(resource.name), resource] as const,
      [key(namesOf(resource).plural.words), resource] as const,
    ]);
  return {
    byKey: Map.groupBy(all, ({ keys }) => keys.at(-1) ?? ""),
    resources: new Map(called),
    mostWords: Math.max(0, ...resources.map(({ name }) => wordsOf(name).length)),
  };
});

/** Whether the names lead to the target in order. */
function leadsTo(asked: readonly string[], { keys }: Named): boolean {
  let index = 0;
  return asked.every((step) => {
    index = keys.indexOf(step, index) + 1;
    return index > 0;
  });
}

const depths: readonly (readonly Target["kind"][])[] = [
  ["resource"],
  ["field", "relation", "action"],
  ["value"],
];

function candidates(path: readonly string[], resources: readonly Resource[]): readonly Target[] {
  const pathKeys = path.map(key);
  const [last] = pathKeys.slice(-1);
  const alike = (last !== undefined && namesIn(resources).byKey.get(last)) || [];
  const found = alike.filter((named) => leadsTo(pathKeys, named)).map(({ target }) => target);
  const kind = depths
    .map((kinds) => found.filter((target) => kinds.includes(target.kind)))
    .find((all) => all.length > 0);
  const exact = kind?.filter(({ path: steps }) => steps.at(-1)?.toLowerCase() === path.at(-1)?.toLowerCase());
  return (exact?.length ? exact : kind) ?? [];
}

/** Splits `task priority` into a resource and its member, and `state done` into a field and its value. */
function split(path: readonly string[], resources: readonly Resource[]): readonly string[] | undefined {
  const words = (path.at(-1) ?? "").split(/\s+/);
  const { byKey, mostWords } = namesIn(resources);
  for (let length = Math.min(mostWords, words.length - 1); length > 0; length--) {
    const first = words.slice(0, length).join(" ");
    const named = key(first);
    if (byKey.get(named)?.some(({ target }) => target.kind === "resource" || target.kind === "field"))
      return [
        ...path.slice(0, -1).filter((step) => key(step) !== named),
        first,
        words.slice(length).join(" "),
      ];
  }
  return undefined;
}

const hasOf = (resource: Resource): string =>
  listed([
    ...resource.fields.map(({ name }) => name),
    ...resource.relations.map(({ name }) => name),
    ...resource.actions.map(({ name }) => name),
  ]);

/** @throws UserError `unknown_name`, listing the existing names */
export function refuseUnknown(path: readonly string[], resources: readonly Resource[]): never {
  const name = path.at(-1) ?? "";
  const of = resources.find((resource) => path.slice(0, -1).some((step) => key(step) === key(resource.name)));
  const known = (of ? [of] : resources)
    .flatMap(targetsIn)
    .filter(({ kind }) => of === undefined || kind !== "resource");
  const meant = nearest(name, [...new Set(known.map(({ path: targetPath }) => targetPath.at(-1) ?? ""))]);
  const hint = meant === undefined ? "" : `Did you mean ${meant}? `;
  throw new UserError(
    "unknown_name",
    of ? `${of.name} has no ${JSON.stringify(name)}.` : `Nothing here is called ${JSON.stringify(name)}.`,
    of
      ? `${hint}${of.name} has ${hasOf(of)}.`
      : `${hint}There ${resources.length === 1 ? "is" : "are"} ${listed(resources.map((resource) => resource.name))}.`,
  );
}

/** Returns everything that a phrase may refer to; an empty result is no error. */
export function find(phrase: string, resources: readonly Resource[]): readonly Target[] {
  const path = pathOf(phrase);
  const found = candidates(path, resources);
  if (found.length) return found;
  const apart = split(path, resources);
  return apart ? candidates(apart, resources) : [];
}

/**
 * Returns the one thing that a phrase refers to.
 * @throws UserError `unknown_name`, listing the existing names; `ambiguous_name`, listing the candidates
 */
export function target(
  phrase: string,
  resources: readonly Resource[],
  kinds?: readonly Target["kind"][],
): Target {
  const found = find(phrase, resources).filter(({ kind }) => kinds?.includes(kind) ?? true);
  const [first, second] = found;
  if (!first) return refuseUnknown(pathOf(phrase), resources);
  if (!second) return first;
  const name = first.path.at(-1) ?? "";
  throw new UserError(
    "ambiguous_name",
    `${name} is part of ${listed(found.map(({ path }) => path.slice(0, -1).join(".")))}.`,
    `Say which, for example "${name} of ${first.path.slice(0, -1).toReversed().join(" of ")}".`,
  );
}

/** Returns the resource that a phrase names, if any. */
export const resourceNamed = (phrase: string, resources: readonly Resource[]): Resource | undefined =>
  namesIn(resources).resources.get(key(bare(phrase)));

/** Returns the name of the resource that a phrase names: an existing one, or the missing target of a relation. */
export const referredNamed = (phrase: string, resources: readonly Resource[]): string | undefined =>
  resourceNamed(phrase, resources)?.name ??
  resources.flatMap(({ relations }) => relations).find(({ resource }) => key(resource) === key(bare(phrase)))
    ?.resource;
