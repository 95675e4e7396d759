import type { JsonSchema } from "../schema/index.ts";
import type {
  Action,
  ApiDefinition,
  Binding,
  Operation,
  Parameter,
  Relation,
  Resource,
  Response,
} from "./definition.ts";
import {
  belongsTo,
  fieldType,
  filterFields,
  ownedSets,
  movedBy,
  parents,
  sortFields,
  stateFields,
  storedFields,
} from "./fields.ts";
import { namesOf, spell, wordsOf } from "./name-spelling.ts";
import { errors, ref } from "./responses.ts";
import { actionSchema, inputSchema, patchSchema, problem, recordSchema, updateSchema } from "./schemas.ts";

const json = "application/json";
const mergePatch = "application/merge-patch+json";

/** Page size of lists: the maximum, and the default if a request has no `limit`. */
export const listLimits = { default: 50, most: 200 } as const;

const id: Parameter = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string", format: "uuid" },
};

const query = (name: string, schema: JsonSchema, description: string): Parameter => ({
  name,
  in: "query",
  required: false,
  description,
  schema,
});

const paging: readonly Parameter[] = [
  query(
    "limit",
    { type: "integer", minimum: 1, maximum: listLimits.most, default: listLimits.default },
    "How many records to answer at most",
  ),
  query(
    "offset",
    { type: "integer", minimum: 0, maximum: 2_147_483_647, default: 0 },
    "How many records to skip",
  ),
];

function sorting(resource: Resource): Parameter {
  const names = sortFields(resource).flatMap((name) => [name, `-${name}`]);
  return query(
    "sort",
    { type: "string", enum: names, default: "createdAt" },
    "Order; - before a name reverses it",
  );
}

/**
 * Returns the filter parameters. Filters compare for equality, so of the rules only the maximum length of texts, the
 * bounds of integers, and the format and pattern of other types are checked.
 */
const filters = (resource: Resource): readonly Parameter[] => {
  const sets = new Set(ownedSets(resource).map(({ field }) => field));
  return filterFields(resource).map((field) => {
    const { type, format, enum: values, maxLength, pattern } = field.schema;
    const kind = fieldType(field.schema);
    const { minimum, maximum } = field.schema;
    const checked =
      kind === "integer"
        ? { format, minimum, maximum }
        : ["string", "enum"].includes(kind)
          ? { maxLength }
          : { format, pattern };
    const schema = { type, enum: values, ...checked };
    return query(
      field.name,
      Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)),
      sets.has(field.name)
        ? `Only records with this among ${field.name}`
        : `Only records with this ${field.name}`,
    );
  });
};

const listAnswer = (name: string): Response => ({
  description: "The records",
  headers: {
    "X-Total-Count": {
      description: "How many records there are in all",
      schema: { type: "integer", minimum: 0 },
    },
  },
  content: { [json]: { type: "array", items: ref(name) } },
});

const recordAnswer = (description: string, name: string): Response => ({
  description,
  content: { [json]: ref(name) },
});

const a = (words: string): string => `${/^[aeiou](?!ser|ni|se)/.test(words) ? "an" : "a"} ${words}`;

/** An operation of one resource; without `binding`, the user writes the handler. */
type Made = Pick<Operation, "operationId" | "method" | "path" | "summary" | "responses"> &
  Partial<Pick<Operation, "description" | "parameters" | "requestBody">> & { readonly binding?: Binding };

const hasUnique = (resource: Resource): boolean =>
  resource.unique.length > 0 || storedFields(resource).some((field) => field.unique);

/** Whether a change can violate a rule between a record's old and new values. */
export const isBound = (resource: Resource): boolean =>
  stateFields(resource).length > 0 || parents(resource).length > 0;

/** Whether records can't be deleted while others refer to them. */
export const isRestricted = (resource: Resource, all: readonly Resource[]): boolean =>
  all.some((other) =>
    belongsTo(other).some(
      ({ resource: to, onDelete, soft }) => to === resource.name && onDelete === "restrict" && !soft,
    ),
  );

