import { jsonOf, resolve, formOf } from "../shape.ts";
import type { Spec, SpecOperation, SpecParameter, SpecSchema } from "../../spec.ts";
import { itemsOf, membersOf, refOf, typesOf, type Members } from "./schema-members.ts";
import { nounOf, words } from "./path-words.ts";

/** A record in a body or response: its schema, the path of members to it, and whether it is in a list. */
export interface Place {
  readonly schema: SpecSchema;
  readonly members: Members;
  readonly ref: string | undefined;
  readonly way: readonly string[];
  readonly isList: boolean;
  /** The member whose members belong to the record, together with those beside it. */
  readonly spread?: string;
}

export interface Part {
  readonly text: string;
  readonly parameter?: string;
}

/** What an operation accepts and returns, as far as storage is concerned. */
export interface Facts {
  readonly operation: SpecOperation;
  readonly parts: readonly Part[];
  /** Template without API versions and formats; parameters have no names. */
  readonly path: string;
  /** The parameter, if the path's last part consists only of it. */
  readonly last: SpecParameter | undefined;
  readonly status: number;
  /** Schema of the response; undefined if it has no body. */
  readonly answer: SpecSchema | undefined;
  /** Whether the response has a body that isn't JSON. */
  readonly isForeign: boolean;
  readonly shown: Place | undefined;
  /** Set if the response is a list of plain values: the path of members to it, and its items. */
  readonly values: { readonly way: readonly string[]; readonly items: SpecSchema } | undefined;
  readonly sent: Place | undefined;
}

const isVersion = (part: string): boolean =>
  /^(api|rest|v\d+([._]\d+)*|\d+([._]\d+)+|\{(api_?)?version\})$/i.test(part);

