import type { Spec, SpecParameter } from "../../spec.ts";
import { spell, wordsOf } from "../../names.ts";
import { singular } from "../../inflection.ts";
import type { Accounts } from "./accounts.ts";
import { columnType, keySource, schemasOf, sourceOf } from "./columns.ts";
import { nameOf, type Facts, type Place } from "./facts.ts";
import { alike, parentOf, type Entity, type Family } from "./families.ts";
import { isNullable, membersOf, spelledIn, typesOf } from "./members.ts";
import { resolve } from "../shape.ts";
import type { Column, ColumnSource, StoredResource } from "./types.ts";
import { nounOf, plainly, stemOf, words } from "./words.ts";

/** A table of pairs: who favours what, which tags an item has. */
export interface Link {
  readonly name: string;
  /** Path of the operations that make it and take it away. */
  readonly path: string;
  readonly verb: string;
  readonly left: Stored;
  readonly right: Stored;
  readonly columns: readonly [left: string, right: string];
}

/** A column by which a path leads to records, or to those of a parent. */
interface Leads {
  readonly column: string;
  readonly parent?: Stored;
  readonly parameter: string;
}

/** A kind of records with what its columns were found to be. */
export interface Stored {
  readonly entity: Entity;
  readonly name: string;
  readonly key: string;
  readonly columns: Map<string, Column>;
  /** Column of a record that the last parameter of a family's path names. */
  readonly ids: Map<string, string>;
  /** Columns that parameters inside a family's path set, outermost first. */
  readonly parents: Map<string, readonly Leads[]>;
  /** The column that holds whoever made a record. */
  owner?: string;
  single?: true;
}

export interface Model {
  readonly spec: Spec;
  readonly facts: readonly Facts[];
  readonly families: ReadonlyMap<string, Family>;
  readonly byFamily: ReadonlyMap<string, Stored>;
  readonly all: readonly Stored[];
  readonly accounts: (Accounts & { readonly stored: Stored }) | undefined;
  readonly links: readonly Link[];
}

const usualIds = ["id", "uuid", "guid", "uid", "gid", "sid", "objectid", "identifier"];
const endings = [
  ...usualIds,
  "key",
  "slug",
  "code",
  "name",
  "number",
  "login",
  "handle",
  "email",
  "username",
];

/** Which member the last parameter of a path names. */
export function keyMember(names: readonly string[], noun: string, parameter = ""): string | undefined {
  const spelled = (...wanted: readonly string[]): string | undefined =>
    names.find((name) => wanted.includes(plainly(name)));
  const key = plainly(parameter);
  const ended = endings.filter((ending) => key !== "" && key.endsWith(ending));
  const rest = key.startsWith(noun) ? key.slice(noun.length) : "";
  return (
    (key === "" ? undefined : spelled(key)) ??
    (rest === "" ? undefined : spelled(rest)) ??
    spelled("id", "uuid") ??
    spelled(...ended) ??
    spelled(...usualIds) ??
    spelled(...usualIds.map((one) => noun + one)) ??
    (key === noun || key === "" ? spelled("slug", "name", "code", "key", "username") : undefined)
  );
}

const lastParameter = (family: Family): SpecParameter | undefined =>
  family.one.find(({ last }) => last)?.last;

const isSentFor = (facts: Facts, stored: Pick<Stored, "entity">): boolean =>
  facts.sent !== undefined && stored.entity.sent.includes(facts.sent);

/** Bodies that make a record. */
export const creations = (entity: Entity): readonly Facts[] =>
  entity.families.flatMap((family) => [
    ...family.all.filter((one) => one.operation.method === "post" && isSentFor(one, { entity })),
    ...(family.all.some((one) => one.operation.method === "post" && isSentFor(one, { entity }))
      ? []
      : family.one.filter((one) => one.operation.method === "put" && isSentFor(one, { entity }))),
  ]);

const isRequired = ({ members }: Place, name: string): boolean =>
  members.required.has(spelledIn(members, name) ?? name);

/** Whether a body brings a member: what only answers have is not read from it. */
const brings = (spec: Spec, { members }: Place, name: string): boolean => {
  const own = spelledIn(members, name);
  const schema = own === undefined ? undefined : members.properties[own];
  return schema !== undefined && !(schema.readOnly ?? resolve(spec, schema).readOnly ?? false);
};

function hidden(columns: ReadonlyMap<string, Column>, wanted: string): string {
  let name = wanted;
  for (let n = 2; columns.has(name); n++) name = `${wanted}${n}`;
  return name;
}

