import {
  answeredFields,
  belongsTo,
  fieldType,
  filterFields,
  hasEtags,
  isBound,
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
import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import { documentField } from "../../../mongo/rules.ts";
import { tableName } from "../../../sql/sql-identifiers.ts";
import { byField } from "../../../served.ts";
import { attribute, bodies, modelNames } from "../../python-names.ts";
import { checkChange, keepTrees, notReady, type Reading } from "../../rules.ts";
import { Database, carried, newId, now, repository, valueOf, type Listed, type Of } from "../repository.ts";

const Document = imported("/src/database.py", "Document");
const store = (name: string): Code => imported("/src/store.py", name);
const after = imported("pymongo", "ReturnDocument");

/** What the functions of one resource share. */
interface Context extends Of {
  readonly collection: Code;
}

/** Returns a value as documents store it. */
function toHeld(field: Field, value: Code): Code {
  switch (fieldType(field.schema)) {
    case "decimal":
      return py`${store("decimal128")}(${value})`;
    case "date":
      return py`${store("day_text")}(${value})`;
    default:
      return value;
  }
}

/** Returns the value of a document's field, from a body. */
const heldValue = (field: Field): Code => valueOf(field, (value) => toHeld(field, value));

const sets = (resource: Resource): ReadonlySet<string> =>
  new Set(ownedSets(resource).map(({ field }) => field));

/** `_task(document)`: returns the record for the response. */
function record({ resource, names }: Context): Code {
  const members = answeredFields(resource).map((field) => {
    const value = py`document[${field.name}]`;
    const read = fieldType(field.schema) === "decimal" ? py`${store("decimal_of")}(${value})` : value;
    return py`${code(attribute(field.name))}=${read},`;
  });
  return py`def _record(document: ${Document}) -> ${code(names.type)}:
    return ${code(names.type)}(
        id=document["_id"],
        ${joined(members, "\n        ")}
        created_at=document["createdAt"],
        updated_at=document["updatedAt"],
    )`;
}

/** Returns the members of a new or changed document, from a body. */
function written({ resource, names }: Context): Code {
  const members = writableFields(resource)
    .filter((field) => !field.secret)
    .map((field) => {
      const value = py`body.${code(attribute(field.name))}`;
      // Sets have no order; sorted, they look the same everywhere.
      const stored = sets(resource).has(field.name) ? py`sorted(${value} or [])` : toHeld(field, value);
      return py`(${attribute(field.name)}, ${field.name}, ${stored}),`;
    });
  return py`def _written(body: ${code(names.input)} | ${bodies(names)}) -> ${Document}:
    values = ${carried}(body)
    members: list[tuple[str, str, ${imported("typing", "Any")}]] = [${joined(members, " ")}]
    return {name: value for attribute, name, value in members if attribute in values}`;
}

const target = (api: ApiDefinition, name: string): string =>
  api.resources.filter((candidate) => candidate.name === name).map(tableName)[0] ?? "";

/** Checks that what a body refers to exists. */
function requirements({ resource, api }: Context, fields?: ReadonlySet<string>): Code | undefined {
  const single = belongsTo(resource)
    .filter(({ soft, field }) => !soft && (!fields || fields.has(field)))
    .map(
      (relation) =>
        py`(${relation.field}, ${target(api, relation.resource)}, body.${code(attribute(relation.field))}),`,
    );
  const many = fields
    ? []
    : ownedSets(resource).map(
        (set) =>
          py`*((f"${code(set.field)}.{place}", ${target(api, set.resource)}, id) for place, id in enumerate(body.${code(attribute(set.field))} or [])),`,
      );
  if (!single.length && !many.length) return undefined;
  return py`await ${imported("/src/references.py", "require_all")}(db, [${joined([...single, ...many], " ")}])`;
}

function list({ resource, collection }: Context): Code {
  const filters = filterFields(resource).map(
    (field) => py`${field.name}: ${toHeld(field, py`query.${code(attribute(field.name))}`)},`,
  );
  return py`    wanted = ${store("given")}({${joined(filters, " ")}})
    return await ${store("find_page")}(${collection}, wanted, _record, query, query.sort)`;
}

const reading = ({ names }: Context): Reading => ({
  name: "db",
  type: Database,
  get: (id) => py`${code(names.get)}(db, ${code(id)})`,
});

const lines = (codes: readonly Code[], indent: string): Code =>
  joined(
    codes.map(
      (line) => py`${code(indent)}${line}
`,
    ),
    "",
  );

function initial(field: Field): Code {
  if (field.auto === "now")
    return fieldType(field.schema) === "date" ? py`moment.date().isoformat()` : code("moment");
  return field.auto === "uuid" ? py`${newId}()` : constant(field, field.default ?? null);
}

/** Returns a constant as documents store it. */
function constant(field: Field, value: unknown): Code {
  if (value === null) return code("None");
  switch (fieldType(field.schema)) {
    case "decimal":
      return py`${imported("bson.decimal128", "Decimal128")}(${value})`;
    case "datetime":
      return py`${imported("datetime", "datetime")}.fromisoformat(${value})`;
    default:
      return py`${value}`;
  }
}

function create(context: Context): Code {
  const { resource, collection } = context;
  const check = requirements(context);
  const automatic = storedFields(resource)
    .filter((field) => field.auto)
    .map((field) => py`${field.name}: ${initial(field)},`);
  const secrets = storedFields(resource)
    .filter((field) => field.secret)
    .map((field) => py`${documentField(field)}: ${heldValue(field)},`);
  return py`${check ? lines([check], "    ") : code("")}    moment = ${now}()
    document: ${Document} = {
        "_id": ${newId}(),
        **_written(body),
        ${joined([...secrets, ...automatic], "\n        ")}
        "createdAt": moment,
        "updatedAt": moment,
    }
    with ${store("explained")}():
        await ${collection}.insert_one(document)
    return _record(document)`;
}

const absent = ({ names }: Context): Code => py`if await ${code(names.get)}(db, id) is None:
        return None`;

/** Returns the lookup of the requested version, and the filter that matches only that version. */
const version = ({ api, collection }: Context): readonly [statement: Code, filter: Code] =>
  hasEtags(api)
    ? [
        py`    version = await ${store("version_of")}(${collection}, id, _record, match)
`,
        code(", **version"),
      ]
    : [code(""), code("")];

/** Responds 412 if the requested version is gone. */
const changedMeanwhile = ({ api, names }: Context): Code =>
  hasEtags(api)
    ? py`    if found is None and match is not None and await ${code(names.get)}(db, id) is not None:
        raise ${imported("/src/problem.py", "Problem")}(412)
`
    : code("");

function update(context: Context): Code {
  const { resource, collection } = context;
  const check = requirements(context);
  const [seen, filter] = version(context);
  const secrets = storedFields(resource)
    .filter((field) => field.secret)
    .map(
      (field) => py`if ${attribute(field.name)} in values:
        document[${documentField(field)}] = ${heldValue(field)}`,
    );
  const states = stateFields(resource).map(({ name }) => py`document.pop(${name}, None)`);
  const values =
    secrets.length || isBound(resource) ? lines([py`values = ${carried}(body)`], "    ") : code("");
  return py`${seen}${values}${check ? lines([absent(context), check], "    ") : code("")}${checkChange(resource, "db")}    document = {**_written(body), "updatedAt": ${now}()}
${lines([...states, ...secrets], "    ")}    with ${store("explained")}():
        found = await ${collection}.find_one_and_update({"_id": id${filter}}, {"$set": document}, return_document=${after}.AFTER)
${changedMeanwhile(context)}    return None if found is None else _record(found)`;
}

function remove(context: Context): Code {
  const [seen] = version(context);
  const more = code(seen.text ? ", version" : "");
  return py`${seen}    return await ${imported("/src/references.py", "remove_with_references")}(db, ${tableName(context.resource)}, id${more})`;
}

/** Returns a filter for the documents that belong to one of another resource. */
function filterOf(relation: Listed): Code {
  if (relation.kind === "has-many" || !relation.owner) return py`{${relation.field}: id}`;
  return py`{"_id": {"$in": owner[${relation.field}] if owner else []}}`;
}

function related({ collection }: Context, owner: Resource, relation: Listed): Code {
  const isHeld = relation.kind === "many-to-many" && relation.owner;
  const found = isHeld
    ? lines([py`owner = await db.collection(${tableName(owner)}).find_one({"_id": id})`], "    ")
    : code("");
  return py`${found}    return await ${store("find_page")}(${collection}, ${filterOf(relation)}, _record, query, query.sort)`;
}

function assigned(field: Field, what: Assignment): Code {
  if ("now" in what)
    return fieldType(field.schema) === "date" ? py`${now}().date().isoformat()` : py`${now}()`;
  return "input" in what ? heldValue(field) : constant(field, what.value);
}

function act(context: Context, action: Action): Code {
  const { names, resource, collection } = context;
  const input = names.actionInput[action.name];
  const set = Object.entries(action.set ?? {});
  const members = byField(resource, action.set).map(
    ([field, what]) => py`${documentField(field)}: ${assigned(field, what)},`,
  );
  const inputNames = new Set(set.flatMap(([name, what]) => ("input" in what ? [name] : [])));
  const check = inputNames.size ? requirements(context, inputNames) : undefined;
  const conditions = Object.entries(action.when ?? {}).map(
    ([name, values]) => py`, ${name}: {"$in": ${values}}`,
  );
  const refusal = conditions.length
    ? py`    record = await ${code(names.get)}(db, id) if found is None else None
    if record is not None:
${
  hasEtags(context.api)
    ? py`        ${imported("/src/etag.py", "require_match")}(record, match)
`
    : code("")
}        raise ${notReady(action, "record")}
`
    : changedMeanwhile(context);
  const [seen] = version(context);
  const filter = code(seen.text ? (conditions.length ? ', "$and": [version]' : ", **version") : "");
  const call = py`found = await ${collection}.find_one_and_update({"_id": id${filter}${joined(conditions, "")}}, {"$set": change}, return_document=${after}.AFTER)`;
  const value = (name: string): Code => code(`body.${name}`);
  const trees = keepTrees(movedBy(resource, action), reading(context), { value, indent: "    " });
  return py`${seen}${check ? lines([absent(context), check], "    ") : code("")}${lines(trees, "    ")}    change = {${joined(members, " ")} "updatedAt": ${now}()}
${
  input
    ? py`    with ${store("explained")}():
        ${call}`
    : py`    ${call}`
}
${refusal}    return None if found is None else _record(found)`;
}

/** Generates the store functions of a resource in MongoDB. */
export function functions(resource: Resource, api: ApiDefinition): Code {
  const collection = py`db.collection(${tableName(resource)})`;
  const context: Context = { resource, api, names: modelNames(resource), collection };
  return repository(context, {
    reading: reading(context),
    declarations: [record(context), written(context)],
    list: list(context),
    create: create(context),
    get: py`    document = await ${collection}.find_one({"_id": id})
    return None if document is None else _record(document)`,
    update: update(context),
    remove: remove(context),
    related: (owner, relation) => related(context, owner, relation),
    credentials({ identity, secret }, name) {
      const hash = documentField(secret);
      return {
        find: py`    document = await ${collection}.find_one({${identity.name}: ${name}})
    return None if document is None else Credentials(document["_id"], document[${hash}])`,
        replace: py`    document = {"_id": known.id, ${hash}: known.hash}
    await ${collection}.update_one(document, {"$set": {${hash}: next}})`,
      };
    },
    act: (action) => act(context, action),
  });
}
