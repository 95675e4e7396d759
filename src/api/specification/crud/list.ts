import type { Spec, SpecOperation, SpecSchema } from "../../spec.ts";
import { resolve, shapeOf, type Shape } from "../shape.ts";
import { chosen, common, fixedValue, recordShape, shownOf } from "./answer.ts";
import { fits } from "./fits.ts";
import { isAnyObject, success } from "./media.ts";
import type { Draft } from "./record.ts";
import { no, quoted } from "./refusal.ts";
import type { Frame, ListRules, PartOf, Stored } from "./types.ts";
import { inTable } from "../../../lib/index.ts";

const parameterWords: Readonly<Record<PartOf, RegExp>> = {
  limit: /^(limit|page_?size|per_?page|size|count|max_?results|top|take|page\[(size|limit)\])$/i,
  offset: /^(offset|skip|start|start_?index|page\[offset\])$/i,
  page: /^(page|page_?number|page\[number\])$/i,
  cursor: /^(cursor|after|page_?token|next_?token|starting_?after|continuation_?token)$/i,
};
const nexts = /^(next_?cursor|next_?page_?token|next_?token|cursor|continuation_?token|end_?cursor)$/i;
/** Numbers and marks that lists come with. */
const marks: readonly (readonly [
  RegExp,
  "total" | "count" | "pages" | "offset" | "limit" | "page" | "more",
])[] = [
  [/^total(_?(count|items|results|elements|records|size))?$/i, "total"],
  [/^(count|size|num_?results|number_?of_?elements)$/i, "count"],
  [/^(total_?pages|page_?count|pages|last_?page)$/i, "pages"],
  [/^(offset|skip)$/i, "offset"],
  [/^(limit|per_?page|page_?size)$/i, "limit"],
  [/^(page|page_?number|current_?page)$/i, "page"],
  [/^(has_?more|has_?next(_?page)?|more|is_?truncated)$/i, "more"],
];
const ofPaging = /next|prev|cursor|more|link|page|paging|meta/i;

const typeIs = (spec: Spec, schema: SpecSchema, ...wanted: readonly string[]): boolean => {
  const types = [resolve(spec, schema).type ?? []].flat().filter((type) => type !== "null");
  return types.length === 1 && wanted.includes(types[0] ?? "");
};

/** What each query parameter means to storage. */
function parametersOf(
  draft: Draft,
  operation: SpecOperation,
  record: Shape | undefined,
): ListRules["parameters"] {
  const { spec, always, possible, collection } = draft;
  const found: Record<string, ListRules["parameters"][string]> = {};
  for (const one of operation.parameters) {
    if (one.in !== "query") continue;
    const kind = (["limit", "offset", "page", "cursor"] as const).find((name) =>
      parameterWords[name].test(one.name),
    );
    const stored = inTable(record?.properties ?? {}, one.name) ?? possible.get(one.name)?.[0];
    const isMember = (value: unknown): boolean => {
      const name = typeof value === "string" ? value.replace(/^-/, "") : "";
      return always.has(name) || possible.has(name);
    };
    const sorts = /^(sort|order_?by)$/i.test(one.name) && resolve(spec, one.schema).enum?.every(isMember);
    if (sorts) found[one.name] = "sort";
    else if (kind !== undefined && typeIs(spec, one.schema, kind === "cursor" ? "string" : "integer"))
      found[one.name] = kind;
    else if (
      stored &&
      !collection.hidden.includes(one.name) &&
      typeIs(spec, stored, "string", "integer", "boolean") &&
      typeIs(spec, one.schema, "string", "integer", "boolean")
    )
      found[one.name] = { equals: one.name };
  }
  return found;
}

/** Where the list of records is in an answer: the one whose items have most of a record. */
function place(
  draft: Draft,
  schema: SpecSchema,
  depth = 0,
): { readonly path: readonly string[]; readonly common: number } | undefined {
  const found = resolve(draft.spec, schema);
  if (found.type === "array") return { path: [], common: common(draft, found.items ?? {}) };
  if (depth > 2) return undefined;
  const inner = Object.entries(shapeOf(draft.spec, found)?.properties ?? {}).flatMap(([name, member]) => {
    const one = place(draft, member, depth + 1);
    return one ? [{ path: [name, ...one.path], common: one.common }] : [];
  });
  return inner.toSorted((a, b) => b.common - a.common || a.path.length - b.path.length)[0];
}

/** Whether the first page is page 0: the parameter may be that, or is by default. */
const countsFromZero = (spec: Spec, operation: SpecOperation, parameters: ListRules["parameters"]): boolean =>
  operation.parameters.some((one) => {
    const { minimum, default: usual } = resolve(spec, one.schema);
    return one.in === "query" && inTable(parameters, one.name) === "page" && (minimum === 0 || usual === 0);
  });

interface Setting {
  readonly draft: Draft;
  readonly fromZero: boolean;
  readonly parts: ReadonlySet<unknown>;
}

