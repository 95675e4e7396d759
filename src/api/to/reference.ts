import type { Json } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ApiDefinition, Operation } from "../definition.ts";
import { code as htmlCode, escape, shell, table as htmlTable } from "./html.ts";
import { code, fence, table, text } from "./markdown.ts";

type Row = readonly [name: string, type: string, what: string];

/** One operation as a page shows it. */
interface Entry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: string;
  readonly parameters: readonly Row[];
  readonly body: readonly Row[];
  readonly example: string;
  readonly answers: readonly (readonly [status: string, what: string, body: string])[];
  readonly source: string;
}

const deepest = 5;

const typeName = (schema: JsonSchema): string =>
  schema.type === "array"
    ? `list of ${typeName(schema.items ?? {})}`
    : String(schema["format"] ?? schema.type ?? "any");

/** Members of a body, those of members with their whole name. */
function members(schema: JsonSchema, before = "", depth = 0): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]): readonly Row[] => {
    const path = `${before}${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const values = one.enum?.length ? `; one of ${one.enum.map(String).join(", ")}` : "";
    const below =
      depth < deepest ? members(one.type === "array" ? (one.items ?? {}) : one, `${path}.`, depth + 1) : [];
    return [[path, typeName(one), `${isRequired ? "required" : "optional"}${values}`], ...below];
  });
}

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

/** A value that fits a schema. */
function sample(schema: JsonSchema, depth = 0): Json {
  if (schema.enum?.length) return schema.enum[0] ?? null;
  if (schema.properties && depth < deepest)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, sample(one, depth + 1)]),
    );
  if (schema.type === "array") return schema.items ? [sample(schema.items, depth + 1)] : [];
  if (schema.type === "object") return {};
  return samples[String(schema["format"])] ?? samples[schema.type ?? "string"] ?? "text";
}

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/** How curl is told a method: waiting for the body of an answer to `HEAD` would never end. */
const option = (method: Operation["method"]): string =>
  method === "get" ? "" : method === "head" ? " -I" : ` -X ${method.toUpperCase()}`;

function curl(operation: Operation, body: JsonSchema | undefined, server: string): string {
  const required = operation.parameters.filter(({ in: where, required: is }) => where === "query" && is);
  const query = required.map(({ name }) => `${name}=…`).join("&");
  const path = operation.path.replaceAll(
    /\{([^{}]+)\}/g,
    (_, name: string) => `$${name.replaceAll(/\W/g, "_").toUpperCase()}`,
  );
  return [
    `curl${option(operation.method)} "${server}${path}${query ? `?${query}` : ""}"`,
    ...(operation.security.includes("bearer") && !operation.anonymous
      ? [`-H "authorization: Bearer $TOKEN"`]
      : []),
    ...(body ? [`-H "content-type: application/json" -d ${quoted(JSON.stringify(sample(body)))}`] : []),
  ].join(" \\\n  ");
}

function entry(operation: Operation, server: string): Entry {
  const content = Object.entries(operation.requestBody?.content ?? {})[0];
  const schemes = operation.security.join(" or ");
  return {
    id: operation.operationId,
    method: operation.method.toUpperCase(),
    path: operation.path,
    summary: operation.summary,
    access: !operation.security.length
      ? "Open to everyone"
      : operation.anonymous
        ? `Answers everyone, and uses credentials where they are sent (${schemes})`
        : `Asks for credentials (${schemes})`,
    parameters: operation.parameters.map(({ name, in: where, required, schema }) => [
      name,
      `${typeName(schema)} in ${where}`,
      required ? "required" : "optional",
    ]),
    body: content ? members(content[1]) : [],
    example: curl(operation, content?.[0] === "application/json" ? content[1] : undefined, server),
    answers: Object.entries(operation.responses).map(([status, { description, content: shown }]) => {
      const schema = Object.values(shown ?? {})[0];
      return [status, description, schema?.properties ? JSON.stringify(sample(schema)) : ""];
    }),
    source: operation.source ? `${operation.source.file}:${operation.source.line}` : "",
  };
}

const groups = (api: ApiDefinition): ReadonlyMap<string, readonly Operation[]> =>
  Map.groupBy(api.operations, ({ tags }) => tags[0] ?? "General");

function markdownEntry(given: Entry): string {
  return [
    `### ${given.method} ${text(given.path)}`,
    `${text(given.summary)}. ${text(given.access)}.${given.source ? ` From ${code(given.source)}.` : ""}`,
    ...(given.parameters.length
      ? [
          table(
            ["Parameter", "Type", "Given"],
            given.parameters.map(([name, type, what]) => [code(name), text(type), text(what)]),
          ),
        ]
      : []),
    ...(given.body.length
      ? [
          table(
            ["Body", "Type", "Given"],
            given.body.map(([name, type, what]) => [code(name), text(type), text(what)]),
          ),
        ]
      : []),
    fence("sh", given.example),
    table(
      ["Answer", "Meaning", "Body"],
      given.answers.map(([status, what, body]) => [status, text(what), body ? code(body) : ""]),
    ),
  ].join("\n\n");
}

/** Where examples send their requests where nothing else is known. */
const referenceServer = "http://localhost:3000";

/** Markdown of the operations of an API, or of those with one tag, whatever they are about. */
export function toReference(api: ApiDefinition, tag?: string): string {
  const sections = [...groups(api)].filter(([name]) => tag === undefined || name === tag);
  const head =
    tag === undefined
      ? [
          `# ${text(api.info.title)}`,
          `Version ${text(api.info.version)}, ${api.operations.length} endpoints.`,
        ]
      : [];
  return `${[
    ...head,
    ...sections.flatMap(([name, operations]) => [
      `${tag === undefined ? "##" : "#"} ${text(name)}`,
      ...operations.map((operation) => markdownEntry(entry(operation, api.info.server ?? referenceServer))),
    ]),
  ].join("\n\n")}\n`;
}

function htmlEntry(given: Entry): string {
  const rows = (all: readonly Row[]): readonly (readonly string[])[] =>
    all.map(([name, type, what]) => [htmlCode(name), escape(type), escape(what)]);
  return `<details id="${escape(given.id)}"><summary><span class="method">${given.method}</span> ${htmlCode(given.path)} ${escape(given.summary)}</summary>
<p>${escape(given.access)}.${given.source ? ` From ${htmlCode(given.source)}.` : ""}</p>
${htmlTable(["Parameter", "Type", "Given"], rows(given.parameters))}
${htmlTable(["Body", "Type", "Given"], rows(given.body))}
<pre><code>${escape(given.example)}</code></pre>
${htmlTable(
  ["Answer", "Meaning", "Body"],
  given.answers.map(([status, what, body]) => [escape(status), escape(what), body ? htmlCode(body) : ""]),
)}</details>`;
}

/** The same as one page to browse. */
export function toReferenceHtml(api: ApiDefinition): string {
  const all = [...groups(api)].map(([name, operations], index) => ({
    name,
    anchor: `group-${index + 1}`,
    operations,
  }));
  const links = all.map(({ name, anchor }) => `<a href="#${anchor}">${escape(name)}</a>`).join("\n");
  const sections = all.map(
    ({ name, anchor, operations }) =>
      `<section id="${anchor}"><h2>${escape(name)}</h2>\n${operations.map((operation) => htmlEntry(entry(operation, api.info.server ?? referenceServer))).join("\n")}</section>`,
  );
  return shell(api, `<nav>${links}</nav>\n${sections.join("\n")}`);
}
