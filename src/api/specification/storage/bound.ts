import { resolve } from "../shape.ts";
import type { Facts, Place } from "./facts.ts";
import { alike, parentOf } from "./families.ts";
import { acknowledged, frameOf } from "./frames.ts";
import { resourceOf } from "./model.ts";
import type { Model, Stored } from "./stored.ts";
import { isAboutAnswer, isPrecondition } from "./parameters.ts";
import type {
  BodyRules,
  Condition,
  Does,
  OperationBinding,
  Parents,
  Source,
  StoredResource,
  Where,
} from "./types.ts";
import type { Views } from "./views.ts";
import { plainly } from "./path-words.ts";

/** Thrown if storage can't serve an operation. */
class NotBound extends Error {}

export const no = (why: string): never => {
  throw new NotBound(why);
};

export const attempt = <T>(work: () => T): { readonly value: T } | { readonly why: string } => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof NotBound) return { why: error.message };
    throw error;
  }
};

export const quoted = (name: string): string => JSON.stringify(name.slice(0, 80));

export interface Setting {
  readonly model: Model;
  readonly views: Views;
}

export const is = (column: string, value: Source): Condition => ({ column, how: "is", value });

export const inPath = (name: string): Source => ({ from: "parameter", in: "path", name });

export const isSecured = ({ operation }: Facts): boolean =>
  operation.security.length > 0 && operation.security.every((item) => Object.keys(item).length > 0);

export const resourceFor = ({ model }: Setting, stored: Stored): StoredResource =>
  resourceOf(model, stored, new Set());

/** Returns the condition for the record that a path parameter names. */
export function named(stored: Stored, family: string, parameter: string): Condition {
  return is(stored.ids.get(family) ?? stored.key, inPath(parameter));
}

/** Returns the key of the record that a parameter names. */
export function keyOf(stored: Stored, family: string, parameter: string): Source {
  const column = stored.ids.get(family) ?? stored.key;
  return column === stored.key
    ? inPath(parameter)
    : {
        from: "select",
        resource: stored.name,
        column: stored.key,
        where: [named(stored, family, parameter)],
      };
}

export interface Through {
  readonly where: Where;
  readonly sets: Readonly<Record<string, Source>>;
  readonly parents: OperationBinding["parents"];
}

/**
 * Returns what the path before a record's own part means: records that must exist, and columns that hold their keys.
 */
export function through(stored: Stored, family: string): Through {
  const where: Condition[] = [];
  const sets: Record<string, Source> = {};
  const parents: OperationBinding["parents"][number][] = [];
  let at = family;
  const steps = stored.parents.get(family) ?? [];
  const prefixes: string[] = [];
  while ((at = parentOf(at)) !== "") if (at.endsWith("/{}")) prefixes.unshift(parentOf(at));
  for (const [i, step] of steps.entries()) {
    const path = prefixes[i] ?? "";
    const value = step.parent ? keyOf(step.parent, path, step.parameter) : inPath(step.parameter);
    where.push(is(step.column, value));
    sets[step.column] = value;
    if (step.parent && step.parent.entity.isWritten)
      parents.push({ resource: step.parent.name, where: [named(step.parent, path, step.parameter)] });
  }
  return { where, sets, parents };
}

/** Returns the records on an operation's path that must exist before it does anything. */
export function parentsOf({ byFamily }: Model, { path, parts, operation }: Facts): Parents {
  for (let count = parts.length; count > 0; count--) {
    const { parameter } = parts[count - 1] ?? {};
    // The target of a PUT may not exist yet.
    if (parameter === undefined || (count === parts.length && operation.method === "put")) continue;
    const family = parentOf(
      path
        .split("/")
        .slice(0, count + 1)
        .join("/"),
    );
    const stored = byFamily.get(family);
    if (!stored?.entity.isWritten) continue;
    const { where, parents } = through(stored, family);
    return [...parents, { resource: stored.name, where: [...where, named(stored, family, parameter)] }];
  }
  return [];
}

/** Maps the members of a body to columns; members that aren't stored are skipped. */
export function bodyOf({ model }: Setting, stored: Stored, place: Place): BodyRules {
  const columns: Record<string, string> = {};
  for (const name of Object.keys(place.members.properties)) {
    const column = stored.columns.has(name)
      ? name
      : [...stored.columns.keys()].find((key) => plainly(key) === plainly(name));
    const readOnly =
      place.members.properties[name]?.readOnly ??
      resolve(model.spec, place.members.properties[name] ?? {}).readOnly;
    if (column !== undefined && !readOnly) columns[name] = column;
  }
  return {
    within: place.way,
    ...(place.isList ? { many: true } : {}),
    ...(place.spread === undefined ? {} : { spread: place.spread }),
    columns,
  };
}

/** Refuses parameters that, if ignored, would make a write do more than it was asked to. */
function checkParameters({ operation }: Facts, used: readonly string[], isLoose: boolean): readonly string[] {
  const others = operation.parameters.filter(
    ({ name, in: place }) => place !== "path" && !used.includes(name),
  );
  const needed = others.find(
    (parameter) =>
      parameter.required &&
      (isPrecondition(parameter) || (parameter.in !== "header" && !isAboutAnswer(parameter.name))),
  );
  if (needed && !isLoose) no(`it needs the parameter ${quoted(needed.name)}, which no column has`);
  return others.map(({ name }) => name);
}

interface Wanted {
  readonly does: Does;
  readonly where?: Where;
  readonly through: Through;
  readonly body?: BodyRules | undefined;
  readonly sets?: Readonly<Record<string, Source>>;
  readonly used?: readonly string[];
  readonly more?: Partial<OperationBinding>;
}

/** Returns the shown record if it is of this kind. */
export const shownOf = (stored: Stored, { shown }: Facts): Place | undefined =>
  shown &&
  Object.keys(shown.members.properties).some((name) => stored.columns.has(name)) &&
  stored.entity.shown.some((place) => place === shown || alike(place, shown) >= 0.5)
    ? shown
    : undefined;

/** Binds an operation on one record. */
export function boundTo(setting: Setting, facts: Facts, stored: Stored, goal: Wanted): OperationBinding {
  const { model, views } = setting;
  const { operation, answer, status } = facts;
  if (facts.isForeign) no("its answer is no JSON");
  const place = shownOf(stored, facts);
  if (goal.does === "get" && !place && answer) no("its answer shows nothing of the record");
  if (goal.does === "get" && !answer) no("its answer has no body");
  const frame = place
    ? frameOf({ model, list: undefined }, facts, stored, { place, views })
    : acknowledged(model, facts);
  if (answer && !frame) no("no example of its answer can be made");
  const ignored = checkParameters(facts, goal.used ?? [], goal.does === "get" && stored.entity.isWritten);
  const headers = Object.keys(operation.responses[String(status)]?.headers ?? {});
  const location = headers.find((name) => /^location$/i.test(name));
  return {
    resource: stored.name,
    does: goal.does,
    where: [...goal.through.where, ...(goal.where ?? [])],
    parents: goal.through.parents,
    ...(goal.body ? { body: goal.body } : {}),
    sets: { ...goal.through.sets, ...goal.sets },
    status,
    ...(frame ? { frame } : {}),
    ...(location === undefined ? {} : { location }),
    ignored,
    ...goal.more,
  };
}

/** Restricts changes to the record's creator, if that is known and callers sign in. */
export const ownership = (stored: Stored, facts: Facts): Partial<OperationBinding> =>
  stored.owner !== undefined && isSecured(facts) && !stored.single ? { owner: stored.owner } : {};

export const noParents: Through = { where: [], sets: {}, parents: [] };
