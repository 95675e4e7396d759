import { inTable } from "../../lib/index.ts";
import type { Json } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ApiDefinition, Operation, SecurityScheme } from "../definition.ts";

/** Depth to which bodies are shown; deeper parts are omitted. */
export const deepest = 5;

const samples: Readonly<Record<string, Json>> = {
  string: "text",
  integer: 1,
  number: 1.5,
  boolean: true,
  email: "ada@example.com",
  uuid: "3f0c1f7e-8a55-4b51-9a0e-5a1f6f0f2b11",
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  uri: "https://example.com",
};

/** Returns a value that fits a schema; `open` is used where it says nothing. */
export function sample(schema: JsonSchema, open: Json = "text", depth = 0): Json {
  const example = schema["example"] as Json | undefined; // schemas are JSON
  if (example !== undefined) return example;
  if (schema.enum?.length) return schema.enum[0] ?? null;
  if (schema.properties && depth < deepest)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, sample(property, open, depth + 1)]),
    );
  if (schema.type === "array") return schema.items ? [sample(schema.items, open, depth + 1)] : [];
  if (schema.type === "object") return {};
  return inTable(samples, String(schema["format"])) ?? inTable(samples, schema.type ?? "") ?? open;
}

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/** Returns curl's option for a method: with `-X HEAD`, curl would wait for a body forever. */
const option = (method: Operation["method"]): string =>
  method === "get" ? "" : method === "head" ? " -I" : ` -X ${method.toUpperCase()}`;

/** Escapes text for double quotes of a POSIX shell, so that it expands nothing of ours. */
const within = (text: string): string => text.replaceAll(/["\\$`]/g, "\\$&");

/** Additions to curl's arguments: parts of the query, and options. */
interface CurlParts {
  readonly query?: string;
  readonly option?: string;
}

/** Returns the credentials of a scheme, from shell variables. */
function credentials(scheme: SecurityScheme | undefined): CurlParts {
  if (!scheme) return {};
  if (scheme.type === "http")
    return {
      option: scheme.scheme === "basic" ? `-u "$LOGIN:$PASSWORD"` : `-H "authorization: Bearer $TOKEN"`,
    };
  const name = within(scheme.name);
  if (scheme.in === "query") return { query: `${name}=$KEY` };
  return { option: scheme.in === "cookie" ? `-b "${name}=$COOKIE"` : `-H "${name}: $KEY"` };
}

const plain = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the options that send a sample body as its media type. */
function sent([type, schema]: readonly [string, JsonSchema]): readonly string[] {
  const value = sample(schema);
  if (type === "application/json")
    return [`-H "content-type: application/json" -d ${quoted(JSON.stringify(value))}`];
  const isForm = type === "application/x-www-form-urlencoded";
  if (!isForm && type !== "multipart/form-data") return [];
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !schema.required?.length || schema.required.includes(name))
    .map(([name, property]) =>
      property["format"] === "binary"
        ? `-F ${quoted(`${name}=@file`)}`
        : `${isForm ? "--data-urlencode" : "-F"} ${quoted(`${name}=${plain(sample(property))}`)}`,
    );
}

/** Server of sample requests if none is known. */
const usual = "http://localhost:3000";

/**
 * Returns the shell line that calls an operation with its required parameters; credentials and ids come from
 * variables.
 */
export function request(operation: Operation, { info, securitySchemes }: ApiDefinition): string {
  const [scheme = ""] = operation.anonymous ? [] : operation.security;
  const { query, option: proof } = credentials(securitySchemes[scheme]);
  const required = (where: string): readonly string[] =>
    operation.parameters
      .filter((parameter) => parameter.in === where && parameter.required)
      .map(({ name }) => name);
  const queryText = [...required("query").map((name) => `${within(name)}=…`), ...(query ? [query] : [])].join(
    "&",
  );
  const path = within(operation.path).replaceAll(
    /\{([^{}]+)\}/g,
    (_, name: string) => `$${name.replaceAll(/\W/g, "_").toUpperCase()}`,
  );
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  return [
    `curl${option(operation.method)} "${info.server ?? usual}${path}${queryText ? `?${queryText}` : ""}"`,
    ...(proof ? [proof] : []),
    ...required("header").map((name) => `-H "${within(name)}: …"`),
    ...(body ? sent(body) : []),
  ].join(" \\\n  ");
}
