import type { SpecMedia, SpecOperation, SpecSchema } from "../../../api/index.ts";
import { isSuccess, mediaKind, refKey, typesOf, type Model } from "./model.ts";
import { docComment, key, literal } from "./names.ts";
import { describer, type Named } from "./named.ts";
import { pagesOf } from "./pages.ts";
import { typeText, type TypeContext } from "./types.ts";
import { checkText, codeOf, usedHelpers } from "./validators.ts";

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

export function paramsText(named: Named, model: Model): string {
  const { operation, keys, params } = named;
  const lines = operation.parameters.map((parameter) => {
    const about = docComment([parameter.description, parameter.deprecated ? "@deprecated" : undefined], "  ");
    return `${about}  readonly ${key(keys.get(parameter) ?? "")}${parameter.required ? "" : "?"}: ${typeText(parameter.schema, context(model, "input"))};\n`;
  });
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
  return lines.length
    ? `export interface ${params} {\n${lines.join("")}}\n`
    : `export interface ${params} {\n  readonly [key: string]: never;\n}\n`;
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
    return `  | { readonly kind: ${literal(status)}; readonly ok: ${ok}; readonly status: ${exact ? status : "number"}; readonly data: ${data}; readonly response: Response }\n`;
  });
  return `export type ${named.result} =\n${cases.join("")}  | Unexpected;\n`;
}

function decoderText(model: Model, type: string, media: SpecMedia): string {
  const kind = mediaKind(type);
  const as = kind === "form" || kind === "multipart" ? "text" : kind;
  const schema = kind === "events" ? media.itemSchema : media.schema;
  const check =
    schema &&
    (kind === "json" || kind === "events" || (kind === "any" && !typesOf(schema).includes("string")))
      ? checkText(model, schema, "output")
      : undefined;
  return check === undefined ? `["${as}"]` : `["${as}", ${check}]`;
}

/** The description of an operation that the runtime carries out. */
function descriptorText(named: Named, model: Model): string {
  const { operation, keys } = named;
  const parameters = operation.parameters.map((parameter) => {
    const how =
      parameter.mediaType !== undefined && /json/.test(parameter.mediaType)
        ? ["json"]
        : parameter.allowReserved
          ? ["raw"]
          : [];
    return literal([
      parameter.name,
      parameter.in,
      keys.get(parameter) ?? "",
      parameter.style,
      parameter.explode,
      ...how,
    ]);
  });
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

function operationText(named: Named, model: Model): string {
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
    paramsText(named, model),
    resultText(named, model),
    `const ${descriptor}: Operation = {\n${descriptorText(named, model)}};\n`,
    `${about}export function ${name}(client: Client, params: ${params}${optional}, options?: CallOptions): Promise<${result}> {\n  return call<${result}>(client, ${descriptor}, params, options);\n}\n`,
    pagesOf(named, model),
  ]
    .filter(Boolean)
    .join("\n");
}

/** The module of operations: for each its types, its description and one function. */
export function operationsModule(model: Model, operations: readonly Named[]): string {
  if (operations.length === 0) return "export {};\n";
  const text = operations.map((named) => operationText(named, model)).join("\n");
  const code = codeOf(text);
  const types = [
    "CallOptions",
    "Client",
    "Operation",
    "Unexpected",
    ...(code.includes(": Issue[]") ? ["Issue"] : []),
    ...(code.includes("<ServerSentEvent<") ? ["ServerSentEvent"] : []),
  ].sort();
  const imports = [
    `import type { ${types.join(", ")} } from "./runtime.js";`,
    `import { ${["call", ...usedHelpers(code)].join(", ")} } from "./runtime.js";`,
    ...(/\bm\./.test(code) ? [`import type * as m from "./types.js";`] : []),
    ...(/\bc\.check/.test(code) ? [`import * as c from "./validators.js";`] : []),
  ];
  return `${imports.join("\n")}\n\n${text}`;
}
