import { resolve } from "../shape.ts";
import type { Spec, SpecOperation, SpecParameter } from "../../spec.ts";
import { typesOf } from "./schema-members.ts";
import type { Comparison, Condition, ListRules, StoredResource } from "./types.ts";
import { nounOf, plainly } from "./path-words.ts";

const paging: readonly (readonly [RegExp, "limit" | "offset" | "page" | "cursor"])[] = [
  [
    /^\$?(limit|page_?size|per_?page|size|count|max_?results|max_?items|top|take|num_?results|results_?per_?page|page\[(size|limit)\]|rows|number_?of_?results)$/i,
    "limit",
  ],
  [/^\$?(offset|skip|start|start_?index|start_?at|page\[offset\]|from_?index)$/i, "offset"],
  [/^(page|page_?number|page_?no|page_?num|page_?index|current_?page|page\[number\]|p)$/i, "page"],
  [
    /^(cursor|after|page_?token|next_?token|starting_?after|continuation_?token|next_?cursor|marker|page\[(cursor|after)\])$/i,
    "cursor",
  ],
];
const searches =
  /^(q|query|search|search_?(term|query|text|string)|text|keyword|keywords|term|filter_?text|\$search)$/i;
const sorts = /^\$?(sort|sort_?by|order_?by|sort_?field|sort_?column)$/i;
const orders = /^(order|sort_?order|sort_?dir(ection)?|direction|dir|order_?dir(ection)?)$/i;

/** Whether a header is a precondition, without which a write does more than it was asked to: `If-Match`. */
export const isPrecondition = ({ name, in: place }: Pick<SpecParameter, "name" | "in">): boolean =>
  place === "header" && /^if-(match|none-match|unmodified-since)$/i.test(name);

/** Whether a parameter is about the response or the client: version, format, language, fields or credentials. */
export const isAboutAnswer = (name: string): boolean =>
  /^(x-)?(api[-_]?version|accept.*|alt|format|pretty_?print|callback|locale|lang(uage)?|fields|include(_?\w+)?|expand|embed|select|\$select|\$expand|user-agent|authorization|api[-_]?key|key|access_?token|x-[\w-]+|idempotency-key|if-\w+(-\w+)*|content-type|quota_?user|user_?ip|upload.*|\$\.xgafv|oauth_?token)$/i.test(
    name,
  );

const endings: readonly (readonly [RegExp, Comparison])[] = [
  [/^(.+?)(_?(min|gte|from|since|after|start))$|^(?:min|from|since)_?(.+)$/i, "least"],
  [/^(.+?)(_?(max|lte|to|until|before|end))$|^(?:max|to|until)_?(.+)$/i, "most"],
  [/^(.+?)(_?gt)$/i, "above"],
  [/^(.+?)(_?lt)$/i, "below"],
];

/** Returns the column that a parameter names, in any spelling, and how it is compared. */
function comparedBy(
  resource: StoredResource,
  name: string,
): { readonly column: string; readonly how: Comparison } | undefined {
  const plain = plainly(name.replace(/^filter\[(.+)\]$/, "$1"));
  const columns = resource.columns.filter((column) => !column.secret);
  const called = (text: string) =>
    columns.find((column) => plainly(column.name) === text) ??
    columns.find((column) => column.type === "json" && nounOf(column.name) === nounOf(text)) ??
    columns.find((column) => plainly(column.name) === `${text}id` || `${plainly(column.name)}id` === text);
  const exactColumn = called(plain);
  if (exactColumn) return { column: exactColumn.name, how: "is" };
  for (const [pattern, how] of endings) {
    const match = pattern.exec(name);
    const column = match && called(plainly(match[1] ?? match[4] ?? ""));
    if (column && column.type !== "json" && column.type !== "boolean") return { column: column.name, how };
  }
  return undefined;
}

const valued = ({ name, in: place }: SpecParameter): Condition["value"] => ({
  from: "parameter",
  in: place,
  name,
});

/** Returns the list column that is filtered by a parameter's value, judged by names: `tag` for `tagList`. */
function listed(spec: Spec, resource: StoredResource, name: string): string | undefined {
  const noun = nounOf(name);
  return resource.columns.find(({ name: column, schema, type }) => {
    const found = resolve(spec, schema);
    const isList = type === "json" && typesOf(found).includes("array");
    return (
      isList &&
      (nounOf(column) === noun || plainly(column) === `${noun}list` || plainly(column) === `${noun}names`)
    );
  })?.name;
}

function conditionOf(
  spec: Spec,
  resource: StoredResource,
  parameter: SpecParameter,
): readonly Condition[] | undefined {
  const value = valued(parameter);
  const list = listed(spec, resource, parameter.name);
  if (list !== undefined) return [{ column: list, how: "has", value }];
  const compared = comparedBy(resource, parameter.name);
  const column = compared && resource.columns.find(({ name }) => name === compared.column);
  if (compared && column && (column.type !== "json" || typesOf(resolve(spec, column.schema)).length === 0))
    return [{ ...compared, value }];
  if (!searches.test(parameter.name)) return undefined;
  const text = resource.columns.find(
    ({ type, name }) =>
      type === "string" && /^(name|title|subject|display_?name|description|text|body|content)$/i.test(name),
  );
  return text ? [{ column: text.name, how: "contains", value }] : undefined;
}

export interface Applied {
  readonly where: readonly Condition[];
  readonly list: ListRules;
  readonly ignored: readonly string[];
  /** Required parameters without an effect. */
  readonly unknown: readonly string[];
}

/** Returns what the parameters of a list do. */
export function applied(
  spec: Spec,
  operation: SpecOperation,
  resource: StoredResource,
  extra: (parameter: SpecParameter) => readonly Condition[] | undefined,
): Applied {
  const where: Condition[] = [];
  const list: Record<string, string | true> = {};
  const ignored: string[] = [];
  const unknown: string[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in === "path") continue;
    const schema = resolve(spec, parameter.schema);
    const kind =
      parameter.in === "query" ? paging.find(([word]) => word.test(parameter.name))?.[1] : undefined;
    const isNumber = typesOf(schema).some((type) => type === "integer" || type === "number");
    const found = parameter.in === "query" ? (extra(parameter) ?? undefined) : undefined;
    if (found) where.push(...found);
    else if (kind && list[kind] === undefined && (kind === "cursor" ? !isNumber : isNumber)) {
      list[kind] = parameter.name;
      if (kind === "page" && (schema.minimum === 0 || schema.default === 0)) list["fromZero"] = true;
    } else if (parameter.in === "query" && sorts.test(parameter.name)) list["sort"] = parameter.name;
    else if (
      parameter.in === "query" &&
      orders.test(parameter.name) &&
      !resource.columns.some(({ name }) => name === parameter.name)
    )
      list["order"] = parameter.name;
    else {
      const conditions = parameter.in === "query" ? conditionOf(spec, resource, parameter) : undefined;
      if (conditions) where.push(...conditions);
      else if (parameter.required && parameter.in !== "header" && !isAboutAnswer(parameter.name))
        unknown.push(parameter.name);
      else ignored.push(parameter.name);
    }
  }
  return { where, list: list as ListRules, ignored, unknown }; // names of parameters by what they mean
}