/** Splits a path: versions are skipped, `(id)` and `:verb` are separate parts, formats are dropped. */
export function partsOf(path: string): readonly Part[] {
  const split = path
    .replace(/[?#].*$/, "")
    .replaceAll(/\(\s*'?(\{[^{}]+\})'?\s*\)/g, "/$1")
    .replaceAll(/:([A-Za-z]\w*)/g, "/$1")
    .replace(/\.(json|xml|\{\w+\})$/i, "")
    .split("/")
    .filter(Boolean);
  const start = split.findIndex((part) => !isVersion(part));
  return split.slice(Math.max(0, start)).map((text) => {
    const [, parameter] = /^\{([^{}]+)\}$/.exec(text) ?? [];
    return parameter === undefined ? { text } : { text, parameter };
  });
}

const templateOf = (parts: readonly Part[]): string =>
  parts.map(({ text, parameter }) => (parameter === undefined ? `/${text}` : "/{}")).join("");

/** Returns the last literal part of a path. */
export const nameOf = (parts: readonly Part[]): string =>
  parts.findLast(({ parameter }) => parameter === undefined)?.text ?? "";

const spreadBeside = /^(id|type|relationships|links|meta)$/;

/** Returns a record as it is stored: JSON:API `attributes` are merged with the members beside them. */
function placed(spec: Spec, schema: SpecSchema, way: readonly string[], isList: boolean): Place | undefined {
  const members = membersOf(spec, schema);
  if (!members) return undefined;
  const ref = refOf(spec, schema);
  const { attributes, ...others } = members.properties;
  const inner = attributes && membersOf(spec, attributes);
  if (!inner || !Object.keys(others).every((name) => spreadBeside.test(name)))
    return { schema, members, ref, way, isList };
  const properties = { ...inner.properties, ...others };
  const required = new Set([
    ...[...members.required].filter((name) => name !== "attributes"),
    ...inner.required,
  ]);
  return { schema, members: { ...members, properties, required }, ref, way, isList, spread: "attributes" };
}

/** Returns how likely, by its name, a member contains what the path names. */
function rank(name: string, noun: string, others: readonly string[]): number {
  if (nounOf(name) === noun) return 4;
  if (words.payload.test(name)) return 3;
  return others.every((other) => words.around.test(other)) ? 2 : 0;
}

/** Finds the record in a schema, or in a member that contains what the path names. */
function locate(
  spec: Spec,
  schema: SpecSchema,
  noun: string,
  wantsList: boolean,
  depth = 0,
): Place | undefined {
  const items = itemsOf(spec, schema);
  if (items) return placed(spec, items, [], true);
  const members = membersOf(spec, schema);
  if (!members || depth > 3) return undefined;
  const names = Object.keys(members.properties);
  const inner = names
    .flatMap((name) => {
      const member = members.properties[name] ?? {};
      if (words.around.test(name) && nounOf(name) !== noun) return [];
      const types = typesOf(resolve(spec, member));
      if (!types.includes("array") && !membersOf(spec, member)) return [];
      const others = names.filter((other) => other !== name);
      const score = rank(name, noun, others);
      const place = score > 0 ? locate(spec, member, noun, wantsList, depth + 1) : undefined;
      if (!place || (place.isList && !wantsList && score < 4 && others.length > 3)) return [];
      const isList = wantsList && place.isList;
      const isEnough = isList || score > 2 || others.length < 2;
      const isSupported = others.every((other) => words.around.test(other)) || (isList && score > 2);
      return isEnough && isSupported
        ? [{ score: isList ? score + 4 : score, place: { ...place, way: [name, ...place.way] } }]
        : [];
    })
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = inner;
  if (best && best.score > (second?.score ?? 0)) return best.place;
  return placed(spec, schema, [], false);
}

/** Finds a list of plain values. */
function valuesIn(spec: Spec, schema: SpecSchema): Facts["values"] {
  const items = itemsOf(spec, schema);
  if (items) return membersOf(spec, items) ? undefined : { way: [], items };
  const entries = Object.entries(membersOf(spec, schema)?.properties ?? {}).filter(
    ([name]) => !words.around.test(name),
  );
  const [[name, member] = [], ...others] = entries;
  const inner = member && itemsOf(spec, member);
  return name !== undefined && inner && others.length === 0 && !membersOf(spec, inner)
    ? { way: [name], items: inner }
    : undefined;
}

const isAnyType = (type: string): boolean => /^(\*|application)\/\*$/.test(type);

/** Returns the operation's main success response. */
function successOf({ responses, method }: SpecOperation): Pick<Facts, "status" | "answer" | "isForeign"> {
  const all = Object.entries(responses);
  const found =
    all.find(([status]) => status.startsWith("2")) ?? all.find(([status]) => status === "default");
  const usual = method === "post" ? 201 : 200;
  if (!found) return { status: method === "delete" ? 204 : 200, answer: undefined, isForeign: false };
  const [key, { content }] = found;
  const isEmpty = Object.keys(content).length === 0;
  const other = key === "default" ? (method === "delete" && isEmpty ? 204 : 200) : isEmpty ? 200 : usual;
  const status = /^\d+$/.test(key) ? Number(key) : other;
  const entries = Object.entries(content);
  if (status === 204 || entries.length === 0) return { status, answer: undefined, isForeign: false };
  const json =
    jsonOf(content) ??
    entries.find(([type, media]) => isAnyType(type) && media.schema?.type !== "string")?.[1];
  if (!json) return { status, answer: undefined, isForeign: true };
  return { status, answer: json.schema ?? {}, isForeign: false };
}

/** Returns the alternative of a list-or-object response that shows what the path names. */
function alternative(spec: Spec, answer: SpecSchema, noun: string, wantsList: boolean): SpecSchema {
  const { oneOf = [], anyOf = [] } = resolve(spec, answer);
  if (oneOf.length + anyOf.length < 2 || membersOf(spec, answer)) return answer;
  const places = [...oneOf, ...anyOf].flatMap((schema) => {
    const place = locate(spec, schema, noun, wantsList);
    return place ? [{ schema, place }] : [];
  });
  return (places.find(({ place }) => place.isList === wantsList) ?? places[0])?.schema ?? answer;
}

export function factsOf(spec: Spec, operation: SpecOperation): Facts {
  const parts = partsOf(operation.path);
  const noun = nounOf(nameOf(parts));
  const { status, answer: described, isForeign } = successOf(operation);
  const key = parts.at(-1)?.parameter;
  const last = operation.parameters.find((parameter) => parameter.in === "path" && parameter.name === key);
  const reads = operation.method === "get" && key === undefined;
  const answer = described && alternative(spec, described, noun, reads);
  const content = operation.requestBody?.content;
  const media =
    jsonOf(content) ??
    formOf(content) ??
    Object.entries(content ?? {}).find(
      ([type]) => isAnyType(type) || /multipart\/form-data/i.test(type),
    )?.[1];
  const [answerPlace, sent] = [answer, media?.schema].map((schema, i) =>
    schema ? locate(spec, schema, noun, i === 0 && reads) : undefined,
  );
  const values = answer ? valuesIn(spec, answer) : undefined;
  return {
    operation,
    parts,
    path: templateOf(parts),
    last,
    status,
    answer,
    isForeign,
    shown: values ? undefined : answerPlace,
    values,
    sent,
  };
}
