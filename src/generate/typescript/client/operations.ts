import type { SpecMedia, SpecOperation, SpecParameter, SpecSchema } from "../../../api/index.ts";
import { answerText, choicesText, least } from "./choices.ts";
import { print } from "./expression.ts";
import type { ExampleCall, Examples, ExampleValue } from "../../specification/example.ts";
import { eventData } from "../../specification/events.ts";
import { isRange, isScalar, mediaKind, refKey, typesOf, type Model } from "../../specification/model.ts";
import { pascal } from "../../specification/specification-names.ts";
import { docComment, key, literal, shownValue } from "./typescript-literals.ts";
import { context, distinct, resultType } from "./results.ts";
import type { Named } from "../../specification/named.ts";
import { Often } from "./often.ts";
import { once } from "../../specification/once.ts";
import { pagesOf } from "./pages.ts";
import { routeOf } from "./routes.ts";
import { typeText } from "./types.ts";

const isBinary = (schema: SpecSchema | undefined): boolean =>
  schema === undefined ||
  (schema.type === "string" && (schema.format === "binary" || schema.format === undefined)) ||
  Object.keys(schema).length === 0;

function bodyType(model: Model, type: string, media: SpecMedia): string {
  const kind = mediaKind(type);
  if (kind === "json" || kind === "form" || kind === "any")
    return media.schema ? typeText(media.schema, context(model, "input")) : "unknown";
  if (kind === "multipart") return multipartType(model, media.schema);
  if (kind === "lines") {
    const item = eventData(media, model.spec);
    return `string | readonly (${item ? typeText(item, context(model, "input")) : "unknown"})[]`;
  }
  if (kind === "text" || kind === "events")
    return media.schema && (typesOf(media.schema).includes("string") || isScalar(media.schema, model.spec))
      ? typeText(media.schema, context(model, "input"))
      : "string";
  return isBinary(media.schema) ? "Blob" : "Blob | string";
}

/** Returns the type of a form, written inline so that its files can be Blobs. */
function multipartType(model: Model, schema: SpecSchema | undefined): string {
  if (!schema) return "{ readonly [key: string]: unknown }";
  const target = schema.$ref === undefined ? schema : model.spec.schemas[refKey(schema.$ref)];
  return target && target.$ref === undefined && target.properties
    ? typeText(target, context(model, "input", true))
    : typeText(schema, context(model, "input", true));
}

/** Returns the comment and the type of a parameter, which several operations may have. */
const parameterTexts = once(({ description, deprecated, schema }: SpecParameter, model) => ({
  about: docComment([description, deprecated ? "@deprecated" : undefined], "  "),
  type: typeText(schema, context(model, "input")),
}));

/** Returns the member of the caller's object for a parameter. */
function memberText(parameter: SpecParameter, name: string, model: Model): string {
  const { about, type } = parameterTexts(parameter, model);
  return `${about}  readonly ${key(name)}${parameter.required ? "" : "?"}: ${type};\n`;
}

/** Returns the members of the caller's object for an operation's parameters. */
export const memberTexts = once(({ operation, keys }: Named, model): readonly string[] =>
  operation.parameters.map((parameter) => memberText(parameter, keys.get(parameter) ?? "", model)),
);

/**
 * Generates the type of the caller's object; `shared` has the interfaces of shared members. With `asSent` false, as a
 * server receives it, lines are a text.
 */
export function paramsText(
  named: Named,
  model: Model,
  shared: ReadonlyMap<string, string> = new Map(),
  asSent = true,
): string {
  const { operation, params } = named;
  const all = memberTexts(named, model);
  const bases = all.flatMap((text) => (shared.has(text) ? [`p.${shared.get(text)}`] : []));
  const bodies = operation.requestBody ? bodiesOf(operation.requestBody, model, asSent) : [];
  const lines = [...all.filter((text) => !shared.has(text)), ...(bodies.length > 1 ? [] : bodies)];
  if (lines.length === 0 && bases.length === 0) lines.push("  readonly [key: string]: never;\n");
  const membersText = `{${lines.length ? `\n${lines.join("")}` : ""}}`;
  if (bodies.length < 2)
    return `export interface ${params}${bases.length ? ` extends ${bases.join(", ")}` : ""} ${membersText}\n`;
  const tied = bodies.map((members) => `\n  | {\n${members.replaceAll(/^(?=.)/gm, "    ")}    }`).join("");
  return `export type ${params} = ${[...bases, ...(all.length > bases.length ? [membersText] : [])].map((item) => `${item} & `).join("")}(${tied}\n);\n`;
}

/** Returns the type of a media type argument: a range accepts any media type in it. */
const contentTypeText = (type: string): string =>
  isRange(type) ? `\`${type.split("*", 1)[0]}\${string}\`` : literal(type);