/** What stands for a member beside the list; undefined where storage knows nothing of it. */
function beside(
  { draft, parts, fromZero }: Setting,
  [name, schema]: readonly [string, SpecSchema],
  names: readonly string[],
): Frame | undefined {
  const { spec } = draft;
  const types = [resolve(spec, schema).type ?? []].flat();
  if (nexts.test(name) && parts.has("cursor") && fits(spec, [{ type: "string" }, schema]))
    return { is: "next", last: types.includes("null") ? "null" : "absent" };
  const mark = marks.find(([word]) => word.test(name))?.[1];
  const total = names.some((one) => marks[0]?.[0].test(one));
  const kind = mark === "count" && !total ? "total" : mark;
  const known =
    kind === "total" || kind === "count" || kind === "more" || parts.has(kind === "pages" ? "limit" : kind);
  const wanted: SpecSchema =
    kind === "more"
      ? { type: "boolean" }
      : { type: "integer", minimum: kind === "page" && !fromZero ? 1 : 0 };
  if (kind && known && fits(spec, [wanted, schema])) return { is: kind };
  const isPart = parts.has("limit") || parts.has("page") || parts.has("cursor");
  const value = isPart && ofPaging.test(name) ? undefined : fixedValue(draft, name, schema);
  if (value !== undefined) return { is: "fixed", value };
  const shape = shapeOf(spec, schema);
  const inner = shape && ofPaging.test(name) ? members({ draft, parts, fromZero }, shape, []) : undefined;
  return inner && Object.keys(inner).length ? { is: "object", members: inner } : undefined;
}

/** What stands for the members of an object around a list; undefined where one that it needs is not known. */
function members(
  setting: Setting,
  shape: Shape,
  others: readonly string[],
): Readonly<Record<string, Frame>> | undefined {
  const names = Object.keys(shape.properties);
  const found: Record<string, Frame> = {};
  for (const name of new Set([...names, ...shape.required])) {
    if (others.includes(name)) continue;
    const frame = beside(setting, [name, inTable(shape.properties, name) ?? {}], names);
    if (frame?.is === "next" && frame.last === "absent" && shape.required.has(name)) return undefined;
    if (frame && (frame.is !== "fixed" || shape.required.has(name))) found[name] = frame;
    else if (shape.required.has(name)) return undefined;
  }
  return found;
}

function framed(
  setting: Setting,
  schema: SpecSchema,
  [name, ...path]: readonly string[],
): { readonly frame: Frame; readonly only?: readonly string[] } {
  const { draft } = setting;
  if (name === undefined) {
    const array = resolve(draft.spec, schema);
    if (array.minItems !== undefined || array.maxItems !== undefined) no("its list is bounded");
    const { only, fixed, spread } = shownOf(draft, array.items ?? {});
    const [other] = Object.keys(fixed);
    if (other !== undefined) no(`its answer has ${quoted(other)}, which no request carries`);
    return {
      frame: { is: "records", schema: array.items ?? {}, ...(spread ? { spread } : {}) },
      ...(only ? { only } : {}),
    };
  }
  const shape = shapeOf(draft.spec, schema);
  const member = inTable(shape?.properties ?? {}, name);
  if (!shape || !member) return no("its answer is no list");
  const { frame, only } = framed(setting, member, path);
  const around = members(setting, shape, [name]);
  const unknown = [...shape.required].find(
    (one) => one !== name && !beside(setting, [one, inTable(shape.properties, one) ?? {}], []),
  );
  if (!around) return no(`its answer has ${quoted(unknown ?? "members")}, which storage does not know`);
  return { frame: { is: "object", members: { ...around, [name]: frame } }, ...(only ? { only } : {}) };
}

/** Whether a frame has this somewhere. */
export const holds = (frame: Frame | undefined, kinds: readonly Frame["is"][]): boolean =>
  frame !== undefined &&
  (kinds.includes(frame.is) ||
    (frame.is === "one" && holds(frame.item, kinds)) ||
    (frame.is === "object" && Object.values(frame.members).some((one) => holds(one, kinds))));

/** How an operation lists records. */
export function listOf(draft: Draft, operation: SpecOperation): Stored {
  const { spec } = draft;
  const { status, schema: whole } = success(operation, 200);
  if (!whole) return no("its answer has no body");
  const resolved = resolve(spec, whole);
  // Any JSON at all: a list of what getting one answers.
  if (resolved.type === undefined && isAnyObject(resolved))
    return {
      does: "list",
      answer: { status, frame: { is: "records", schema: {} } },
      list: { parameters: {} },
    };
  const schema = chosen(draft, whole, (one) => place(draft, one)?.common ?? 0);
  const found = place(draft, schema) ?? no("its answer is no list");
  if (found.common === 0) no("its list has nothing of its records");
  const array = found.path.reduce(
    (at, name) => inTable(shapeOf(spec, at)?.properties ?? {}, name) ?? {},
    schema,
  );
  const all = parametersOf(draft, operation, recordShape(draft, resolve(spec, array).items ?? {}));
  const fromZero = countsFromZero(spec, operation, all);
  const { frame, only } = framed({ draft, fromZero, parts: new Set(Object.values(all)) }, schema, found.path);
  // A cursor that no answer gives is none.
  const parameters = Object.fromEntries(
    Object.entries(all).filter(([, meaning]) => meaning !== "cursor" || holds(frame, ["next"])),
  );
  for (const one of operation.parameters)
    if (one.in === "query" && one.required && !Object.hasOwn(parameters, one.name) && !isVersion(one.name))
      no(`it needs the parameter ${quoted(one.name)}, which storage has no use for`);
  const headers = Object.keys(operation.responses[String(status)]?.headers ?? {});
  const totalHeader = headers.find((name) => /^(x-)?total(-count)?$/i.test(name));
  return {
    does: "list",
    answer: { status, frame, ...(only ? { only } : {}) },
    list: {
      parameters,
      ...(fromZero ? { fromZero } : {}),
      ...(totalHeader === undefined ? {} : { totalHeader }),
    },
  };
}

/** A parameter that says which version of the interface is meant, of which there is one. */
export const isVersion = (name: string): boolean => /^(x-)?api[-_]?version$/i.test(name);
