import {
  answeredFields,
  belongsTo,
  fieldType,
  hasEtags,
  isNullable,
  ownedSets,
  preconditions,
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
import { checkChange, notReady } from "../../rules.ts";
import { byField, changeable } from "../../../served.ts";
import { database, inputOf, ofResource, repository, type Linked, type Of } from "../repository.ts";
import { documentField } from "./collections.ts";

const store = (name: string): Code => imported("/src/store.ts", name);
const Decimal = imported("mongodb", "Decimal128");

interface Context extends Of {
  readonly stored: string;
  readonly toItem: string;
  readonly collection: string;
}

function contextOf(resource: Resource, api: ApiDefinition): Context {
  const of = ofResource(resource, api);
  const { camel, plural } = of.names.names;
  return {
    ...of,
    stored: `Stored${of.names.type}`,
    toItem: `to${of.names.type}`,
    collection: camel === plural.camel ? `${camel}Collection` : plural.camel,
  };
}

const isDecimal = (field: Field): boolean => fieldType(field.schema) === "decimal";
const decimals = (fields: readonly Field[]): readonly Field[] => fields.filter(isDecimal);

/** Generates the document type, and the conversion from documents to records. */
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
  const values = answeredFields(resource).map((field) => {
    const value = `document.${field.name}`;
    const text = isNullable(field) ? "?.toString() ?? null" : ".toString()";
    return `${field.name}: ${value}${isDecimal(field) ? text : ""}, `;
  });
  return ts`/** As MongoDB holds it. */
export interface ${code(stored)} extends Omit<${type}, ${omitted}> {
  ${joined(members)}
}

export const ${code(collection)} = (db: ${database}) => db.collection<${code(stored)}>(${tableName(resource)});

export function ${code(toItem)}(document: ${code(stored)}): ${code(names.type)} {
  const { _id: id } = document;
  return { id, ${code(values.join(""))}createdAt: document.createdAt, updatedAt: document.updatedAt };
}`;
}

/** Returns the value of a document's field, from `input`. */
const valueOf = (field: Field): Code =>
  inputOf(field, (value) => {
    if (!isDecimal(field)) return value;
    const decimal = ts`${Decimal}.fromString(${value})`;
    return isNullable(field) || field.auto ? ts`${value} === null ? null : ${decimal}` : decimal;
  });

const sortedIds = imported("/src/references.ts", "sortedIds");

const setFields = (resource: Resource): ReadonlySet<string> =>
  new Set(ownedSets(resource).map(({ field }) => field));

/** Returns the members of a new or replaced document, from the body. */
const written = (resource: Resource): readonly Code[] =>
  writableFields(resource).flatMap((field) => {
    if (field.secret && field.required) return [];
    const value = setFields(resource).has(field.name)
      ? ts`${sortedIds}(input.${code(field.name)})`
      : valueOf(field);
    return ts`${code(documentField(field))}: ${value},`;
  });

const initial = (field: Field): Code => {
  if (field.auto === "now") return code("now");
  if (field.auto === "uuid") return ts`${imported("/src/id.ts", "newId")}()`;
  return assigned(field, { value: field.default ?? null });
};

/** Checks that what the body refers to exists. */
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

function list({ resource, stored, collection, toItem }: Context): Code {
  const numbers = decimals(storedFields(resource).filter((field) => !field.secret)).map(
    ({ name }) =>
      ts`${code(name)}: filters.${code(name)} === undefined ? undefined : ${Decimal}.fromString(filters.${code(name)}),`,
  );
  const filter = numbers.length
    ? ts`${store("given")}({ ...filters, ${joined(numbers, " ")} })`
    : ts`${store("given")}(filters)`;
  return ts`const { limit, offset, sort, ...filters } = query;
  return ${store("findPage")}(${code(collection)}(db), { filter: ${filter} as ${imported("mongodb", "type Filter")}<${code(stored)}>, toItem: ${code(toItem)} }, { limit, offset, sort });`;
}

function create(context: Context): Code {
  const { resource, stored, collection, toItem } = context;
  const automatic = storedFields(resource)
    .filter((field) => field.auto)
    .map((field) => ts`${code(field.name)}: ${initial(field)},`);
  const secrets = resource.fields
    .filter((field) => field.secret && field.required)
    .map((field) => ts`${code(documentField(field))}: ${valueOf(field)},`);
  return ts`${requirements(context) ?? code("")}
  const now = new Date();
  const document: ${code(stored)} = {
    _id: ${imported("/src/id.ts", "newId")}(),
    ${joined([...written(resource), ...secrets, ...automatic])}
    createdAt: now,
    updatedAt: now,
  };
  await ${code(collection)}(db).insertOne(document).catch(${store("explain")});
  return ${code(toItem)}(document);`;
}

/** Returns a member of a changed document, from an input that may omit it. */
function changedValue(resource: Resource, field: Field): Code {
  const convert = (value: Code): Code => {
    if (setFields(resource).has(field.name)) return ts`${value} && ${sortedIds}(${value})`;
    return isDecimal(field) ? ts`${value} === undefined ? undefined : ${valueOf(field)}` : value;
  };
  return inputOf(field, convert, true);
}

