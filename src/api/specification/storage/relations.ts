import { spell, wordsOf } from "../../name-spelling.ts";
import type { Spec } from "../../spec.ts";
import { resolve } from "../shape.ts";
import { knowsCaller } from "./accounts.ts";
import type { Place } from "./facts.ts";
import { alike, parentOf, type Family } from "./families.ts";
import { membersOf, typesOf } from "./schema-members.ts";
import { brings, creations, hidden, type Leads, type Link, type Model, type Stored } from "./stored.ts";
import type { Column } from "./types.ts";
import { nounOf, plainly, stemOf } from "./path-words.ts";

/** Returns the prefixes of a family's path that end in a parameter, with the part's index. */
function steps(
  family: Family,
): readonly { readonly path: string; readonly parameter: string; readonly index: number }[] {
  const parts = (family.all[0] ?? family.one[0])?.parts ?? [];
  const upTo = family.path.split("/").length - 1;
  return parts.slice(0, upTo).flatMap(({ parameter }, index) => {
    const path = parts
      .slice(0, index)
      .map((part) => (part.parameter === undefined ? `/${part.text}` : "/{}"))
      .join("");
    return parameter === undefined ? [] : [{ path, parameter, index }];
  });
}

/** Adds the columns for the parents on a record's paths. */
export function addParents(stored: Stored, byFamily: ReadonlyMap<string, Stored>): void {
  for (const family of stored.entity.families) {
    const found = steps(family).map(({ path, parameter }): Leads => {
      const parent = byFamily.get(path);
      const column = shownParent(stored, { parameter, path, parent, key: stored.ids.get(family.path) });
      return {
        column: column ?? hiddenParent(stored, parameter, parent),
        parameter,
        ...(parent && { parent }),
      };
    });
    stored.parents.set(family.path, found);
  }
}

interface Step {
  readonly parameter: string;
  readonly path: string;
  readonly parent: Stored | undefined;
  /** The column that identifies the family's own records. */
  readonly key: string | undefined;
}

/** Finds the parent's column that clients see, and makes it refer to the parent. */
function shownParent(stored: Stored, { parameter, path, parent, key }: Step): string | undefined {
  const base = parent ? parent.entity.noun : "";
  const names = new Set([plainly(parameter), `${base}id`, `${base}uuid`].filter((name) => name.length > 2));
  const visible = [...stored.columns.values()].find(
    ({ name, type }) => names.has(plainly(name)) && name !== stored.key && type !== "json" && name !== key,
  );
  if (!visible || parent === stored) return undefined;
  const target = parent?.columns.get(parent.key);
  if (parent && target && parent.ids.get(path) === parent.key)
    stored.columns.set(visible.name, {
      ...visible,
      type: target.type,
      refers: parent.name,
      ...(visible.set?.by === "hook" ? { set: undefined } : {}),
    } as Column); // without its own source
  return visible.name;
}

/** Adds a column for the parent that clients don't see. */
function hiddenParent(stored: Stored, parameter: string, parent: Stored | undefined): string {
  const target = parent?.columns.get(parent.key);
  const known = [...stored.parents.values()]
    .flat()
    .find((leads) => leads.parent !== undefined && leads.parent === parent);
  const plain = parent
    ? `${spell(wordsOf(parent.name)).camel}Id`
    : spell(wordsOf(parameter)).camel || "parent";
  const name = known?.column ?? hidden(stored.columns, plain);
  stored.columns.set(name, {
    name,
    type: target?.type ?? "string",
    required: false,
    ...(parent && parent !== stored ? { refers: parent.name } : {}),
    schema: target?.schema ?? { type: "string" },
  });
  return name;
}

/** Finds columns that refer to records of other kinds: `roomId`, `room_id`, `room`. */
export function addReferences(spec: Spec, stored: Stored, all: readonly Stored[]): void {
  for (const column of stored.columns.values()) {
    if (column.refers !== undefined || column.name === stored.key || column.type === "json" || column.unique)
      continue;
    const [, base = ""] = /^(.+?)_?(?:id|uuid)$/i.exec(column.name) ?? [];
    const target =
      base === ""
        ? undefined
        : all.find(
            (item) =>
              item !== stored && item.entity.noun === nounOf(base) && !item.single && item.entity.isWritten,
          );
    const isChosen = target?.entity.sent.some((place) => brings(spec, place, target.key)) ?? false;
    const key = target?.columns.get(target.key);
    if (
      target &&
      key &&
      !isChosen && // ids that clients choose may refer to anything
      key.type === column.type &&
      (target.key === "id" || plainly(target.key) === plainly(column.name))
    )
      stored.columns.set(column.name, { ...column, refers: target.name });
  }
}

