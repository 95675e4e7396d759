import type { SpecMedia, SpecParameter, SpecSchema } from "../../../api/index.ts";
import { mediaKind, type Model } from "../../specification/model.ts";
import { codeOf, docComment, key, literal } from "../client/typescript-literals.ts";
import { paramsText } from "../client/operations.ts";
import { distinct, eventType } from "../client/results.ts";
import { typeText } from "../client/types.ts";
import { print } from "../client/expression.ts";
import { checkIn } from "../client/validators.ts";
import type { Group, Served, ServerModel } from "../../specification/server/model.ts";
import { styledParts } from "../../specification/encodings.ts";
import { answersOf, readMedia } from "../../specification/server/media.ts";
import { partHeadersOf } from "../../specification/named.ts";
import { securityOf } from "../../specification/server/security.ts";
import { isExact, isSingle, rounded, shapeOf, type Shape } from "../../specification/server/shape.ts";

/** Returns the check as a member of an object, if there is anything to check. */
const checked = (text: string | undefined): string => (text === undefined ? "" : `, check: ${text}`);

const hasInherited = (shape: Shape): boolean =>
  typeof shape === "object" &&
  Object.entries(shape).some(
    ([name, inner]) => (!Array.isArray(shape) && name in {}) || hasInherited(inner as Shape),
  ); // of shapes

/**
 * Returns the shape as a member of an object; elsewhere TypeScript takes a member named `constructor` for a function.
 */
const shaped = (shape: Shape): string =>
  `, shape: ${literal(shape)}${hasInherited(shape) ? " as const" : ""}`;

interface Writing {
  readonly model: Model;
}

/** Returns the check of an inline schema as a function; undefined if it would check nothing. */
function checkText(schema: SpecSchema, { model }: Writing, binary = false): string | undefined {
  const check = checkIn(model, schema, { direction: "input", strict: true, binary });
  return check && print(check, 6);
}

/** Adds the shape of a schema; integers stay exact for handlers that the user writes. */
interface Wanted extends Writing {
  readonly shape: (schema: SpecSchema) => Shape;
}

function parameterText(parameter: SpecParameter, name: string, writing: Wanted): string {
  const check = checkText(parameter.schema, writing);
  const json = parameter.mediaType !== undefined && /json/.test(parameter.mediaType);
  const { in: place, style, explode, required } = parameter;
  const otherwise = parameter.schema.default;
  const facts = literal({
    name: parameter.name,
    in: place,
    key: name,
    style,
    explode,
    required,
    ...(parameter.inner === undefined ? {} : { inner: parameter.inner }),
    ...(json ? { json } : {}),
    ...(otherwise === undefined ? {} : { otherwise }),
  });
  return `${facts.slice(0, -1)}${shaped(writing.shape(parameter.schema))}${checked(check)} }`;
}

function mediaText(
  type: string,
  media: SpecMedia,
  writing: Wanted & Pick<Served, "operation" | "keys">,
): string {
  const { model } = writing;
  const { schema } = media;
  const { as, isForm, inline, isChecked, json } = readMedia(type, media, model, writing.shape);
  const shape = schema && (isForm || as === "json" || as === "text") ? writing.shape(schema) : undefined;
  const check = inline && isChecked ? checkText(inline, writing, as === "multipart") : undefined;
  const parts = styledParts(media, type, model.spec);
  const facts = literal({
    type,
    as,
    ...(json.length ? { json } : {}),
    ...(Object.keys(parts).length ? { parts } : {}),
  });
  const heads = [...partHeadersOf(writing.operation)].map(
    ([part, all]) =>
      `${literal(part)}: [${all.map((header) => parameterText(header, writing.keys.get(header) ?? "", writing)).join(", ")}]`,
  );
  const headed = as === "multipart" && heads.length ? `, heads: { ${heads.join(", ")} }` : "";
  const isRead = shape !== undefined && (isForm || isSingle(shape) || (as === "json" && isExact(shape)));
  return `${facts.slice(0, -1)}${headed}${isRead ? shaped(shape) : ""}${checked(check)} }`;
}

