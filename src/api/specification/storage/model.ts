import { singular } from "../../../language/index.ts";
import { spell, wordsOf } from "../../name-spelling.ts";
import type { Spec } from "../../spec.ts";
import type { Accounts } from "./accounts.ts";
import type { Facts } from "./facts.ts";
import type { Entity, Family } from "./families.ts";
import { addOwner, addParents, addReferences, linksOf, settle } from "./relations.ts";
import { creations, storedOf, type Link, type Model, type Stored } from "./stored.ts";
import type { Column, StoredResource } from "./types.ts";
import { words } from "./path-words.ts";

const resourceName = (entity: Entity, usedNames: Set<string>): string => {
  const [family] = entity.families;
  const parts = (family?.all[0] ?? family?.one[0])?.parts ?? [];
  const named = parts
    .filter(({ parameter, text }) => parameter === undefined && /[A-Za-z]/.test(text))
    .map(({ text }) => wordsOf(text));
  const pascal = (from: readonly (readonly string[])[]): string =>
    from
      .map((list) => spell([...list.slice(0, -1), singular(list.at(-1) ?? "")]).pascal)
      .join("")
      .replace(/^\d+/, "")
      .slice(0, 60);
  const ref = spell(wordsOf(entity.shown.find(({ ref: one }) => one !== undefined)?.ref ?? ""))
    .pascal.replace(/^\d+/, "")
    .slice(0, 60);
  const isCurrent = words.current.test(named.at(-1)?.join("") ?? "");
  for (let n = 1; n <= named.length; n++) {
    const name = n === 1 && isCurrent && ref ? ref : pascal(named.slice(-n));
    if (name !== "" && !usedNames.has(name)) {
      usedNames.add(name);
      return name;
    }
  }
  const base = pascal(named) || "Record";
  let name = base;
  for (let n = 2; usedNames.has(name); n++) name = `${base}${n}`;
  usedNames.add(name);
  return name;
};

export function modelOf(
  spec: Spec,
  facts: readonly Facts[],
  {
    families,
    entities,
    accounts,
  }: {
    readonly families: ReadonlyMap<string, Family>;
    readonly entities: readonly Entity[];
    readonly accounts: Accounts | undefined;
  },
): Model {
  const usedNames = new Set<string>();
  const byFamily = new Map<string, Stored>();
  const all = entities.map((entity) => {
    const stored = storedOf(
      spec,
      entity,
      resourceName(entity, usedNames),
      accounts !== undefined,
      entity === accounts?.entity,
    );
    for (const family of entity.families) byFamily.set(family.path, stored);
    return stored;
  });
  for (const stored of all) addParents(stored, byFamily);
  for (const stored of all) addReferences(spec, stored, all);
  const account = all.find(({ entity }) => entity === accounts?.entity);
  const known = {
    spec,
    facts,
    families,
    byFamily,
    all,
    accounts: accounts && account ? { ...accounts, stored: account } : undefined,
  };
  if (known.accounts) addAccount(known.accounts);
  for (const stored of all) addOwner(known, stored);
  const links = linksOf(known);
  for (const stored of all) settle({ ...known, links }, stored);
  return { ...known, links };
}

/** Adds what signing in needs to an account. */
function addAccount({ stored, names, password }: Accounts & { readonly stored: Stored }): void {
  for (const name of names) {
    const column = stored.columns.get(name);
    stored.columns.set(name, {
      ...(column ?? { name, type: "string", required: false, schema: { type: "string" } }),
      unique: true,
    });
  }
  const secret = stored.columns.get(password);
  stored.columns.set(password, {
    ...(secret ?? { name: password, required: false, schema: { type: "string" } }),
    type: "string",
    secret: true,
  });
  for (const name of ["username", "userName", "email"]) {
    const column = stored.columns.get(name);
    if (column) stored.columns.set(name, { ...column, unique: true });
  }
}

/**
 * Returns the column of a record's last path parameter with those of its parents, where clients choose its value: equal
 * values may then occur below different parents.
 */
function placeOf({ all, accounts }: Model, stored: Stored): readonly string[] | undefined {
  const [[path, name] = ["", ""], ...others] = stored.ids;
  const leads = stored.parents.get(path) ?? [];
  const column = stored.columns.get(name);
  if (!column || leads.length === 0 || others.length > 0 || accounts?.stored === stored) return undefined;
  const made = creations(stored.entity);
  const isChosen = column.set === undefined || made.every(({ operation }) => operation.method === "put");
  if (made.length === 0 || !isChosen) return undefined;
  const isReferred = (): boolean =>
    all.some(({ columns }) => [...columns.values()].some(({ refers }) => refers === stored.name));
  if (name === stored.key && isReferred()) return undefined; // a reference has one column
  return [column.name, ...leads.map((lead) => lead.column)];
}

/** Returns the resource as data. */
export function resourceOf(model: Model, stored: Stored, conflicts: ReadonlySet<string>): StoredResource {
  const { accounts } = model;
  const place = placeOf(model, stored);
  const isKey = place?.[0] === stored.key;
  return {
    name: stored.name,
    table: spell(wordsOf(stored.name)).snake,
    key: place && isKey ? place : [stored.key],
    columns: [...stored.columns.values()].map(({ unique, ...column }): Column => {
      const isUnique = column.name === place?.[0] ? false : unique || conflicts.has(column.name);
      return { ...column, ...(isUnique ? { unique: true as const } : {}) };
    }),
    unique: place && !isKey ? [place] : [],
    seeded: !stored.entity.isWritten,
    ...(accounts?.stored === stored
      ? { account: { login: accounts.names, password: accounts.password } }
      : {}),
    ...(stored.single ? { single: true as const } : {}),
  };
}

export const linkResource = ({ name, left, right, columns }: Link): StoredResource => {
  const column = (which: string, { columns: all, key, name: refers }: Stored): Column => ({
    name: which,
    type: all.get(key)?.type ?? "string",
    required: true,
    refers,
    schema: { type: "string" },
  });
  return {
    name,
    table: spell(wordsOf(name)).snake,
    key: columns,
    columns: [column(columns[0], left), column(columns[1], right)],
    unique: [],
    seeded: false,
  };
};
