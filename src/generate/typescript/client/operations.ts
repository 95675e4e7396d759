import type { SpecMedia, SpecOperation, SpecParameter, SpecSchema } from "../../../api/index.ts";
import { isSuccess, mediaKind, refKey, typesOf, type Model } from "./model.ts";
import { docComment, key, literal } from "./names.ts";
import { describer, type Named } from "./named.ts";
import { pagesOf } from "./pages.ts";
import { typeText, type TypeContext } from "./types.ts";
import { answerCheck } from "./validators.ts";

const context = (model: Model, direction: "input" | "output", binary = false): TypeContext => ({
  model,
  direction,
  prefix: "m.",
  binary,
});

const isBinary = (schema: SpecSchema | undefined): boolean =>
  schema === undefined ||
  (schema.type === "string" && (schema.format === "binary" || schema.format === undefined)) ||
  Object.keys(schema).length === 0;

function bodyType(model: Model, type: string, media: SpecMedia): string {
  const kind = mediaKind(type);
  if (kind === "json" || kind === "form" || kind === "any")
    return media.schema ? typeText(media.schema, context(model, "input")) : "unknown";
  if (kind === "multipart") return multipartType(model, media.schema);
  if (kind === "text" || kind === "events")
    return media.schema && typesOf(media.schema).includes("string")
      ? typeText(media.schema, context(model, "input"))
      : "string";
  return isBinary(media.schema) ? "Blob" : "Blob | string";
}

/** The schema of a form is written in place, so that its files can be Blobs. */
function multipartType(model: Model, schema: SpecSchema | undefined): string {
  if (!schema) return "{ readonly [key: string]: unknown }";
  const target = schema.$ref === undefined ? schema : model.spec.schemas[refKey(schema.$ref)];
  return target && target.$ref === undefined && target.properties
    ? typeText(target, context(model, "input", true))
    : typeText(schema, context(model, "input", true));
}

function resultType(model: Model, type: string, media: SpecMedia): string {
  const kind = mediaKind(type);
  const schema = media.schema;
  if (kind === "events") return `AsyncGenerator<ServerSentEvent<${eventType(model, media)}>>`;
  if (kind === "json" || kind === "any")
    return schema ? typeText(schema, context(model, "output")) : "unknown";
  return kind === "text" || kind === "form" || kind === "multipart" ? "string" : "Blob";
}

export const eventType = (model: Model, media: SpecMedia): string => {
  const schema = media.itemSchema ?? media.schema;
  return schema && !(schema.type === "string" && media.itemSchema === undefined)
    ? typeText(schema, context(model, "output"))
    : "unknown";
};

export const distinct = (types: readonly string[]): string => {
  const unique = [...new Set(types)];
  return unique.includes("unknown")
    ? "unknown"
    : unique.map((type) => (unique.length > 1 && / [|&] /.test(type) ? `(${type})` : type)).join(" | ");
};

/** What the caller's object holds for a parameter. */
export function memberText(parameter: SpecParameter, name: string, model: Model): string {
  const about = docComment([parameter.description, parameter.deprecated ? "@deprecated" : undefined], "  ");
  return `${about}  readonly ${key(name)}${parameter.required ? "" : "?"}: ${typeText(parameter.schema, context(model, "input"))};\n`;
}

/** The caller's object; `shared`: names of interfaces for members that stand elsewhere. */
export function paramsText(
  named: Named,
  model: Model,
  shared: ReadonlyMap<string, string> = new Map(),
): string {
  const { operation, keys, params } = named;
  const all = operation.parameters.map((one) => memberText(one, keys.get(one) ?? "", model));
  const bases = all.flatMap((text) => shared.get(text) ?? []);
  const lines = all.filter((text) => !shared.has(text));
  const body = operation.requestBody;
  if (body) {
    const media = Object.entries(body.content);
    const type = distinct(media.map(([name, one]) => bodyType(model, name, one)));
    lines.push(
      `${docComment([body.description], "  ")}  readonly body${body.required ? "" : "?"}: ${type};\n`,
    );
    if (media.length > 1)
      lines.push(`  readonly contentType?: ${media.map(([name]) => literal(name)).join(" | ")};\n`);
  }
  if (lines.length === 0 && bases.length === 0) lines.push("  readonly [key: string]: never;\n");
  const from = bases.length ? ` extends ${bases.map((name) => `p.${name}`).join(", ")}` : "";
  return `export interface ${params}${from} {${lines.length ? `\n${lines.join("")}` : ""}}\n`;
}

const isOptional = (operation: SpecOperation): boolean =>
  !operation.parameters.some((parameter) => parameter.required) && operation.requestBody?.required !== true;