function crud(resource: Resource, every: readonly Resource[]): readonly Made[] {
  const { plural, pascal, words } = namesOf(resource);
  const conflict = hasUnique(resource) ? ([409] as const) : [];
  const changing = isBound(resource) ? ([409] as const) : conflict;
  const all = `/api/${plural.kebab}` as const;
  const bind = (does: "list" | "create" | "get" | "update" | "patch" | "remove"): Binding => ({
    resource: resource.name,
    does,
  });
  const body = (name: string): Operation["requestBody"] & object => ({
    required: true,
    content: { [json]: ref(name) },
  });
  const update = updateSchema(resource) ? `${pascal}Update` : `${pascal}Input`;
  return [
    {
      operationId: `list${plural.pascal}`,
      method: "get",
      path: all,
      summary: `List ${plural.words}`,
      parameters: [...paging, sorting(resource), ...filters(resource)],
      responses: { "200": listAnswer(pascal), ...errors(400) },
      binding: bind("list"),
    },
    {
      operationId: `create${pascal}`,
      method: "post",
      path: all,
      summary: `Create ${a(words)}`,
      requestBody: body(`${pascal}Input`),
      responses: { "201": recordAnswer("The created record", pascal), ...errors(400, ...conflict, 413, 415) },
      binding: bind("create"),
    },
    {
      operationId: `get${pascal}`,
      method: "get",
      path: `${all}/{id}`,
      summary: `Get ${a(words)}`,
      parameters: [id],
      responses: { "200": recordAnswer("The record", pascal), ...errors(404) },
      binding: bind("get"),
    },
    {
      operationId: `update${pascal}`,
      method: "put",
      path: `${all}/{id}`,
      summary: `Update ${a(words)}`,
      parameters: [id],
      requestBody: body(update),
      responses: {
        "200": recordAnswer("The updated record", pascal),
        ...errors(400, 404, ...changing, 413, 415),
      },
      binding: bind("update"),
    },
    {
      operationId: `patch${pascal}`,
      method: "patch",
      path: `${all}/{id}`,
      summary: `Change fields of ${a(words)}`,
      description: "Changes the fields that the body names (RFC 7396). `null` empties an optional field.",
      parameters: [id],
      requestBody: {
        required: true,
        content: { [json]: ref(`${pascal}Patch`), [mergePatch]: ref(`${pascal}Patch`) },
      },
      responses: {
        "200": recordAnswer("The changed record", pascal),
        ...errors(400, 404, ...changing, 413, 415),
      },
      binding: bind("patch"),
    },
    {
      operationId: `delete${pascal}`,
      method: "delete",
      path: `${all}/{id}`,
      summary: `Delete ${a(words)}`,
      parameters: [id],
      responses: {
        "204": { description: "Deleted" },
        ...errors(404, ...(isRestricted(resource, every) ? [409 as const] : [])),
      },
      binding: bind("remove"),
    },
  ];
}

function related(resource: Resource, relation: Relation, other: Resource): Made {
  const from = namesOf(resource);
  const { pascal, kebab, words } = spell(wordsOf(relation.name));
  return {
    operationId: `list${pascal}Of${from.pascal}`,
    method: "get",
    path: `/api/${from.plural.kebab}/{id}/${kebab}`,
    summary: `List ${words} of ${a(from.words)}`,
    parameters: [id, ...paging, sorting(other)],
    responses: { "200": listAnswer(other.name), ...errors(400, 404) },
    binding: { resource: resource.name, does: "related", relation: relation.name },
  };
}

function act(resource: Resource, action: Action): Made {
  const { pascal, plural } = namesOf(resource);
  const name = spell(wordsOf(action.name));
  const path = `/api/${plural.kebab}/{id}/${name.kebab}` as const;
  const record = {
    operationId: `${name.camel}${pascal}`,
    method: "post",
    path,
    summary: action.summary,
    parameters: [id],
  } as const;
  if (!action.set)
    return {
      ...record,
      responses: {
        "200": recordAnswer("The record after it, once its handler is written", pascal),
        ...errors(404, 501),
      },
    };
  const takes = actionSchema(resource, action) !== undefined;
  const conflict = action.when || movedBy(resource, action).length ? ([409] as const) : [];
  return {
    ...record,
    ...(takes
      ? { requestBody: { required: true, content: { [json]: ref(`${name.pascal}${pascal}Input`) } } }
      : {}),
    responses: {
      "200": recordAnswer("The record after it", pascal),
      ...(takes ? errors(400, 404, ...conflict, 413, 415) : errors(404, ...conflict)),
    },
    binding: { resource: resource.name, does: "action", action: action.name },
  };
}

function operations(resource: Resource, all: readonly Resource[]): readonly Operation[] {
  const names = namesOf(resource);
  const lists = resource.relations.flatMap((relation) => {
    const other = all.find((candidate) => candidate.name === relation.resource);
    return relation.kind === "belongs-to" || relation.soft || !other
      ? []
      : [related(resource, relation, other)];
  });
  return [...crud(resource, all), ...lists, ...resource.actions.map((action) => act(resource, action))].map(
    (operation) => ({ parameters: [], ...operation, tags: [names.plural.pascal], security: [] }),
  );
}

const schemasOf = (resource: Resource): readonly (readonly [string, JsonSchema | undefined])[] => [
  [resource.name, recordSchema(resource)],
  [`${resource.name}Input`, inputSchema(resource)],
  [`${resource.name}Update`, updateSchema(resource)],
  [`${resource.name}Patch`, patchSchema(resource)],
  ...resource.actions.map(
    (action) =>
      [`${spell(wordsOf(action.name)).pascal}${resource.name}Input`, actionSchema(resource, action)] as const,
  ),
];

/**
 * Returns the operations and schemas of linked resources (`link`): the contract's CRUD table. Lists are arrays with
 * `X-Total-Count`; related lists of soft relations are not served.
 */
export function serve(resources: readonly Resource[], title?: string): ApiDefinition {
  const schemas = resources
    .flatMap(schemasOf)
    .filter((entry): entry is [string, JsonSchema] => entry[1] !== undefined);
  return {
    info: { title: title ?? `${resources[0]?.name ?? "Empty"} API`, version: "1.0.0" },
    resources,
    operations: resources.flatMap((resource) => operations(resource, resources)),
    schemas: { ...Object.fromEntries(schemas), Problem: problem },
    securitySchemes: {},
  };
}

/** Returns the API with JSON as the only media type of bodies. */
export const jsonAlone = (api: ApiDefinition): ApiDefinition => ({
  ...api,
  operations: api.operations.map(({ requestBody, ...operation }) => {
    const schema = requestBody?.content[json];
    return schema && requestBody
      ? { ...operation, requestBody: { ...requestBody, content: { [json]: schema } } }
      : operation;
  }),
});
