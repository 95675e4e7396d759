import { rememberedText } from "../../lib/index.ts";
import { once } from "./once.ts";
import type { SpecParameter, SpecResponse, SpecSchema } from "../../api/index.ts";
import { mediaKind, refKey, typesOf, type Model } from "./model.ts";
import type { Named } from "./named.ts";

/** Member names from a response's root to a value. */
export type Path = readonly string[];

/** How to request the next page, after a response with these items. */
export type Step =
  /** A parameter that counts pages or items. */
  | {
      readonly by: "page" | "offset";
      readonly parameter: SpecParameter;
      /** The first count if the caller sets none, if it is not the default. */
      readonly first?: number;
    }
  /**
   * A parameter that takes a value of the response: the one at `next`, or if undefined, a member whose name starts
   * with "next".
   */
  | { readonly by: "cursor"; readonly parameter: SpecParameter; readonly next: Path | undefined }
  /** A parameter that takes a member of the last item; `more` tells whether there is another page. */
  | {
      readonly by: "last";
      readonly parameter: SpecParameter;
      readonly id: string;
      readonly more: Path | undefined;
    }
  /** The address of the next page is in the response, or in its Link header if there is no path. */
  | { readonly by: "url"; readonly next: Path | undefined };

export type Paging = Step & {
  readonly status: string;
  /** Path of the items; empty if the response is the list. */
  readonly items: Path;
  readonly item: SpecSchema;
};

const plain = rememberedText((name): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, ""));

const isIn = (words: string): ((name: string) => boolean) => {
  const known = new Set(words.split(" "));
  return (name) => known.has(plain(name));
};

/** Parameters that take an opaque value of the previous response. */
const isCursor = isIn(
  "cursor after pagetoken nexttoken nextpagetoken startingafter continuationtoken continue marker nextcursor startkey " +
    "exclusivestartkey pagecursor pageafter startcursor scrollid bookmark skiptoken nextmarker aftercursor startafter syncid",
);
/** Members that contain that value. */
const isNext = isIn(
  "next nextcursor nextpagetoken nexttoken cursor continuationtoken continue marker nextmarker endcursor nextpage after " +
    "scrollid bookmark nextstartkey lastevaluatedkey nextpagecursor skiptoken startcursor",
);
const isPage = isIn("page pagenumber pageindex pagenum pageno pagenr currentpage p");
const isOffset = isIn("offset skip startindex startat pageoffset start from firstresult");
/** Parameters that mean an offset or page only beside a size. */
const isVague = isIn("start from p");
const isSize = isIn(
  "limit pagesize perpage size count maxresults maxresult top take pagelimit resultsperpage rows itemsperpage max first results maxitems",
);
const isList = isIn(
  "items data results records entries values list rows hits objects resources elements collection content edges",
);
const isUrl = isIn(
  "next nexturl nextlink nextpageurl nextpage odatanextlink nexthref nextpagelink nextpageuri nexturi",
);
const isAfter = isIn("startingafter after sinceid afterid startafter lastid");
const isMore = isIn("hasmore hasnext hasnextpage more ismore moreavailable");

/** Returns a schema with references resolved and its allOf merged. */
function whole(schema: SpecSchema | undefined, model: Model, depth = 0): SpecSchema {
  let found = schema ?? {};
  for (let hop = 0; found.$ref !== undefined && hop < 16; hop++)
    found = model.spec.schemas[refKey(found.$ref)] ?? {};
  const alternatives =
    (found.oneOf ?? found.anyOf)?.filter((schema) => !typesOf(schema).includes("null")) ?? [];
  const only = alternatives.length === 1 ? alternatives : [];
  const parts = [...(found.allOf ?? []), ...only];
  if (parts.length === 0 || depth > 4) return found;
  const all = parts.map((part) => whole(part, model, depth + 1));
  return Object.assign({}, ...all, found, {
    properties: Object.assign({}, ...all.map(({ properties }) => properties ?? {}), found.properties),
  }) as SpecSchema; // merged from schemas
}

interface Member {
  readonly path: Path;
  readonly name: string;
  readonly schema: SpecSchema;
}

/** Returns the members of a response and of objects one level below, nearest first. */
function membersOf(schema: SpecSchema, model: Model): readonly Member[] {
  const of = (schema: SpecSchema, path: Path): readonly Member[] =>
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      path: [...path, name],
      name,
      schema: whole(property, model),
    }));
  const schemaMembers = of(schema, []);
  const isObject = (schema: SpecSchema): boolean =>
    schema.properties !== undefined && !typesOf(schema).includes("array");
  return [
    ...schemaMembers,
    ...schemaMembers.flatMap((member) => (isObject(member.schema) ? of(member.schema, member.path) : [])),
  ];
}

const hasType = (schema: SpecSchema, ...types: readonly string[]): boolean =>
  typesOf(schema).some((type) => types.includes(type));

interface Listing {
  readonly status: string;
  readonly items: Path;
  readonly item: SpecSchema;
  readonly members: readonly Member[];
  readonly response: SpecResponse;
}

