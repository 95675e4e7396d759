import { remembered, type Json } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ApiDefinition, Field, Operation, Resource } from "../definition.ts";
import { resourceOf } from "../examples/index.ts";
import { showcases, type Showcase } from "../examples/showcase.ts";
import { answeredFields, belongsTo, fieldType, ownedSets, stateFields, writableFields } from "../fields.ts";
import { namesOf } from "../name-spelling.ts";
import { fieldTypes } from "../notation.ts";
import { problemTitles } from "../problems.ts";
import { sampleId } from "../sample/value.ts";
import { curl } from "./curl.ts";

/** Documentation of one resource, before it is rendered as Markdown or HTML. */
export interface Page {
  readonly title: string;
  readonly description: string;
  /** Name, type, rules. */
  readonly fields: readonly (readonly [string, string, string])[];
  readonly relations: readonly string[];
  readonly endpoints: readonly Endpoint[];
}

export interface Endpoint {
  readonly id: string;
  readonly method: string;
  /** `/api/tasks/:id` */
  readonly path: string;
  readonly summary: string;
  /** Query parameters: name, type, meaning. */
  readonly parameters: readonly (readonly [string, string, string])[];
  /** Shell lines that run as they are against the started server. */
  readonly request: string;
  readonly status: number;
  /** Sample response as JSON, if there is one. */
  readonly answer: string | undefined;
  /** Status and when it occurs. */
  readonly errors: readonly (readonly [string, string])[];
}

const pairs = [
  ["minLength", "maxLength", "character"],
  ["minimum", "maximum", ""],
  ["minItems", "maxItems", "item"],
] as const;

/** Returns the bounds of a schema, except the default ones of integers. */
function bounds(schema: JsonSchema): readonly string[] {
  const usual = schema.type === "integer" ? fieldTypes["integer"]?.schema : undefined;
  const boundOf = (key: (typeof pairs)[number][0 | 1]) =>
    schema[key] === usual?.[key] ? undefined : schema[key];
  return pairs.flatMap(([low, high, unit]) => {
    const [least, most] = [boundOf(low), boundOf(high)];
    const of = (n: unknown): string => (unit ? ` ${unit}${n === 1 ? "" : "s"}` : "");
    if (least !== undefined && most !== undefined)
      return [
        least === most ? `${String(least)}${of(least)}` : `${String(least)} to ${String(most)}${of(most)}`,
      ];
    if (least !== undefined) return [`at least ${String(least)}${of(least)}`];
    return most === undefined ? [] : [`at most ${String(most)}${of(most)}`];
  });
}

function rules(schema: JsonSchema): readonly string[] {
  if (schema["format"] === "decimal") return [`a text such as ${String(schema["example"])}`];
  const text = fieldType(schema) === "string";
  return [
    ...(schema.enum ? [`one of ${schema.enum.join(", ")}`] : []),
    ...bounds(schema),
    ...(text && typeof schema["pattern"] === "string" ? [`matches ${schema["pattern"]}`] : []),
  ];
}

export function typeName(schema: JsonSchema): string {
  const type = fieldType(schema);
  if (type === "array") return `list of ${typeName(schema.items ?? {})}`;
  const format = schema["format"];
  return type === "string" && typeof format === "string" ? format : type;
}

const automatic = {
  now: "set when the record is made",
  uuid: "set when the record is made",
  action: "set by actions only",
} as const;

/** Returns the rules of a field, in words. */
export function notes(field: Field): readonly string[] {
  return [
    ...(field.auto ? [automatic[field.auto]] : field.required ? ["required"] : ["optional"]),
    ...(field.unique ? ["unique"] : []),
    ...(field.secret ? ["stored as a hash, never answered"] : []),
    ...rules(field.schema),
    ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
    ...(field.description === undefined ? [] : [field.description]),
  ];
}

/** Returns the rules of a field of this resource. */
const notesIn = (resource: Resource, field: Field): readonly string[] => [
  ...notes(field),
  ...(stateFields(resource).some(({ name }) => name === field.name) ? ["changed by actions only"] : []),
];

function fieldRows(resource: Resource): Page["fields"] {
  const all = new Map(
    [...writableFields(resource), ...answeredFields(resource)].map((field) => [field.name, field]),
  );
  return [
    ["id", "uuid", "set when the record is made"],
    ...[...all.values()].map(
      (field) => [field.name, typeName(field.schema), notesIn(resource, field).join("; ")] as const,
    ),
    ["createdAt", "datetime", "set when the record is made"],
    ["updatedAt", "datetime", "set with every change"],
  ];
}

const fates = {
  cascade: "goes with it",
  restrict: "keeps it from being deleted",
  "set-null": "stays without it",
} as const;