/** Returns the members of a caller's object for a body: alternatives if media types have different body types. */
function bodiesOf(
  body: NonNullable<SpecOperation["requestBody"]>,
  model: Model,
  asSent: boolean,
): readonly string[] {
  const media = Object.entries(body.content);
  const [[first] = [""]] = media;
  const byType = Map.groupBy(media, ([name, media]) =>
    asSent || mediaKind(name) !== "lines" ? bodyType(model, name, media) : "string",
  );
  const about = docComment([body.description], "  ");
  return [...byType].map(([type, some]) => {
    const names = some.map(([name]) => name);
    const isUsual = names.includes(first);
    const content = `  readonly contentType${isUsual ? "?" : ""}: ${names.map(contentTypeText).join(" | ")};\n`;
    const named = media.length > 1 || isRange(first) ? content : "";
    return `${about}  readonly body${isUsual && !body.required ? "?" : ""}: ${type};\n${named}`;
  });
}

const statusText = (status: string): string => (/^[1-9]\d*$/.test(status) ? status : literal(status));

/** Returns the response types of an operation; statuses with the same type are grouped. */
const casesOf = once((named: Named, model): readonly string[] => {
  const byData = Map.groupBy(Object.entries(named.operation.responses), ([, { content }]) => {
    const media = Object.entries(content);
    return media.length
      ? answerText(named, model, distinct(media.map(([type, media]) => resultType(model, type, media))))
      : "undefined";
  });
  const hasSuccess = Object.keys(named.operation.responses).some((status) => status.startsWith("2"));
  return [...byData].map(([data, answers]) => {
    const statuses = answers.map(([status]) => statusText(status));
    const open = !hasSuccess && statuses.includes('"default"') ? ", boolean" : "";
    return `Answer<${statuses.join(" | ")}, ${data}${open}>`;
  });
});

/** Returns the names of response types that several operations share. */
export function sharedAnswers(operations: readonly Named[], model: Model): ReadonlyMap<string, string> {
  const often = new Often();
  for (const text of operations.flatMap((named) => casesOf(named, model))) {
    const [, first = ""] = /\bm\.(\w+)/.exec(text) ?? [];
    if (text.length >= least) often.add(text, pascal(`${first.slice(0, 60)}Answer`));
  }
  return often.named(model);
}

function resultText(named: Named, model: Model, shared: ReadonlyMap<string, string>): string {
  const cases = casesOf(named, model).map((item) => shared.get(item) ?? item);
  const text = [...cases, "Unexpected"].join(" | ");
  const head = `export type ${named.result} =`;
  return head.length + text.length < 110
    ? `${head} ${text};\n`
    : `${head}\n${cases.map((item) => `  | ${item}\n`).join("")}  | Unexpected;\n`;
}

/** Whether an operation has no input. */
export const isBare = ({ parameters, requestBody }: SpecOperation): boolean =>
  parameters.length === 0 && !requestBody;

/** Returns the values of an example by their keys in the caller's object. */
export const exampleValues = ({
  called,
  values,
}: ExampleCall<Named>): readonly (readonly [string, ExampleValue])[] =>
  [...values].map(([place, value]) => [place === "body" ? place : (called.keys.get(place) ?? ""), value]);

/** Returns an example's call as a function of a client. */
export function functionCall(example: ExampleCall<Named>, client: string): string {
  const args = exampleValues(example).map(([name, value]) => `${key(name)}: ${shownValue(value)}`);
  return `${example.called.name}(${client}${args.length ? `, { ${args.join(", ")} }` : ""})`;
}

/** Generates the types and the function of one operation. */
export function operationText(named: Named, model: Model, shared: Shared): string {
  const { operation, name, params, result } = named;
  const example = shared.examples.get(named);
  const about = docComment(
    [
      operation.summary,
      operation.description === operation.summary ? undefined : operation.description,
      operation.deprecated ? "@deprecated" : undefined,
    ],
    "",
    example && `const result = await ${functionCall(example, "client")};`,
  );
  const none = isBare(operation);
  const types = `${none ? "NoParams" : params}, ${result}`;
  const choices = choicesText(named, model);
  const kind = choices ? `Choosing<${types}, ${named.choices}>` : `Call<${types}>`;
  const head = `export const ${name}: ${kind} = /* @__PURE__ */ `;
  return [
    none ? "" : paramsText(named, model, shared.parameters),
    resultText(named, model, shared.answers),
    choices,
    `${about}${head}${print(routeOf(named, model, shared.values), 0, head.length)};\n`,
    pagesOf(named, model, types),
  ]
    .filter(Boolean)
    .join("\n");
}

/** What operations share: members of callers' objects, values and types. Each map has names by text. */
export interface Shared {
  readonly parameters: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
  /** Types of responses. */
  readonly answers: ReadonlyMap<string, string>;
  readonly examples: Examples<Named>;
}
