import { capital } from "../../../../lib/index.ts";
import {
  answeredFields,
  belongsTo,
  fieldType,
  hasEtags,
  isNullable,
  movedBy,
  ownedSets,
  stateFields,
  storedFields,
  writableFields,
  type Action,
  type ApiDefinition,
  type Assignment,
  type Field,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import { tableName } from "../../../sql/sql-identifiers.ts";
import { credentialsOf } from "../../files/accounts.ts";
import { modelNames } from "../../typescript-names.ts";
import { changeRules, checkChange, keepTrees, notReady } from "../../rules.ts";
import { matchOf } from "../versioned.ts";
import { documentField } from "./collections.ts";

const database = imported("/src/database.ts", "type Database");
const store = (name: string): Code => imported("/src/store.ts", name);
const Decimal = imported("mongodb", "Decimal128");
const pageOf = (type: Code): Code => ts`${imported("/src/validation.ts", "type Page")}<${type}>`;

interface Context {
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly names: ReturnType<typeof modelNames>;
  readonly type: Code;
  readonly stored: string;
  readonly toItem: string;
  readonly collection: string;
}

function contextOf(resource: Resource, api: ApiDefinition): Context {
  const names = modelNames(resource);
  const { camel, plural } = names.names;
  return {
    resource,
    api,
    names,
    type: code(names.type),
    stored: `Stored${names.type}`,
    toItem: `to${names.type}`,
    collection: camel === plural.camel ? `${camel}Collection` : plural.camel,
  };
}

const isDecimal = (field: Field): boolean => fieldType(field.schema) === "decimal";
const decimals = (fields: readonly Field[]): readonly Field[] => fields.filter(isDecimal);

/** How the documents differ from the records that are answered, and the way from one to the other. */
function documents({ resource, names, type, stored, toItem, collection }: Context): Code {
  const secrets = resource.fields.filter((field) => field.secret);
  const numbers = decimals(answeredFields(resource));
  const members = [
    code("readonly _id: string;"),
    ...secrets.map(
      (field) =>
        ts`readonly ${code(documentField(field))}: string${code(isNullable(field) ? " | null" : "")};`,
    ),
    ...numbers.map(
      (field) => ts`readonly ${code(field.name)}: ${Decimal}${code(isNullable(field) ? " | null" : "")};`,
    ),
  ];
  const omitted = joined(
    ["id", ...numbers.map(({ name }) => name)].map((name) => ts`${name}`),
    " | ",
  );
  const dropped = secrets.map((field) => `${documentField(field)}: _${field.name}, `).join("");
  const texts = numbers.map(
    (field) =>
      ts`, ${code(field.name)}: document.${code(field.name)}${code(isNullable(field) ? "?.toString() ?? null" : ".toString()")}`,
  );
  return ts`/** As MongoDB holds it. */
export interface ${code(stored)} extends Omit<${type}, ${omitted}> {
  ${joined(members)}
}

export const ${code(collection)} = (db: ${database}) => db.collection<${code(stored)}>(${tableName(resource)});

export function ${code(toItem)}(document: ${code(stored)}): ${code(names.type)} {
  const { _id: id, ${code(dropped)}...fields } = document;
  return { id, ...fields${joined(texts, "")} };
}`;
}

/** The value of a document's field, of an input called `input`. */
function valueOf(field: Field): Code {
  const value = ts`input.${code(field.name)}`;
  if (field.secret) {
    const hash = imported("/src/password.ts", "hashSecret");
    return field.required ? ts`await ${hash}(${value})` : ts`${value} && (await ${hash}(${value}))`;
  }
  if (!isDecimal(field)) return value;
  const decimal = ts`${Decimal}.fromString(${value})`;
  return isNullable(field) || field.auto ? ts`${value} === null ? null : ${decimal}` : decimal;
}

const setFields = (resource: Resource): ReadonlySet<string> =>
  new Set(ownedSets(resource).map(({ field }) => field));

/** Members of a new or replaced document, out of the body. */
const written = (resource: Resource): readonly Code[] =>
  writableFields(resource).flatMap((field) => {
    if (field.secret && field.required) return [];
    // A set has no order; sorted, it looks the same everywhere.
    const value = setFields(resource).has(field.name)
      ? ts`input.${code(field.name)}.toSorted()`
      : valueOf(field);
    return ts`${code(documentField(field))}: ${value},`;
  });

const initial = (field: Field): Code => {
  if (field.auto === "now") return code("now");
  if (field.auto === "uuid") return ts`${imported("/src/id.ts", "newId")}()`;
  return assigned(field, { value: field.default ?? null });
};

/** Checks that what the body refers to is there. */
function requirements({ resource, api }: Context, isPartial = false): Code | undefined {
  const target = (name: string): string =>
    api.resources.filter((candidate) => candidate.name === name).map(tableName)[0] ?? "";
  const single = belongsTo(resource)
    .filter(({ soft }) => !soft)
    .map(
      (relation) =>
        ts`{ path: ${relation.field}, collection: ${target(relation.resource)}, id: input.${code(relation.field)}${code(isPartial ? " ?? null" : "")} },`,
    );
  const many = ownedSets(resource).map(
    (set) =>
      ts`${code(isPartial ? `(input.${set.field} ?? [])` : `input.${set.field}`)}.map((other, index) => ({ path: \`${code(set.field)}.\${index}\`, collection: ${target(set.resource)}, id: other }))`,
  );
  const [first] = many;
  if (!single.length && !first) return undefined;
  const listed = joined([...single, ...many.map((code) => ts`...${code},`)], " ");
  const all = first && single.length + many.length === 1 ? first : ts`[${listed}]`;
  return ts`await ${imported("/src/references.ts", "requireAll")}(db, ${all});`;
}

function list(context: Context): Code {
  const { names, type, resource, collection, toItem } = context;
  const numbers = decimals(storedFields(resource).filter((field) => !field.secret));
  const head = ts`export function ${code(names.list)}(db: ${database}, query: ${code(capital(names.query))}): Promise<${pageOf(type)}> {
  const { limit, offset, sort, ...filters } = query;`;
  const filter = numbers.length
    ? ts`${store("given")}({ ...filters, ${joined(
        numbers.map(
          ({ name }) =>
            ts`${code(name)}: filters.${code(name)} === undefined ? undefined : ${Decimal}.fromString(filters.${code(name)}),`,
        ),
        " ",
      )} })`
    : ts`${store("given")}(filters)`;
  return ts`${head}
  return ${store("findPage")}(${code(collection)}(db), { filter: ${filter} as ${imported("mongodb", "type Filter")}<${code(context.stored)}>, toItem: ${code(toItem)} }, { limit, offset, sort });
}`;
}

const get = ({ names, type, collection, toItem }: Context): Code =>
  ts`export async function ${code(names.get)}(db: ${database}, id: string): Promise<${type} | undefined> {
  const document = await ${code(collection)}(db).findOne({ _id: id });
  return document ? ${code(toItem)}(document) : undefined;
}`;

function create(context: Context): Code {
  const { names, type, resource, stored, collection, toItem } = context;
  const check = requirements(context);
  const automatic = storedFields(resource)
    .filter((field) => field.auto)
    .map((field) => ts`${code(field.name)}: ${initial(field)},`);
  const secrets = resource.fields
    .filter((field) => field.secret && field.required)
    .map((field) => ts`${code(documentField(field))}: ${valueOf(field)},`);
  return ts`export async function ${code(names.create)}(db: ${database}, input: ${code(capital(names.input))}): Promise<${type}> {
  ${check ?? code("")}
  const now = new Date();
  const document: ${code(stored)} = {
    _id: ${imported("/src/id.ts", "newId")}(),
    ${joined([...written(resource), ...secrets, ...automatic])}
    createdAt: now,
    updatedAt: now,
  };
  await ${code(collection)}(db).insertOne(document).catch(${store("explain")});
  return ${code(toItem)}(document);
}`;
}

/** A member of a changed document, of an input that may leave it out. */
function changedValue(resource: Resource, field: Field): Code {
  const value = ts`input.${code(field.name)}`;
  if (setFields(resource).has(field.name)) return ts`${value}?.toSorted()`;
  if (field.secret) return ts`${value} && (await ${imported("/src/password.ts", "hashSecret")}(${value}))`;
  return isDecimal(field) ? ts`${value} === undefined ? undefined : ${valueOf(field)}` : value;
}

/** The stored version that is asked for, and the part of a filter that finds nothing else. */
const version = ({ api, collection, toItem }: Context): readonly [statement: Code, filter: Code] =>
  hasEtags(api)
    ? [
        ts`const version = await ${store("versionOf")}(${code(collection)}(db), id, { toItem: ${code(toItem)}, match });
  `,
        code(", ...version"),
      ]
    : [code(""), code("")];

/** What is left to do where the version that was asked for is no longer there. */
const changedMeanwhile = ({ api, names }: Context): Code =>
  hasEtags(api)
    ? ts`
  if (!document && match !== undefined && (await ${code(names.get)}(db, id))) throw new ${imported("/src/problem.ts", "Problem")}(412);`
    : code("");

function update(context: Context): Code {
  const { names, type, resource, collection, toItem } = context;
  const check = requirements(context, true);
  const states = new Set(stateFields(resource).map(({ name }) => name));
  const members = writableFields(resource)
    .filter(({ name }) => !states.has(name))
    .map((field) => ts`${code(documentField(field))}: ${changedValue(resource, field)},`);
  const [seen, filter] = version(context);
  return ts`/** Changes what the input has; what it leaves out stays. */
export async function ${code(names.update)}(db: ${database}, id: string, input: ${code(capital(names.patchInput))}${code(matchOf(context))}): Promise<${type} | undefined> {
  ${seen}${
    check
      ? ts`if (!(await ${code(names.get)}(db, id))) return undefined;
  ${check}
  `
      : code("")
  }${checkChange(resource)}const document = await ${code(collection)}(db)
    .findOneAndUpdate({ _id: id${filter} }, { $set: { ...${store("given")}({ ${joined(members, " ")} }), updatedAt: new Date() } }, { returnDocument: "after" })
    .catch(${store("explain")});${changedMeanwhile(context)}
  return document ? ${code(toItem)}(document) : undefined;
}`;
}

function remove(context: Context): Code {
  const { names, resource } = context;
  const call = (more: string): Code =>
    ts`return ${imported("/src/references.ts", "removeWithReferences")}(db, ${tableName(resource)}, id${code(more)});`;
  const [seen] = version(context);
  return ts`/** Whether there was one. */
export ${code(seen.text ? "async " : "")}function ${code(names.remove)}(db: ${database}, id: string${code(matchOf(context))}): Promise<boolean> {
  ${seen}${call(seen.text ? ", version" : "")}
}`;
}

function related({ names, resource, api }: Context): readonly Code[] {
  return resource.relations.flatMap((relation) => {
    const name = names.related[relation.name];
    const other = api.resources.find((candidate) => candidate.name === relation.resource);
    if (name === undefined || !other || relation.kind === "belongs-to") return [];
    const theirs = contextOf(other, api);
    const from = (what: string): Code =>
      other === resource ? code(what.replace(/^type /, "")) : imported(`/${theirs.names.module}`, what);
    const type = from(`type ${theirs.names.type}`);
    const head = (kind: string): Code =>
      ts`export ${code(kind)} ${code(name)}(db: ${database}, id: string, query: ${from(`type ${capital(theirs.names.page)}`)}): Promise<${pageOf(type)}>`;
    if (relation.kind === "has-many")
      return ts`${head("function")} {
  return ${from(theirs.names.list)}(db, { ...query, ${code(relation.field)}: id });
}`;
    const page = (filter: Code): Code =>
      ts`return ${store("findPage")}(${from(theirs.collection)}(db), { filter: ${filter}, toItem: ${from(theirs.toItem)} }, query);`;
    if (!relation.owner)
      return ts`${head("function")} {
  ${page(ts`{ ${code(relation.field)}: id }`)}
}`;
    return ts`${head("async function")} {
  const owner = await ${code(names.get)}(db, id);
  ${page(ts`{ _id: { $in: [...(owner?.${code(relation.field)} ?? [])] } }`)}
}`;
  });
}

function assigned(field: Field, what: Assignment): Code {
  if ("now" in what) return code("new Date()");
  if ("input" in what) return valueOf(field);
  return isDecimal(field) && what.value !== null
    ? ts`${Decimal}.fromString(${what.value})`
    : ts`${what.value}`;
}

function act(context: Context, action: Action): Code {
  const { names, type, resource, collection, toItem } = context;
  const fieldOf = (name: string): Field | undefined =>
    storedFields(resource).find((field) => field.name === name);
  const input = names.actionInput[action.name];
  const members = Object.entries(action.set ?? {}).flatMap(([name, what]) => {
    const field = fieldOf(name);
    return field ? ts`${code(documentField(field))}: ${assigned(field, what)},` : [];
  });
  const conditions = Object.entries(action.when ?? {}).map(
    ([name, values]) => ts`, ${code(name)}: { $in: ${values} }`,
  );
  const [seen] = version(context);
  const refusal = ts`
  const record = document ? undefined : await ${code(names.get)}(db, id);${
    hasEtags(context.api)
      ? ts`
  if (record) ${imported("/src/etag.ts", "requireMatch")}(record, match);`
      : code("")
  }
  if (record) throw ${notReady(action, "record")};`;
  return ts`${code(`/** ${action.summary.replaceAll("*/", "")} */`)}
export async function ${code(names.actions[action.name] ?? "")}(db: ${database}, id: string${code(input ? `, input: ${capital(input)}` : "")}${code(matchOf(context))}): Promise<${type} | undefined> {
  ${seen}${joined(keepTrees(resource, movedBy(resource, action)), "")}const document = await ${code(collection)}(db)
    .findOneAndUpdate({ _id: id${seen.text ? code(conditions.length ? ", $and: [version]" : ", ...version") : code("")}${joined(conditions, "")} }, { $set: { ${joined(members, " ")} updatedAt: new Date() } }, { returnDocument: "after" })
    .catch(${store("explain")});${conditions.length ? refusal : changedMeanwhile(context)}
  return document ? ${code(toItem)}(document) : undefined;
}`;
}

function credentials({ resource, api, collection }: Context): readonly Code[] {
  const account = credentialsOf(resource, api);
  if (!account) return [];
  const { identity, secret, find, replace } = account;
  return [
    ts`/** Whom somebody wants to be, and the hash that their password must have. */
export async function ${code(find)}(db: ${database}, ${code(identity.name)}: string): Promise<{ readonly id: string; readonly hash: string } | undefined> {
  const document = await ${code(collection)}(db).findOne({ ${code(identity.name)} });
  if (!document) return undefined;
  const { _id: id, ${code(documentField(secret))}: hash } = document;
  return { id, hash };
}

/** Has another hash stored of the same password, unless that has changed meanwhile. */
export async function ${code(replace)}(db: ${database}, { id, hash }: { readonly id: string; readonly hash: string }, next: string): Promise<void> {
  await ${code(collection)}(db).updateOne({ _id: id, ${code(documentField(secret))}: hash }, { $set: { ${code(documentField(secret))}: next } });
}`,
  ];
}

/** The store functions of a resource in MongoDB. */
export function functions(resource: Resource, api: ApiDefinition): Code {
  const context = contextOf(resource, api);
  const all = [
    ...changeRules(resource, database),
    documents(context),
    list(context),
    create(context),
    get(context),
    update(context),
    remove(context),
    ...credentials(context),
    ...related(context),
    ...resource.actions.filter((action) => action.set).map((action) => act(context, action)),
  ];
  return joined(all, "\n\n");
}
