import type { SpecParameter, SpecSchema } from "../../api/index.ts";
import { mediaKind, refKey, typesOf, type Model } from "./model.ts";
import type { Named } from "./named.ts";

const cursors =
  /^(cursor|after|page_?token|next_?token|starting_?after|continuation_?token|marker|next_?cursor|start_?key)$/i;

const nexts =
  /^(next|next_?cursor|next_?page_?token|next_?token|cursor|continuation_?token|marker|next_?marker|end_?cursor)$/i;

const pageNumbers = /^(page|page_?number|page_?index)$/i;

const offsets = /^(offset|skip|start|start_?index|from)$/i;

const sizes = /^(limit|page_?size|per_?page|size|count|max_?results|top|take)$/i;

const resolve = (model: Model, schema: SpecSchema | undefined): SpecSchema | undefined =>
  schema?.$ref === undefined ? schema : model.spec.schemas[refKey(schema.$ref)];

interface Shape {
  readonly status: string;
  /** The property that holds the items; undefined where the answer itself is the list. */
  readonly items: string | undefined;
  /** The property that holds the next cursor. */
  readonly next: string | undefined;
}

function shapeOf(named: Named, model: Model): Shape | undefined {
  const [status, response] =
    Object.entries(named.operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  if (status === undefined || !response) return undefined;
  const media = Object.entries(response.content);
  if (media.length !== 1 || media[0] === undefined || mediaKind(media[0][0]) !== "json") return undefined;
  const schema = resolve(model, media[0][1].schema);
  if (!schema) return undefined;
  if (schema.type === "array") return { status, items: undefined, next: undefined };
  if (schema.allOf || schema.anyOf || schema.oneOf || schema.type !== "object") return undefined;
  const properties = Object.entries(schema.properties ?? {});
  const lists = properties.filter(([, one]) => resolve(model, one)?.type === "array");
  const items =
    lists.length === 1
      ? lists[0]?.[0]
      : lists
          .map(([name]) => name)
          .find((name) => /^(items|data|results|records|entries|values)$/i.test(name));
  const next = properties.find(
    ([name, one]) => nexts.test(name) && typesOf(resolve(model, one) ?? {}).includes("string"),
  )?.[0];
  return items === undefined ? undefined : { status, items, next };
}

const numeric = (parameter: SpecParameter): boolean =>
  typesOf(parameter.schema).some((type) => type === "integer" || type === "number");

const textual = (parameter: SpecParameter): boolean =>
  parameter.schema.$ref === undefined &&
  !parameter.schema.enum &&
  typesOf(parameter.schema).includes("string");

/** How an operation pages: by a cursor that each answer gives, or by a number that counts pages or items. */
export type Paging =
  | {
      readonly by: "cursor";
      readonly parameter: SpecParameter;
      readonly next: string;
      readonly status: string;
    }
  | {
      readonly by: "page" | "offset";
      readonly parameter: SpecParameter;
      readonly items: string | undefined;
      readonly status: string;
    };

/** The usual pattern of pages that the document shows, if it shows one. */
export function pagingOf(named: Named, model: Model): Paging | undefined {
  if (named.operation.method !== "get") return undefined;
  const shape = shapeOf(named, model);
  if (!shape) return undefined;
  const { status, items } = shape;
  const query = named.operation.parameters.filter((parameter) => parameter.in === "query");
  const cursor = query.find((parameter) => cursors.test(parameter.name) && textual(parameter));
  const page = query.find(
    (parameter) => (pageNumbers.test(parameter.name) || offsets.test(parameter.name)) && numeric(parameter),
  );
  if (shape.next !== undefined && cursor)
    return { by: "cursor", parameter: cursor, next: shape.next, status };
  if (!page || !query.some((parameter) => sizes.test(parameter.name))) return undefined;
  return { by: offsets.test(page.name) ? "offset" : "page", parameter: page, items, status };
}