/** Finds members that show an account and that no request sends: they hold the record's creator. */
export function addOwner(model: Omit<Model, "links">, stored: Stored): void {
  const { accounts, spec } = model;
  // Without a scheme that accepts tokens of accounts, no caller is identified.
  if (accounts?.scheme === undefined || stored === accounts.stored) return;
  const account = accounts.stored;
  const type = account.columns.get(account.key)?.type ?? "string";
  const isSecured = creations(stored.entity).some(({ operation }) =>
    operation.security.some((item) => Object.keys(item).length > 0),
  );
  for (const column of stored.columns.values()) {
    if (column.set?.by === "caller") {
      stored.columns.set(column.name, { ...column, type, refers: account.name });
      stored.owner ??= column.name;
      continue;
    }
    const members = membersOf(spec, column.schema);
    if (!members || stored.entity.sent.some((place) => brings(spec, place, column.name))) continue;
    const place: Place = { schema: column.schema, members, ref: undefined, way: [], isList: false };
    const isAccount = account.entity.shown.some((item) => alike(item, place) >= 0.7);
    if (!isAccount || !/(author|owner|user|creator|account|member|customer|sender|by)$/i.test(column.name))
      continue;
    const name = hidden(stored.columns, `${column.name}Id`);
    stored.columns.delete(column.name);
    stored.columns.set(name, {
      name,
      type,
      required: false,
      set: { by: "caller" },
      refers: account.name,
      schema: { type: "string" },
    });
    stored.owner ??= name;
  }
  if (stored.owner === undefined && isSecured && stored.entity.isSingle) {
    stored.owner = hidden(stored.columns, `${spell(wordsOf(account.name)).camel}Id`);
    stored.columns.set(stored.owner, {
      name: stored.owner,
      type,
      required: false,
      unique: true,
      set: { by: "caller" },
      refers: account.name,
      schema: { type: "string" },
    });
  }
}

/** Returns the links that two operations create and delete: `POST` and `DELETE /articles/{slug}/favorite`. */
export function linksOf(model: Omit<Model, "links">): readonly Link[] {
  const { families, byFamily, accounts } = model;
  const found: Link[] = [];
  for (const family of families.values()) {
    const parts = family.all[0]?.parts ?? [];
    const target = byFamily.get(parentOf(parentOf(family.path)));
    const bare = family.all.filter(
      (facts) => accounts && knowsCaller(accounts, facts) && facts.operation.requestBody?.required !== true,
    );
    const methods = new Set(bare.map(({ operation }) => operation.method));
    if (!accounts || !target || parts.at(-2)?.parameter === undefined || byFamily.has(family.path)) continue;
    if (!methods.has("delete") || !(methods.has("post") || methods.has("put"))) continue;
    const verb = parts.at(-1)?.text ?? "";
    const same = target === accounts.stored;
    const [left, right] = same
      ? ([`${stemOf(verb)}edId`, `${stemOf(verb)}erId`] as const)
      : ([
          `${spell(wordsOf(target.name)).camel}Id`,
          `${spell(wordsOf(accounts.stored.name)).camel}Id`,
        ] as const);
    found.push({
      name: spell([...wordsOf(target.name), ...wordsOf(verb)]).pascal,
      path: family.path,
      verb,
      left: target,
      right: accounts.stored,
      columns: [left, right],
    });
  }
  return found;
}

/** Removes columns whose values derive from links and counts. */
export function settle(model: Model, stored: Stored): void {
  for (const column of stored.columns.values()) {
    if (stored.entity.sent.some((place) => brings(model.spec, place, column.name))) continue;
    if (linkOf(model, stored, column.name, column)) stored.columns.delete(column.name);
  }
}

/** Returns the link whose state or count a member shows: `favorited`, `favoritesCount`. */
export function linkOf(
  model: Model,
  stored: Stored,
  name: string,
  { schema }: Pick<Column, "schema">,
): { readonly link: Link; readonly counts: boolean } | undefined {
  const types = typesOf(resolve(model.spec, schema));
  const isBoolean = types.join() === "boolean";
  const isNumber = types.length === 1 && (types[0] === "integer" || types[0] === "number");
  if (!isBoolean && !isNumber) return undefined;
  const bare = plainly(name)
    .replace(/(count|total|number)$/, "")
    .replace(/^(num|numberof|total|is|has)/, "");
  const link = model.links.find((link) => link.left === stored && stemOf(bare) === stemOf(link.verb));
  return link ? { link, counts: isNumber } : undefined;
}
