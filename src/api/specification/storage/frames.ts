import type { Json } from "../../../lib/index.ts";
import type { SpecSchema } from "../../spec.ts";
import { resolve } from "../shape.ts";
import { exampleOf } from "./columns.ts";
import type { Facts, Place } from "./facts.ts";
import { isNullable, membersOf, typesOf } from "./schema-members.ts";
import type { Model, Stored } from "./stored.ts";
import type { AnswerFrame, ListRules } from "./types.ts";
import type { Views } from "./views.ts";

const nexts =
  /^(next_?cursor|next_?page_?token|next_?token|cursor|continuation_?token|end_?cursor|next_?marker)$/i;
/** Members that describe a list: totals and paging. */
const marks: readonly (readonly [
  RegExp,
  "total" | "count" | "pages" | "offset" | "limit" | "page" | "more",
])[] = [
  [
    /^(total(_?(count|items|results|elements|records|size|number|hits|entries))?|\w+_?count|count_?total)$/i,
    "total",
  ],
  [/^(count|size|num_?results|number_?of_?elements|returned|result_?count)$/i, "count"],
  [/^(total_?pages|page_?count|pages|last_?page|num_?pages)$/i, "pages"],
  [/^(offset|skip|start|start_?index)$/i, "offset"],
  [/^(limit|per_?page|page_?size|max_?results)$/i, "limit"],
  [/^(page|page_?number|current_?page)$/i, "page"],
  [/^(has_?more|has_?next(_?page)?|more|is_?truncated|truncated)$/i, "more"],
];

/** Returns the value of a member that doesn't depend on records. */
function fixed(model: Model, name: string, schema: SpecSchema): Json | undefined {
  const found = resolve(model.spec, schema);
  if (found.const !== undefined) return found.const;
  if (isNullable(model.spec, schema)) return null;
  const types = typesOf(found);
  if (types.includes("boolean")) return /^(success\w*|ok|deleted|valid|result)$/i.test(name);
  if (types.includes("array") && !found.minItems) return [];
  return exampleOf(model.spec, schema, name);
}

interface Around {
  readonly model: Model;
  readonly list: ListRules | undefined;
}

function beside(
  { model, list }: Around,
  name: string,
  schema: SpecSchema,
  names: readonly string[],
): AnswerFrame | undefined {
  const { spec } = model;
  const types = typesOf(resolve(spec, schema));
  const { minimum = 0 } = resolve(spec, schema);
  if (list) {
    if (nexts.test(name) && types.includes("string"))
      return { is: "next", last: isNullable(spec, schema) ? "null" : "absent" };
    const mark = marks.find(([word]) => word.test(name))?.[1];
    const kind = mark === "count" && !names.some((name) => /^total/i.test(name)) ? "total" : mark;
    const isRight =
      kind === "more"
        ? types.includes("boolean")
        : types.some((type) => type === "integer" || type === "number");
    const isLeast = kind === "total" || kind === "count" || kind === "more" ? minimum <= 0 : true;
    if (kind && isRight && isLeast) return { is: kind };
  }
  return undefined;
}

/** Returns a response with `inner` at a path, surrounded by the members that it must have. */
export function framed(
  around: Around,
  schema: SpecSchema,
  way: readonly string[],
  inner: AnswerFrame,
): AnswerFrame {
  const [name, ...rest] = way;
  const { model } = around;
  if (name === undefined) return inner;
  const members = membersOf(model.spec, schema);
  const frames: Record<string, AnswerFrame> = {};
  const names = Object.keys(members?.properties ?? {});
  for (const other of names) {
    const schema = members?.properties[other] ?? {};
    if (other === name) frames[name] = framed(around, schema, rest, inner);
    else {
      const isNeeded = members?.required.has(other) ?? false;
      const mark = beside(around, other, schema, names);
      const paged = mark ? undefined : around.list && membersOf(model.spec, schema);
      const marked = paged
        ? Object.entries(paged.properties).flatMap(([key, property]) => {
            const frame = beside(around, key, property, Object.keys(paged.properties));
            const value = frame || !paged.required.has(key) ? undefined : fixed(model, key, property);
            return frame
              ? [[key, frame] as const]
              : value === undefined
                ? []
                : [[key, { is: "fixed", value } as const] as const];
          })
        : [];
      if (mark && !(mark.is === "next" && mark.last === "absent" && isNeeded)) frames[other] = mark;
      else if (marked.some(([, frame]) => frame.is !== "fixed"))
        frames[other] = { is: "object", members: Object.fromEntries(marked) };
      else if (isNeeded) {
        const value = fixed(model, other, schema);
        if (value !== undefined) frames[other] = { is: "fixed", value };
      }
    }
  }
  return { is: "object", members: frames };
}

/** Returns how a response shows the record or the list. */
export function frameOf(
  around: Around,
  facts: Facts,
  stored: Stored,
  { place, views }: { readonly place: Place; readonly views: Views },
): AnswerFrame {
  const { answer = {} } = facts;
  const view = views.of(stored, place);
  const isMany = place.isList && around.list !== undefined;
  const inner: AnswerFrame = isMany
    ? { is: "records", view }
    : place.isList
      ? { is: "one", item: { is: "record", view } }
      : { is: "record", view };
  return framed(around, answer, place.way, inner);
}

/** Returns a response that isn't about a record: the document's example of it. */
export function acknowledged(model: Model, { answer, operation }: Facts): AnswerFrame | undefined {
  if (!answer) return undefined;
  const members = membersOf(model.spec, answer);
  if (members && members.required.size === 0) {
    const entries = Object.entries(members.properties).flatMap(([name, schema]) =>
      /^(success\w*|ok|deleted)$/i.test(name) && typesOf(resolve(model.spec, schema)).includes("boolean")
        ? [[name, true] as const]
        : [],
    );
    return { is: "fixed", value: Object.fromEntries(entries) };
  }
  const value = exampleOf(model.spec, answer, operation.operationId);
  return value === undefined ? undefined : { is: "fixed", value };
}