/** Returns the lookup of the requested version, and the filter that matches only that version. */
const version = ({ api, collection, toItem }: Context): readonly [statement: Code, filter: Code] =>
  hasEtags(api)
    ? [
        ts`const version = await ${store("versionOf")}(${code(collection)}(db), id, { toItem: ${code(toItem)}, match });
  `,
        code(", ...version"),
      ]
    : [code(""), code("")];

/** Responds 412 if the requested version is gone. */
const changedMeanwhile = ({ api, names }: Context): Code =>
  hasEtags(api)
    ? ts`
  if (!document && match !== undefined && (await ${code(names.get)}(db, id))) throw new ${imported("/src/problem.ts", "Problem")}(412);`
    : code("");

/** Finds and changes a document in one operation, and returns its record. */
const changed = (
  { collection, toItem }: Context,
  { filter, set, otherwise }: { readonly filter: Code; readonly set: Code; readonly otherwise: Code },
): Code => ts`const document = await ${code(collection)}(db)
    .findOneAndUpdate({ _id: id${filter} }, { $set: { ${set} updatedAt: new Date() } }, { returnDocument: "after" })
    .catch(${store("explain")});${otherwise}
  return document ? ${code(toItem)}(document) : undefined;`;

function update(context: Context): Code {
  const { names, resource } = context;
  const check = requirements(context, true);
  const members = changeable(resource, writableFields(resource)).map(
    (field) => ts`${code(documentField(field))}: ${changedValue(resource, field)},`,
  );
  const [seen, filter] = version(context);
  const set = ts`...${store("given")}({ ${joined(members, " ")} }),`;
  return ts`${seen}${
    check
      ? ts`if (!(await ${code(names.get)}(db, id))) return undefined;
  ${check}
  `
      : code("")
  }${checkChange(resource)}${changed(context, { filter, set, otherwise: changedMeanwhile(context) })}`;
}

function linked({ names }: Context, { relation, other, from }: Linked, api: ApiDefinition): Code {
  const { collection, toItem } = contextOf(other, api);
  const page = (filter: Code): Code =>
    ts`return ${store("findPage")}(${from(collection)}(db), { filter: ${filter}, toItem: ${from(toItem)} }, query);`;
  if (!relation.owner) return page(ts`{ ${code(relation.field)}: id }`);
  return ts`const owner = await ${code(names.get)}(db, id);
  ${page(ts`{ _id: { $in: [...(owner?.${code(relation.field)} ?? [])] } }`)}`;
}

function assigned(field: Field, what: Assignment): Code {
  if ("now" in what) return code("new Date()");
  if ("input" in what) return valueOf(field);
  return isDecimal(field) && what.value !== null
    ? ts`${Decimal}.fromString(${what.value})`
    : ts`${what.value}`;
}

function act(context: Context, action: Action, trees: Code): Code {
  const { names, resource } = context;
  const members = byField(resource, action.set).map(
    ([field, what]) => ts`${code(documentField(field))}: ${assigned(field, what)},`,
  );
  const conditions = preconditions(action).map(
    ({ field, values }) => ts`, ${code(field)}: { $in: ${[...values]} }`,
  );
  const [seen] = version(context);
  const refusal = ts`
  const record = document ? undefined : await ${code(names.get)}(db, id);${
    seen.text
      ? ts`
  if (record) ${imported("/src/etag.ts", "requireMatch")}(record, match);`
      : code("")
  }
  if (record) throw ${notReady(action, "record")};`;
  const versioned = code(seen.text && (conditions.length ? ", $and: [version]" : ", ...version"));
  return ts`${seen}${trees}${changed(context, {
    filter: ts`${versioned}${joined(conditions, "")}`,
    set: joined(members, " "),
    otherwise: conditions.length ? refusal : changedMeanwhile(context),
  })}`;
}

/** Generates the store functions of a resource in MongoDB. */
export function functions(resource: Resource, api: ApiDefinition): Code {
  const context = contextOf(resource, api);
  const { collection, toItem } = context;
  const [seen] = version(context);
  const remove = imported("/src/references.ts", "removeWithReferences");
  return repository(context, {
    declarations: [documents(context)],
    list: list(context),
    create: create(context),
    get: ts`const document = await ${code(collection)}(db).findOne({ _id: id });
  return document ? ${code(toItem)}(document) : undefined;`,
    update: update(context),
    remove: ts`${seen}return ${remove}(db, ${tableName(resource)}, id${code(seen.text && ", version")});`,
    linked: (one) => linked(context, one, api),
    credentials({ identity, secret }) {
      const hash = code(documentField(secret));
      return {
        find: ts`const document = await ${code(collection)}(db).findOne({ ${code(identity.name)} });
  if (!document) return undefined;
  const { _id: id, ${hash}: hash } = document;
  return { id, hash };`,
        replace: ts`await ${code(collection)}(db).updateOne({ _id: id, ${hash}: hash }, { $set: { ${hash}: next } });`,
      };
    },
    act: (action, trees) => act(context, action, trees),
  });
}
