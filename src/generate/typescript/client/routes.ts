import type { SpecMedia, SpecOperation, SpecParameter } from "../../../api/index.ts";
import { called, print, type Expression } from "./expression.ts";
import { eventData } from "../../specification/events.ts";
import { encodingsOf } from "../../specification/encodings.ts";
import { isScalar, mediaKind, refKey, typesOf, type Model } from "../../specification/model.ts";
import { camel } from "../../specification/specification-names.ts";
import { literal } from "./typescript-literals.ts";
import { partHeadersOf, type Named } from "../../specification/named.ts";
import { Often } from "./often.ts";
import { once } from "../../specification/once.ts";
import { conversionsOf, sentBody } from "./conversions.ts";
import { memberKey } from "./checks.ts";
import { choiceOf } from "./choices.ts";
import { checkIn } from "./validators.ts";
import { securityOf } from "../../specification/security.ts";

/** Returns the properties of a parameter besides its wire name; trailing defaults are omitted. */
function factsOf(parameter: SpecParameter, key: string): readonly unknown[] {
  const { in: place, style, explode } = parameter;
  const how =
    parameter.mediaType !== undefined && /json/.test(parameter.mediaType)
      ? "json"
      : parameter.allowReserved
        ? "raw"
        : undefined;
  const inQuery = place === "query" || place === "cookie";
  const facts = [key, style, explode, how, parameter.inner];
  const usual = [parameter.name, inQuery ? "form" : "simple", inQuery, undefined, undefined];
  while (facts.length && facts.at(-1) === usual[facts.length - 1]) facts.pop();
  return facts;
}

/** Returns a parameter for the runtime. */
export function parameterText(parameter: SpecParameter, key: string): string {
  const facts = factsOf(parameter, key);
  return facts.length ? `[${[parameter.name, ...facts].map(literal).join(", ")}]` : literal(parameter.name);
}

/** Returns the same for a path parameter; undefined if its key says everything. */
export const pathTuple = (parameter: SpecParameter, key: string): string | undefined =>
  factsOf(parameter, key).length > 1 ? parameterText(parameter, key) : undefined;

/** Whether a parameter may be a list or an object, which a query encodes as pairs. */
export const isCompound = (parameter: SpecParameter, model: Model): boolean =>
  parameter.style === "deepObject" ||
  !(isScalar(parameter.schema, model.spec) || /json/.test(parameter.mediaType ?? ""));

/** Whether a parameter is a scalar or a list of scalars, with no serialisation options but its style. */
function isListed({ schema, style, mediaType, allowReserved, inner }: SpecParameter, model: Model): boolean {
  if (style === "deepObject" || mediaType !== undefined || allowReserved || inner !== undefined) return false;
  const target = schema.$ref === undefined ? schema : model.spec.schemas[refKey(schema.$ref)];
  const isList = target?.items && typesOf(target).every((type) => type === "array" || type === "null");
  return isScalar(isList ? target.items : schema, model.spec);
}

/** Returns the function that writes a query with lists or objects. */
export function pairsWriter(query: readonly SpecParameter[], model: Model): string | undefined {
  if (!query.some((parameter) => isCompound(parameter, model))) return undefined;
  return query.every((parameter) => isListed(parameter, model)) ? "listPairs" : "pairsOf";
}

/** Returns the check of a response of a media type. */
function decoder(model: Model, type: string, media: SpecMedia): Expression {
  const kind = mediaKind(type);
  const item = kind === "lines" || media.itemSchema ? eventData(media, model.spec) : undefined;
  const schema = kind === "events" || kind === "lines" ? item : media.schema;
  const checked =
    kind === "json" ||
    kind === "events" ||
    kind === "lines" ||
    (kind === "any" && schema && !typesOf(schema).includes("string"));
  const named = checked && schema && model.held?.checks !== "none" ? checkIn(model, schema) : undefined;
  const rule = named ?? "r.anything";
  const how = checked && schema ? conversionsOf(model)?.of(schema, "output") : undefined;
  return how === undefined ? rule : called("reading", rule, how);
}

/** Returns the checks of a response; if it is only JSON, without the media type. */
function answerOf(model: Model, content: Readonly<Record<string, SpecMedia>>): Expression {
  const media = Object.entries(content);
  const members = media.map(([type, media]) => [memberKey(type), decoder(model, type, media)] as const);
  const json = media.length === 1 && media[0]?.[0] === "application/json";
  return (json ? members[0]?.[1] : undefined) ?? { members };
}

interface Answer {
  readonly statuses: readonly string[];
  readonly check: Expression;
  /** The check as source. */
  readonly text: string;
}