/** A kind of records, as far as its own members tell. */
function storedOf(spec: Spec, entity: Entity, name: string, hasCaller: boolean, isAccount: boolean): Stored {
  const { shown, sent, families } = entity;
  const made = creations(entity).flatMap((one) => one.sent ?? []);
  const plain = new Set<string>();
  const names = [...shown, ...sent]
    .flatMap(({ members }) => Object.keys(members.properties))
    .filter((column) => !plain.has(plainly(column)) && plain.add(plainly(column)));
  const [main] = families.toSorted(
    (a, b) => Number(lastParameter(b) !== undefined) - Number(lastParameter(a) !== undefined),
  );
  const parameter = main && lastParameter(main);
  const record = [...new Set(shown.flatMap(({ members }) => Object.keys(members.properties)))];
  const member = entity.isSingle
    ? undefined
    : (keyMember(record, entity.noun, parameter?.name) ?? keyMember(names, entity.noun, parameter?.name));
  const columns = new Map<string, Column>();
  let key: string | undefined;
  for (const column of names) {
    const schemas = schemasOf([...shown, ...sent], column);
    const brought = schemasOf(
      sent.filter((place) => brings(spec, place, column)),
      column,
    );
    const schema = schemasOf(shown, column)[0] ?? schemas[0] ?? {};
    const isAlways =
      made.length > 0 && made.every((place) => isRequired(place, column) && brings(spec, place, column));
    const needed = shown.some(({ members }) => members.required.has(column)) && !isAlways;
    const type = columnType(spec, brought.length ? brought : schemas);
    const isToken = isAccount && words.token.test(column) && brought.length === 0;
    const isWriteOnly = schemas.some((one) => one.writeOnly ?? resolve(spec, one).writeOnly);
    if (isToken) continue;
    const set: ColumnSource | undefined =
      column === member && !isAlways
        ? (keySource(spec, { name: column, schema, parameter, others: names }) ??
          (needed ? { by: "hook" } : undefined))
        : sourceOf(spec, {
            name: column,
            schema,
            needed,
            hasCaller: hasCaller && !isAccount,
            isSent: brought.length > 0,
          });
    const source = set?.by === "value" && set.value === null ? undefined : set;
    if (column === member && (source?.by === "uuid" || source?.by === "integer" || source?.by === "prefix"))
      key = column;
    columns.set(column, {
      name: column,
      type: column === member && source?.by === "integer" ? "integer" : type,
      required:
        (isAlways && !schemas.some((one) => isNullable(spec, one))) ||
        (source !== undefined && source.by !== "caller"),
      ...(schemasOf(shown, column).some((one) => isNullable(spec, one)) ? { nullable: true } : {}),
      ...(column === member ? { unique: true } : {}),
      ...((isWriteOnly && words.password.test(column)) || words.password.test(column)
        ? { secret: true }
        : {}),
      ...(source ? { set: source } : {}),
      schema,
    });
  }
  const ids = new Map<string, string>();
  if (
    member !== undefined &&
    key === undefined &&
    columns.get(member)?.set === undefined &&
    made.length > 0 &&
    made.every((place) => isRequired(place, member) && brings(spec, place, member)) &&
    !sent.some((place) => !made.includes(place) && brings(spec, place, member))
  )
    key = member;
  if (key === undefined) {
    key = hidden(columns, "id");
    columns.set(key, {
      name: key,
      type: "string",
      required: true,
      unique: true,
      set: { by: "uuid" },
      schema: { type: "string" },
    });
  }
  for (const family of families) {
    const own = lastParameter(family);
    if (!own) continue;
    const noun = nounOf(nameOf(family.one[0]?.parts ?? []));
    const found = keyMember(
      [...columns.keys()].filter((one) => one !== key || names.includes(one)),
      noun,
      own.name,
    );
    if (found !== undefined) {
      ids.set(family.path, found);
      const column = columns.get(found);
      if (column) columns.set(found, { ...column, unique: true });
    } else {
      const column = hidden(columns, spell(wordsOf(own.name)).camel || "key");
      columns.set(column, {
        name: column,
        type: columnType(spec, [own.schema]),
        required: false,
        unique: true,
        schema: own.schema,
      });
      ids.set(family.path, column);
    }
  }
  return {
    entity,
    name,
    key,
    columns,
    ids,
    parents: new Map(),
    ...(entity.isSingle ? { single: true as const } : {}),
  };
}

/** Path prefixes of a family that end in a parameter, with the part's number. */
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