/** Returns the list in a success response, if it has one. */
function listingOf({ operation }: Named, model: Model): Listing | undefined {
  const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  const first = Object.entries(response?.content ?? {}).find(([type]) => mediaKind(type) === "json");
  if (status === undefined || !response || !first) return undefined;
  const schema = whole(first[1].schema, model);
  if (hasType(schema, "array")) return { status, response, items: [], item: schema.items ?? {}, members: [] };
  const members = membersOf(schema, model);
  const lists = members.filter((member) => hasType(member.schema, "array") && member.schema.items);
  const ofObjects = lists.filter((list) => whole(list.schema.items, model).properties !== undefined);
  const last = operation.path.split("/").findLast((part) => part !== "" && !part.includes("{")) ?? "";
  // What lists metadata is optional.
  const required = lists.filter(({ path, name }) => path.length === 1 && schema.required?.includes(name));
  const only = [ofObjects, lists, required].find(({ length }) => length === 1);
  const chosen =
    lists.find(({ name }) => plain(name) === plain(last)) ??
    lists.find(({ name }) => isList(name)) ??
    only?.[0];
  return chosen && { status, response, items: chosen.path, item: chosen.schema.items ?? {}, members };
}

function cursorStep(query: readonly SpecParameter[], { members }: Listing): Step | undefined {
  const values = members.filter(
    ({ schema }) => hasType(schema, "string", "integer") || typesOf(schema).length === 0,
  );
  for (const parameter of query) {
    const same = values.find(({ name }) => plain(name) === plain(parameter.name));
    const numeric = hasType(parameter.schema, "integer", "number");
    // A member with the parameter's own name is the next value only if the name says so or it is a text.
    const takesText = !numeric && (isOffset(parameter.name) || isPage(parameter.name));
    const next =
      isCursor(parameter.name) || takesText
        ? (same ?? values.find(({ name, schema }) => isNext(name) && schema.format !== "uri"))
        : undefined;
    if (next) return { by: "cursor", parameter, next: next.path };
  }
  return undefined;
}

/** Returns a step whose parameter takes a value of the response, although the document doesn't say where it is. */
function hiddenStep(query: readonly SpecParameter[]): Step | undefined {
  const parameter = query.find(
    ({ name, schema }) => !isVague(name) && (isCursor(name) || isOffset(name)) && hasType(schema, "string"),
  );
  return parameter && query.some(({ name }) => isSize(name))
    ? { by: "cursor", parameter, next: undefined }
    : undefined;
}

function lastStep(
  query: readonly SpecParameter[],
  { item, members }: Listing,
  model: Model,
): Step | undefined {
  const parameter = query.find(({ name }) => isAfter(name));
  const more = members.find(({ name, schema }) => isMore(name) && hasType(schema, "boolean"));
  const hasId = whole(item, model).properties?.["id"] !== undefined;
  return parameter && hasId && (more || plain(parameter.name) === "startingafter")
    ? { by: "last", parameter, id: "id", more: more?.path }
    : undefined;
}

function countStep(query: readonly SpecParameter[]): Step | undefined {
  const sized = query.some(({ name }) => isSize(name));
  const parameter = query.find(
    ({ name, schema }) =>
      (isPage(name) || isOffset(name)) && (sized || !isVague(name)) && hasType(schema, "integer", "number"),
  );
  if (!parameter) return undefined;
  const by = isOffset(parameter.name) ? "offset" : "page";
  const { default: known, minimum } = parameter.schema;
  const first = Number.isInteger(known) ? Number(known) : by === "page" && minimum === 0 ? 0 : undefined;
  return { by, parameter, ...(first === undefined || first === (by === "page" ? 1 : 0) ? {} : { first }) };
}

function urlStep(query: readonly SpecParameter[], { members, response }: Listing): Step | undefined {
  const next = members.find(({ name, schema }) => isUrl(name) && hasType(schema, "string"));
  if (next) return { by: "url", next: next.path };
  const hasLink = Object.keys(response.headers).some((name) => /^link$/i.test(name));
  const pages = query.some(({ name }) => isPage(name) || isOffset(name) || isCursor(name) || isSize(name));
  return hasLink && pages ? { by: "url", next: undefined } : undefined;
}

/** Returns how an operation pages, judged by its parameters and response; undefined if they show no paging. */
export const pagingOf = once((named: Named, model): Paging | undefined => {
  if (named.operation.method !== "get") return undefined;
  const listing = listingOf(named, model);
  if (!listing) return undefined;
  const query = named.operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => ({ ...parameter, schema: whole(parameter.schema, model) }));
  const found =
    cursorStep(query, listing) ??
    lastStep(query, listing, model) ??
    countStep(query) ??
    urlStep(query, listing) ??
    hiddenStep(query);
  if (!found) return undefined;
  const step: Step =
    "parameter" in found
      ? {
          ...found,
          parameter:
            named.operation.parameters.find(
              (parameter) => parameter.in === "query" && parameter.name === found.parameter.name,
            ) ?? found.parameter,
        }
      : found;
  return { ...step, status: listing.status, items: listing.items, item: listing.item };
});