/** Returns the checks of an operation's responses; statuses with the same check are grouped. */
const answersOf = once(({ operation }: Named, model): readonly Answer[] => {
  const checks = Object.entries(operation.responses).map(([status, { content }]) => {
    const check = answerOf(model, content);
    return { status, check, text: print(check, 0) };
  });
  return [...Map.groupBy(checks, ({ text }) => text)].map(([text, same]) => ({
    statuses: same.map(({ status }) => status),
    check: same[0]?.check ?? "",
    text,
  }));
});

/** Returns the alternatives of schemes; API keys include their location. */
function authOf(operation: SpecOperation, model: Model): Expression | undefined {
  const needs = securityOf(operation, model);
  if (needs.length === 0) return undefined;
  const scheme = (one: readonly string[]): string => literal(one[1] === "key" ? one : one.slice(0, 2));
  return { list: needs.map((all) => ({ list: all.map(scheme) })) };
}

/** Returns the names of values that several operations share, by their text. */
export function sharedValues(operations: readonly Named[], model: Model): ReadonlyMap<string, string> {
  const often = new Often();
  for (const named of operations) {
    for (const { text } of answersOf(named, model)) {
      const [, first = ""] = /\bc\.check(\w+)/.exec(text) ?? [];
      often.add(text, camel(`${first.slice(0, 60)}Answer`));
    }
    const auth = authOf(named.operation, model);
    if (auth) often.add(print(auth, 0), "auth");
  }
  return often.named(model);
}

/** Returns how form members are sent, if not in the default way: media types, or styles in the form of `Encoding`. */
function encodings(model: Model, type: string, media: SpecMedia): readonly (readonly [string, string])[] {
  const kind = mediaKind(type);
  if (kind !== "multipart" && kind !== "form") return [];
  return encodingsOf(type, media, model.spec).map(
    ([name, { contentType, style, explode, allowReserved, inner }]) => {
      if (style === undefined) return [name, literal(contentType)] as const;
      const facts = [style, explode, allowReserved && "raw", inner];
      while (facts.at(-1) === undefined) facts.pop();
      return [name, `[${facts.map(literal).join(", ")}]`] as const;
    },
  );
}

/** Returns the call of the runtime that creates an operation's function. */
export function routeOf(named: Named, model: Model, shared: ReadonlyMap<string, string>): Expression {
  const { operation, keys } = named;
  const members: (readonly [string, Expression])[] = [];
  for (const place of ["path", "query", "header", "cookie"] as const) {
    const routeParameters = operation.parameters.filter(
      (parameter) => parameter.in === place && parameter.part === undefined,
    );
    const text = place === "path" ? pathTuple : parameterText;
    const list = routeParameters.flatMap((parameter) => text(parameter, keys.get(parameter) ?? "") ?? []);
    if (list.length) members.push([place, { list }]);
    const pairs = place === "query" ? pairsWriter(routeParameters, model) : undefined;
    if (pairs !== undefined) members.push(["pairs", pairs]);
  }
  const body = Object.entries(operation.requestBody?.content ?? {});
  const isJson = body.every(([type], i) => i === 0 && type === "application/json");
  if (body.length) members.push(["write", isJson ? "jsonBody" : "anyBody"]);
  if (!isJson) members.push(["body", { list: body.map(([type]) => literal(type)) }]);
  const parts = body.flatMap(([type, media]) => encodings(model, type, media));
  if (parts.length)
    members.push(["parts", { members: [...new Map(parts)].map(([name, how]) => [memberKey(name), how]) }]);
  const heads = [...partHeadersOf(operation)].map(([part, all]) => {
    const list = all.map((header) => parameterText(header, keys.get(header) ?? ""));
    return [memberKey(part), { list }] as const;
  });
  if (heads.length) members.push(["heads", { members: heads }]);
  const conversions = conversionsOf(model);
  const send = conversions && sentBody(operation, conversions);
  if (send !== undefined) members.push(["send", send]);
  const value = answersOf(named, model).map(
    ({ statuses, check, text }) => [memberKey(statuses.join(" ")), shared.get(text) ?? check] as const,
  );
  if (value.length) members.push(["answers", { members: value }]);
  const auth = authOf(operation, model);
  if (auth) members.push(["auth", shared.get(print(auth, 0)) ?? auth]);
  // Names are unique only per place: the query may have the same name.
  const inPath = [...keys].filter(([parameter]) => parameter.in === "path");
  const byName = new Map(inPath.map(([{ name }, key]) => [name, key]));
  const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (all, name: string) =>
    byName.has(name) ? `{${byName.get(name)}}` : all,
  );
  const args = [literal(operation.method.toUpperCase()), literal(path)];
  return called(
    choiceOf(operation) ? "choosing" : "operation",
    ...args,
    ...(members.length ? [{ members }] : []),
  );
}