function answerType(type: string, media: SpecMedia, model: Model): string {
  const kind = mediaKind(type);
  const context = { model, direction: "output", prefix: "m." } as const;
  if (kind === "events") {
    const data = eventType(model, media);
    return data === "unknown"
      ? "AsyncIterable<ServerSentEvent>"
      : `AsyncIterable<ServerSentEvent & { readonly data: ${data} }>`;
  }
  if (kind === "json" || kind === "any") return media.schema ? typeText(media.schema, context) : "unknown";
  return kind === "binary" ? "Blob | Uint8Array" : "string";
}

function resultText({ operation, result }: Served, model: Model): string {
  const cases = Object.entries(operation.responses).map(([status, response]) => {
    const media = Object.entries(response.content);
    const type = media.length
      ? distinct(media.map(([name, media]) => answerType(name, media, model)))
      : undefined;
    const body =
      type === undefined
        ? "readonly body?: undefined"
        : `readonly body${type === "unknown" ? "?" : ""}: ${type}`;
    const types =
      media.length > 1 ? ` readonly type?: ${media.map(([name]) => literal(name)).join(" | ")};` : "";
    const headers = Object.entries(response.headers)
      .map(([name, header]) => `readonly ${key(name)}${header.required ? "" : "?"}: string | number`)
      .join("; ");
    const headersType = headers
      ? ` readonly headers${Object.values(response.headers).some((item) => item.required) ? "" : "?"}: { ${headers} };`
      : "";
    return `  | { readonly status: ${/^[1-5]\d\d$/.test(status) ? status : "number"};${types}${headersType} ${body} }\n`;
  });
  return `export type ${result} =\n${cases.join("") || "  | { readonly status: number; readonly body?: unknown }\n"};\n`.replace(
    /\n;\n$/,
    ";\n",
  );
}

function routeText(served: Served, context: Writing & { readonly storage: ServerModel["storage"] }): string {
  const writing: Wanted = {
    ...context,
    shape: (schema) => (served.does ? rounded : (shape: Shape) => shape)(shapeOf(schema, context.model)),
  };
  const { operation, keys, name, params, result } = served;
  const parameters = operation.parameters
    .filter(({ part }) => part === undefined)
    .map((parameter) => `    ${parameterText(parameter, keys.get(parameter) ?? "", writing)},\n`);
  const body = operation.requestBody;
  const media = Object.entries(body?.content ?? {}).map(
    ([type, media]) => `      ${mediaText(type, media, { ...writing, operation, keys })},\n`,
  );
  return [
    `${docComment([`${operation.method.toUpperCase()} ${operation.path}`])}export const ${name}Route: Route<${params}, ${result}> = {\n`,
    `  method: ${literal(operation.method)},\n  path: ${literal(operation.path)},\n`,
    `  parameters: [\n${parameters.join("")}  ],\n`,
    body ? `  body: { required: ${String(body.required)}, media: [\n${media.join("")}    ] },\n` : "",
    `  answers: ${literal(answersOf(operation))},\n`,
    served.except.length ? `  except: ${literal(served.except)},\n` : "",
    `  security: ${literal(securityOf(served, context.storage))},\n};\n`,
  ].join("");
}

/** What follows the routes of a group in its file. */
export interface Below {
  readonly imports: readonly string[];
  readonly text: string;
}

/** Generates `src/routes/<group>.ts`: input, output and security of each operation. */
export function routesModule(
  group: Group,
  server: Pick<ServerModel, "model" | "storage">,
  below: Below = { imports: [], text: "" },
): string {
  const { model, storage } = server;
  const routes = group.operations.map((served) =>
    [
      paramsText(served, model, undefined, false),
      resultText(served, model),
      routeText(served, { model, storage }),
    ].join("\n"),
  );
  const text = routes.join("\n");
  const code = codeOf(text);
  const imports = [
    'import type { Route } from "../http/route.ts";',
    ...(code.includes("AsyncIterable<ServerSentEvent")
      ? ['import type { ServerSentEvent } from "../http/serve.ts";']
      : []),
    ...(/\br\./.test(code) ? ['import * as r from "../http/rules.ts";'] : []),
    ...(/\bc\.check/.test(code) ? ['import * as c from "../models/checks.ts";'] : []),
    ...(/\bm\./.test(code) ? ['import type * as m from "../models/types.ts";'] : []),
  ];
  return `${[...below.imports, ...imports].join("\n")}\n\n${text}\n${below.text}`;
}
