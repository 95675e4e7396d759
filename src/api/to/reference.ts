import { escapeHtml, type Json } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ApiDefinition, Operation } from "../definition.ts";
import { table as htmlTable } from "./html.ts";
import { code, fence, table, text } from "./markdown.ts";
import { deepest, request, sample } from "./request.ts";
import { code as htmlCode, endpoint, shell } from "./shell.ts";

type Row = readonly [name: string, type: string, what: string];

interface Entry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: string;
  readonly parameters: readonly Row[];
  readonly body: readonly Row[];
  readonly example: string;
  /** The body is a sample; undefined if its schema is unknown. */
  readonly answers: readonly (readonly [status: string, what: string, body: Json | undefined])[];
  readonly source: string;
}

/** Whether a schema says more than that there is an object or a list. */
const isSaying = ({ type, properties, items, ...rest }: JsonSchema): boolean =>
  type === "array"
    ? items !== undefined && isSaying(items)
    : properties !== undefined || (type !== undefined && type !== "object") || rest.enum !== undefined;

/** Maximum characters of a body in a table. */
const widest = 72;

const isLong = (body: Json | undefined): body is Json =>
  body !== undefined && JSON.stringify(body).length > widest;

const typeName = (schema: JsonSchema): string =>
  schema.type === "array"
    ? `list of ${typeName(schema.items ?? {})}`
    : String(schema["format"] ?? schema.type ?? "any");

/** Returns the members of a body; nested ones with their full path. */
function members(schema: JsonSchema, before = "", depth = 0): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): readonly Row[] => {
    const path = `${before}${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const values = property.enum?.length ? `; one of ${property.enum.map(String).join(", ")}` : "";
    const below =
      depth < deepest
        ? members(property.type === "array" ? (property.items ?? {}) : property, `${path}.`, depth + 1)
        : [];
    return [[path, typeName(property), `${isRequired ? "required" : "optional"}${values}`], ...below];
  });
}

function entry(operation: Operation, api: ApiDefinition): Entry {
  const content = Object.entries(operation.requestBody?.content ?? {})[0];
  const schemes = operation.security.join(" or ");
  return {
    id: operation.operationId,
    method: operation.method.toUpperCase(),
    path: operation.path,
    summary: operation.summary,
    access:
      operation.undecided !== undefined
        ? `Whether credentials are needed is unknown: see ${operation.undecided} (${schemes})`
        : !operation.security.length
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
    example: request(operation, api),
    answers: Object.entries(operation.responses).map(([status, { description, content: media }]) => {
      const schema = Object.values(media ?? {})[0];
      return [status, description, schema && isSaying(schema) ? sample(schema, "…") : undefined];
    }),
    source: operation.source ? `${operation.source.file}:${operation.source.line}` : "",
  };
}

const groups = (api: ApiDefinition): ReadonlyMap<string, readonly Operation[]> =>
  Map.groupBy(api.operations, ({ tags }) => tags[0] ?? "General");

function markdownEntry(entry: Entry): string {
  return [
    `### ${entry.method} ${text(entry.path)}`,
    `${text(entry.summary)}. ${text(entry.access)}.${entry.source ? ` From ${code(entry.source)}.` : ""}`,
    ...(entry.parameters.length
      ? [
          table(
            ["Parameter", "Type", "Given"],
            entry.parameters.map(([name, type, what]) => [code(name), text(type), text(what)]),
          ),
        ]
      : []),
    ...(entry.body.length
      ? [
          table(
            ["Body", "Type", "Given"],
            entry.body.map(([name, type, what]) => [code(name), text(type), text(what)]),
          ),
        ]
      : []),
    fence("sh", entry.example),
    table(
      ["Answer", "Meaning", "Body"],
      entry.answers.map(([status, what, body]) => [
        status,
        text(what),
        body === undefined ? "" : isLong(body) ? "below" : code(JSON.stringify(body)),
      ]),
    ),
    ...entry.answers.flatMap(([status, , body]) =>
      isLong(body) ? [`${status}:`, fence("json", JSON.stringify(body, null, 2))] : [],
    ),
  ].join("\n\n");
}

/** Returns Markdown of an API's operations, or of those with one tag. */
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
      ...operations.map((operation) => markdownEntry(entry(operation, api))),
    ]),
  ].join("\n\n")}\n`;
}

const htmlBody = (body: Json | undefined): string =>
  body === undefined
    ? ""
    : isLong(body)
      ? `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(body, null, 2))}</code></pre>`
      : htmlCode(JSON.stringify(body));

function inside(entry: Entry): string {
  const rows = (all: readonly Row[]): readonly (readonly string[])[] =>
    all.map(([name, type, what]) => [htmlCode(name), escapeHtml(type), escapeHtml(what)]);
  return `<p>${escapeHtml(entry.access)}.${entry.source ? ` From ${htmlCode(entry.source)}.` : ""}</p>
${htmlTable(["Parameter", "Type", "Given"], rows(entry.parameters))}
${htmlTable(["Body", "Type", "Given"], rows(entry.body))}
<pre tabindex="0"><code>${escapeHtml(entry.example)}</code></pre>
${htmlTable(
  ["Answer", "Meaning", "Body"],
  entry.answers.map(([status, what, body]) => [escapeHtml(status), escapeHtml(what), htmlBody(body)]),
)}`;
}

/** Returns the same as an HTML page. */
export function toReferenceHtml(api: ApiDefinition): string {
  const operationHtml = (operation: Operation): string => {
    const shownEntry = entry(operation, api);
    const access =
      operation.undecided !== undefined
        ? "credentials unknown"
        : operation.anonymous
          ? "credentials optional"
          : "needs credentials";
    return endpoint({ ...shownEntry, access: operation.security.length ? access : "" }, inside(shownEntry));
  };
  const sections = [...groups(api)].map(([title, operations], index) => ({
    anchor: `group-${index + 1}`,
    title,
    content: operations.map(operationHtml).join("\n"),
  }));
  return shell(api, sections);
}