/** Gives records the columns of what their paths go through. */
function addParents(stored: Stored, byFamily: ReadonlyMap<string, Stored>): void {
  for (const family of stored.entity.families) {
    const found = steps(family).map(({ path, parameter }): Leads => {
      const parent = byFamily.get(path);
      const base = parent ? parent.entity.noun : "";
      const wanted = new Set(
        [plainly(parameter), `${base}id`, `${base}uuid`].filter((one) => one.length > 2),
      );
      const visible = [...stored.columns.values()].find(
        (column) =>
          wanted.has(plainly(column.name)) &&
          column.name !== stored.key &&
          column.type !== "json" &&
          column.name !== stored.ids.get(family.path),
      );
      const isOwn = parent === stored;
      const target = parent?.columns.get(parent.key);
      if (visible && !isOwn) {
        const isKey = target !== undefined && parent !== undefined && parent.ids.get(path) === parent.key;
        if (isKey && target)
          stored.columns.set(visible.name, {
            ...visible,
            type: target.type,
            refers: parent.name,
            ...(visible.set?.by === "hook" ? { set: undefined } : {}),
          } as Column); // without a source of its own
        return { column: visible.name, parameter, ...(parent ? { parent } : {}) };
      }
      const known = [...stored.parents.values()]
        .flat()
        .find((one) => one.parent !== undefined && one.parent === parent);
      const name =
        known?.column ??
        hidden(
          stored.columns,
          parent ? `${spell(wordsOf(parent.name)).camel}Id` : spell(wordsOf(parameter)).camel || "parent",
        );
      stored.columns.set(name, {
        name,
        type: target?.type ?? "string",
        required: false,
        ...(parent && !isOwn ? { refers: parent.name } : {}),
        schema: target?.schema ?? { type: "string" },
      });
      return { column: name, parameter, ...(parent ? { parent } : {}) };
    });
    stored.parents.set(family.path, found);
  }
}

/** Which columns point to records of other kinds: `roomId`, `room_id`, `room`. */
function addReferences(spec: Spec, stored: Stored, all: readonly Stored[]): void {
  for (const column of stored.columns.values()) {
    if (column.refers !== undefined || column.name === stored.key || column.type === "json" || column.unique)
      continue;
    const [, base = ""] = /^(.+?)_?(?:id|uuid)$/i.exec(column.name) ?? [];
    const target =
      base === ""
        ? undefined
        : all.find(
            (one) =>
              one !== stored && one.entity.noun === nounOf(base) && !one.single && one.entity.isWritten,
          );
    const isChosen = target?.entity.sent.some((place) => brings(spec, place, target.key)) ?? false;
    const key = target?.columns.get(target.key);
    if (
      target &&
      key &&
      !isChosen && // ids that clients choose may lead anywhere
      key.type === column.type &&
      (target.key === "id" || plainly(target.key) === plainly(column.name))
    )
      stored.columns.set(column.name, { ...column, refers: target.name });
  }
}

/** Members that show an account and that no request brings: whoever is calling made the record. */
function addOwner(model: Omit<Model, "links">, stored: Stored): void {
  const { accounts, spec } = model;
  if (!accounts || stored === accounts.stored) return;
  const account = accounts.stored;
  const type = account.columns.get(account.key)?.type ?? "string";
  const isSecured = creations(stored.entity).some(({ operation }) =>
    operation.security.some((one) => Object.keys(one).length > 0),
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
    const isAccount = account.entity.shown.some((one) => alike(one, place) >= 0.7);
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

/** Pairs that two operations make and take away: `POST` and `DELETE /articles/{slug}/favorite`. */
function linksOf(model: Omit<Model, "links">): readonly Link[] {
  const { families, byFamily, accounts } = model;
  const found: Link[] = [];
  for (const family of families.values()) {
    const parts = family.all[0]?.parts ?? [];
    const target = byFamily.get(parentOf(parentOf(family.path)));
    const bare = family.all.filter(({ operation }) => operation.requestBody?.required !== true);
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

const resourceName = (entity: Entity, taken: Set<string>): string => {
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
    if (name !== "" && !taken.has(name)) {
      taken.add(name);
      return name;
    }
  }
  const base = pascal(named) || "Record";
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}${n}`;
  taken.add(name);
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
  const taken = new Set<string>();
  const byFamily = new Map<string, Stored>();
  const all = entities.map((entity) => {
    const stored = storedOf(
      spec,
      entity,
      resourceName(entity, taken),
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

/** What signing in needs of an account. */
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

/** Takes the columns away whose values links and counts tell. */
function settle(model: Model, stored: Stored): void {
  for (const column of stored.columns.values()) {
    if (stored.entity.sent.some((place) => brings(model.spec, place, column.name))) continue;
    if (linkOf(model, stored, column.name, column)) stored.columns.delete(column.name);
  }
}

/** The link whose state or number a member tells: `favorited`, `favoritesCount`. */
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
  const link = model.links.find((one) => one.left === stored && stemOf(bare) === stemOf(one.verb));
  return link ? { link, counts: isNumber } : undefined;
}

/** The resource as data. */
export function resourceOf(model: Model, stored: Stored, conflicts: ReadonlySet<string>): StoredResource {
  const { accounts } = model;
  return {
    name: stored.name,
    table: spell(wordsOf(stored.name)).snake,
    key: [stored.key],
    columns: [...stored.columns.values()].map((column) =>
      conflicts.has(column.name) ? { ...column, unique: true } : column,
    ),
    unique: [],
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
