import { delimiters, type SpecOperation, type SpecParameter } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { kindsIn } from "../../specification/int64.ts";
import { isRange, isScalar, mediaKind, type Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { pagingOf } from "../../specification/paging.ts";
import { conversionsOf } from "./conversions.ts";
import { choiceOf } from "./choices.ts";
import { isBare } from "./operations.ts";
import { pairsWriter, parameterText, pathTuple } from "./routes.ts";
import { securityOf } from "../../specification/security.ts";
import type { Feature } from "./runtime.ts";

function* ofParameter(parameter: SpecParameter, key: string, model: Model): Iterable<Feature> {
  const { in: place, style, schema, mediaType, allowReserved, part } = parameter;
  if (part !== undefined) yield* ["heads", "tuples"] as const;
  if (style === "cookie") yield "octets";
  const isJson = mediaType !== undefined && /json/.test(mediaType);
  if (place !== "path") yield place;
  else if (pathTuple(parameter, key)) yield* ["path", "tuples"] as const;
  if (place !== "path" && parameterText(parameter, key).startsWith("[")) yield "tuples";
  if (isJson) yield "json";
  if (allowReserved) yield "raw";
  const simple = isScalar(schema, model.spec) || isJson;
  if (style in delimiters || (parameter.inner ?? "") in delimiters) yield "delimited";
  if (place === "query" && style === "deepObject") yield "deep";
  if (place !== "query" && (!simple || style === "matrix" || style === "label")) yield "styled";
}

function* ofBody(content: NonNullable<SpecOperation["requestBody"]>["content"]): Iterable<Feature> {
  const types = Object.keys(content);
  if (types.length) yield "body";
  if (types.some((type) => type !== "application/json")) yield "bodies";
  if (types.some(isRange)) yield "wild";
  if (types.some((type) => mediaKind(type) === "lines")) yield "lineBodies";
  if (types.some((type) => ["binary", "any"].includes(mediaKind(type)))) yield "blobs";
  for (const type of types) {
    if (type.startsWith("multipart/")) yield "multipart";
    if (type.startsWith("application/x-www-form-urlencoded")) yield "forms";
  }
  for (const { style, allowReserved, inner } of Object.values(content).flatMap((media) =>
    Object.values(media.encoding ?? {}),
  )) {
    if (style !== undefined) yield* ["styledForms", "compound", "tuples", "query"] as const;
    if (style === "deepObject") yield "deep";
    if ([style, inner].some((style) => style !== undefined && style in delimiters)) yield "delimited";
    if (allowReserved) yield "raw";
  }
}

function* ofOperation(named: Named, model: Model): Iterable<Feature> {
  const { operation, keys } = named;
  if (isBare(operation)) yield "noParams";
  for (const parameter of operation.parameters)
    yield* ofParameter(parameter, keys.get(parameter) ?? "", model);
  const pairs = pairsWriter(
    operation.parameters.filter((parameter) => parameter.in === "query"),
    model,
  );
  if (pairs !== undefined) yield pairs === "listPairs" ? "listed" : "compound";
  yield* ofBody(operation.requestBody?.content ?? {});
  const paging = pagingOf(named, model);
  if (paging) yield "pages";
  for (const [, kind] of securityOf(operation, model).flat()) {
    yield "credentials";
    yield kind === "basic" || kind === "key" ? kind : kind === "bearer" ? "credentials" : "others";
  }
  if (Object.keys(operation.responses).some((status) => !/^[1-9]\d*$/.test(status))) yield "statuses";
  const media = Object.values(operation.responses).flatMap(({ content }) => Object.keys(content));
  if (media.some(isRange)) yield "ranges";
  for (const kind of media.map(mediaKind)) {
    if (kind === "events" || kind === "lines") yield kind;
    if (kind === "binary") yield "downloads";
  }
  if (choiceOf(operation)) yield "accept";
}

/** Returns the runtime features that a document's operations need. */
export const featuresOf = (model: Model, operations: readonly Named[]): ReadonlySet<Feature> =>
  new Set([
    ...operations.flatMap((named) => [...ofOperation(named, model)]),
    ...(model.held?.checks === "none" ? [] : (["checks"] as const)),
    ...(conversionsOf(model) ? (["conversions"] as const) : []),
    ...(kindsIn(model.spec).int64 ? (["int64"] as const) : []),
  ]);

/** Returns the rules that the checks and other modules name; one that only occurs in a description is harmless. */
export function rulesIn(validators: string, others: readonly GeneratedFile[]): ReadonlySet<string> {
  const [, imported = ""] = /^import \{ (.*) \} from "[./\w]*\/rules\.[jt]s";$/m.exec(validators) ?? [];
  const texts = [validators, ...others.map(({ text }) => text)];
  const named = texts.flatMap((text) => [...text.matchAll(/\br\.(\w+)/g)]);
  return new Set([...imported.split(", "), ...named.map(([, name = ""]) => name)]);
}