function relationLines(resource: Resource): readonly string[] {
  const keys = belongsTo(resource).map((relation) => {
    const soft = relation.soft
      ? "; not checked, as that is no part of this API"
      : `; ${fates[relation.onDelete]}`;
    return `${relation.field} belongs to ${relation.resource}${relation.optional ? ", optional" : ""}${soft}`;
  });
  const sets = ownedSets(resource).map(
    (relation) => `${relation.field} holds the ids of any number of ${relation.resource}`,
  );
  const together = resource.unique.map((names) => `${names.join(" and ")} are unique together`);
  return [...keys, ...sets, ...together];
}

/** Returns when each error of this operation occurs. */
function errors(operation: Operation): Endpoint["errors"] {
  const does = operation.binding?.does;
  const why: Readonly<Record<string, string>> = {
    "400": operation.requestBody
      ? "The body is no JSON object or breaks a rule; `errors` names each problem"
      : "A query parameter is unknown or wrong; `errors` names each",
    "401":
      does === "login"
        ? "Nobody is known by that name and password"
        : "The bearer token is missing, expired or not valid",
    "403": "The account may not do this",
    "404": "There is no such record",
    "409":
      does === "remove"
        ? "Other records refer to it"
        : does === "action"
          ? "The record is not in a state for it"
          : "A unique value is taken, or a rule between records is broken; `errors` names the fields",
    "412": "The record is not the version that `If-Match` names",
    "413": "The body is larger than 1 MiB",
    "415":
      does === "patch"
        ? "The body is neither `application/json` nor `application/merge-patch+json`"
        : "The body is not `application/json`",
    "503": "The server only checks tokens; whoever signs them has the accounts",
    "501": "This handler is still to be written",
  };
  return Object.keys(operation.responses)
    .filter((status) => why[status] !== undefined)
    .toSorted()
    .map((status) => [`${status} ${titles[status] ?? ""}`, why[status] ?? ""] as const);
}
const titles: Readonly<Record<string, string>> = problemTitles;

/** Returns the sample response, with sample ids and times where the server generates them. */
function shortenList(answer: Json, list: boolean): Json {
  const fill = (value: Json): Json => {
    if (typeof value === "string")
      return value
        .replace("{{datetime}}", "2026-01-01T09:00:00.000Z")
        .replace("{{date}}", "2026-01-01")
        .replaceAll(/\{\{\w+\.id\}\}/g, sampleId(2));
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member)]));
  };
  const times = { createdAt: "2026-01-01T09:00:00.000Z", updatedAt: "2026-01-01T09:00:00.000Z" };
  const whole = (record: Json): Json => ({
    id: sampleId(1),
    ...(fill(record) as { readonly [key: string]: Json }),
    ...times,
  }); // records are objects
  return list && Array.isArray(answer) ? answer.map(whole) : whole(answer);
}

function endpoint(operation: Operation, showcase: Showcase | undefined, server: string): Endpoint {
  const answer = showcase?.answer;
  return {
    id: operation.operationId,
    method: operation.method.toUpperCase(),
    path: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    summary: operation.summary,
    parameters: operation.parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, schema, description }) => [name, typeName(schema), description ?? ""] as const),
    request: showcase ? curl(showcase, { server, token: operation.security.length > 0 }) : "",
    status: showcase?.status ?? 200,
    answer:
      answer === undefined
        ? undefined
        : JSON.stringify(showcase?.plain ? answer : shortenList(answer, Array.isArray(answer)), null, 2),
    errors: errors(operation),
  };
}

// Cached: each page of an API needs all of them.
const pagesByServer = remembered<ApiDefinition, Map<string, ReadonlyMap<Resource, Page>>>(() => new Map());

/** Returns one page per resource; `server` is the address in the requests. */
export function pages(api: ApiDefinition, server: string): ReadonlyMap<Resource, Page> {
  const known = pagesByServer(api);
  const found = known.get(server) ?? pagesOf(api, server);
  known.set(server, found);
  return found;
}

function pagesOf(api: ApiDefinition, server: string): ReadonlyMap<Resource, Page> {
  const shows = showcases(api);
  return new Map(
    api.resources.map((resource) => [
      resource,
      {
        title: namesOf(resource).plural.words.replace(/^./, (letter) => letter.toUpperCase()),
        description: resource.description ?? "",
        fields: fieldRows(resource),
        relations: relationLines(resource),
        endpoints: api.operations
          .filter((operation) => resourceOf(api, operation) === resource)
          .map((operation) => endpoint(operation, shows.get(operation.operationId), server)),
      },
    ]),
  );
}