function resultText(named: Named, model: Model): string {
  const cases = Object.entries(named.operation.responses).map(([status, response]) => {
    const media = Object.entries(response.content);
    const data = media.length
      ? distinct(media.map(([type, one]) => resultType(model, type, one)))
      : "undefined";
    const exact = /^\d+$/.test(status);
    const ok = status === "default" ? "boolean" : String(isSuccess(status));
    return `  | Answer<${literal(status)}, ${ok}, ${exact ? status : "number"}, ${data}>\n`;
  });
  return `export type ${named.result} =\n${cases.join("")}  | Unexpected;\n`;
}

/** What an answer of a media type is checked for. */
function decoderText(model: Model, type: string, media: SpecMedia): string {
  const kind = mediaKind(type);
  const schema = kind === "events" ? media.itemSchema : media.schema;
  const checked =
    kind === "json" || kind === "events" || (kind === "any" && schema && !typesOf(schema).includes("string"));
  return (checked && schema ? answerCheck(model, schema, 4) : undefined) ?? "r.anything";
}

/** A parameter as the runtime takes it: what is usual at its end is left out. */
function parameterText(parameter: SpecParameter, name: string): string {
  const { in: place, style, explode } = parameter;
  const how =
    parameter.mediaType !== undefined && /json/.test(parameter.mediaType)
      ? "json"
      : parameter.allowReserved
        ? "raw"
        : undefined;
  const inQuery = place === "query" || place === "cookie";
  const facts = [parameter.name, place, name, style, explode, how];
  const usual = [parameter.name, place, parameter.name, inQuery ? "form" : "simple", inQuery, undefined];
  while (facts.length > 2 && facts.at(-1) === usual[facts.length - 1]) facts.pop();
  return `[${facts.map(literal).join(", ")}]`;
}

/** The description of an operation that the runtime carries out. */
function descriptorText(named: Named, model: Model): string {
  const { operation, keys } = named;
  const parameters = operation.parameters.map((one) => parameterText(one, keys.get(one) ?? ""));
  const body = Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => {
    const parts = Object.fromEntries(
      Object.entries(media.encoding ?? {}).flatMap(([name, one]) =>
        one.contentType === undefined ? [] : [[name, one.contentType.split(",")[0]?.trim()]],
      ),
    );
    return Object.keys(parts).length ? literal([type, parts]) : literal([type]);
  });
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const content = Object.entries(response.content).map(
      ([type, media]) => `${key(type)}: ${decoderText(model, type, media)}`,
    );
    return `    ${literal(status)}: { ${content.join(", ")} },\n`;
  });
  const security = securityOf(operation, model);
  return [
    `  method: ${literal(operation.method.toUpperCase())},\n`,
    `  path: ${literal(operation.path)},\n`,
    parameters.length ? `  parameters: [\n${parameters.map((one) => `    ${one},\n`).join("")}  ],\n` : "",
    body.length ? `  body: [${body.join(", ")}],\n` : "",
    `  responses: {\n${responses.join("")}  },\n`,
    security.length ? `  security: ${literal(security)},\n` : "",
  ].join("");
}

export function securityOf(
  operation: SpecOperation,
  model: Model,
): readonly (readonly (readonly string[])[])[] {
  return operation.security
    .map((requirement) =>
      Object.keys(requirement).map((name) => {
        const scheme = model.spec.securitySchemes[name];
        if (scheme?.type === "apiKey") return [name, "key", scheme.in, scheme.name];
        if (scheme?.type === "http" && scheme.scheme === "basic")
          return [name, "basic", "header", "authorization"];
        return [name, "bearer", "header", "authorization"];
      }),
    )
    .filter((needs) => needs.length > 0);
}

/** What is written of one operation: its types, its description and its function. */
export function operationText(named: Named, model: Model, shared: ReadonlyMap<string, string>): string {
  const { operation, name, params, result } = named;
  const about = docComment([
    operation.summary,
    operation.description === operation.summary ? undefined : operation.description,
    `${operation.method.toUpperCase()} ${operation.path}`,
    operation.deprecated ? "@deprecated" : undefined,
  ]);
  const optional = isOptional(operation) ? " = {}" : "";
  const descriptor = describer(name);
  return [
    paramsText(named, model, shared),
    resultText(named, model),
    `const ${descriptor}: Operation = {\n${descriptorText(named, model)}};\n`,
    `${about}export function ${name}(client: Client, params: ${params}${optional}, options?: CallOptions): Promise<${result}> {\n  return call(client, ${descriptor}, params, options);\n}\n`,
    pagesOf(named, model),
  ]
    .filter(Boolean)
    .join("\n");
}
