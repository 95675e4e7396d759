import { boundTo, inPath, is, named, noParents, shownOf, through, type Setting } from "./bound.ts";
import { nameOf, type Facts, type Place } from "./facts.ts";
import { alike, parentOf } from "./families.ts";
import { followed, listOf } from "./lists.ts";
import type { Stored } from "./stored.ts";
import { created, mine } from "./own-paths.ts";
import type { OperationBinding, Where } from "./types.ts";
import { nounOf, plainly } from "./path-words.ts";

/** Binds `GET /things/{id}/part`, which shows members of the record itself. */
export function part(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model } = setting;
  const { parts, operation, shown } = facts;
  const family = parentOf(parentOf(facts.path));
  const stored = model.byFamily.get(family);
  const parameter = parts.at(-2)?.parameter;
  if (!stored || parameter === undefined || operation.method !== "get" || !shown || shown.isList)
    return undefined;
  const names = Object.keys(shown.members.properties);
  if (names.length === 0 || !names.every((name) => stored.columns.has(name)) || !shownOf(stored, facts))
    return undefined;
  return boundTo(setting, facts, stored, {
    does: "get",
    where: [named(stored, family, parameter)],
    through: through(stored, family),
  });
}

/** Returns the kind of record that a response shows: by its schema, or by the path before it. */
function shownBy({ model }: Setting, { shown, parts }: Facts): Stored | undefined {
  if (!shown) return undefined;
  const noun = nounOf(nameOf(parts));
  const byRef = model.all.find(
    ({ entity }) => shown.ref !== undefined && entity.shown.some((place) => place.ref === shown.ref),
  );
  const score = (stored: Stored): number =>
    Math.max(
      0,
      ...stored.entity.shown.map((place) =>
        Object.keys(shown.members.properties).length > 2 ? alike(place, shown) : 0,
      ),
    );
  const near = model.all.filter(
    (item) =>
      item.entity.noun === noun ||
      shown.way.some((name) => nounOf(name) === item.entity.noun) ||
      parts.some(({ text }) => nounOf(text) === item.entity.noun),
  );
  return byRef ?? near.filter((item) => score(item) >= 0.8).toSorted((a, b) => score(b) - score(a))[0];
}

/** Binds operations on the same records at another path: searches, lists below others, one by a column. */
export function elsewhere(setting: Setting, facts: Facts): OperationBinding | undefined {
  const stored = shownBy(setting, facts);
  const { operation, parts, shown, sent } = facts;
  if (!stored || !shown) return undefined;
  const owns = parts.flatMap(({ parameter }) => {
    if (parameter === undefined) return [];
    const column = columnFor(stored, parameter);
    return [{ parameter, column }];
  });
  const unknown = owns.find(({ column }) => column === undefined);
  if (unknown) return undefined;
  const where = owns.map(({ parameter, column }) => is(column ?? "", inPath(parameter)));
  const asks =
    operation.method === "get" ||
    (operation.method === "post" && /^(search|query|find|filter|list)/i.test(nameOf(parts)));
  if (!asks) {
    const last = parts.at(-1);
    const isBulk =
      operation.method === "post" &&
      last?.parameter === undefined &&
      sent &&
      stored.entity.isWritten &&
      where.length === 0 &&
      sent.isList &&
      stored.entity.sent.some((place) => alike(place, sent) >= 0.7);
    return isBulk ? created(setting, facts, stored, noParents) : undefined;
  }
  if (shown.isList) {
    const filters = operation.method === "post" && sent ? searchFilters(stored, sent) : [];
    return listOf(setting, facts, stored, {
      through: noParents,
      where: [...where, ...filters, ...(followed(setting, facts, stored) ?? []), ...mine(facts, stored)],
    });
  }
  if (operation.method !== "get" || where.length === 0) return undefined;
  return boundTo(setting, facts, stored, { does: "get", where, through: noParents });
}

/** Returns the column that a parameter names at another path. */
function columnFor(stored: Stored, parameter: string): string | undefined {
  const plain = plainly(parameter);
  const names = [...stored.columns.values()]
    .filter((column) => !column.secret && column.type !== "json")
    .map(({ name }) => name);
  const columnName =
    names.find((name) => plainly(name) === plain) ??
    names.find((name) => `${plainly(name)}id` === plain || plainly(name) === `${plain}id`);
  if (columnName !== undefined) return columnName;
  return plain === `${stored.entity.noun}id` || plain === stored.entity.noun ? stored.key : undefined;
}

function searchFilters(stored: Stored, { members, way }: Place): Where {
  return Object.keys(members.properties).flatMap((name) => {
    const column = stored.columns.get(name);
    return column && column.type !== "json" && !column.secret
      ? [is(name, { from: "body", path: [...way, name] })]
      : [];
  });
}
