import { isObject, rememberedTwice, type Json } from "../../../lib/index.ts";
import type { SpecEncoding, SpecMedia, SpecResponse } from "../../spec.ts";
import { below, type At } from "./document.ts";
import { entries, members, opened, words, type Node, type Opened, type OperationContext } from "./frame.ts";
import { readPartHeaders } from "./parameter.ts";
import { styleOf } from "./styled.ts";

/** Returns how members of a form are sent: by their style or else their media type, and headers of their parts. */
function encodingOf(
  type: string,
  media: Node,
  at: At,
  context: OperationContext,
): Readonly<Record<string, SpecEncoding>> {
  if (!isObject(media["encoding"])) return {};
  const isForm = /^application\/x-www-form-urlencoded/i.test(type);
  const styled = isForm || context.styledParts;
  const place = below(at, "encoding");
  const form = context.find(media["schema"], below(at, "schema"));
  const properties = isObject(form?.node["properties"]) ? form.node["properties"] : {};
  return Object.fromEntries(
    members(media["encoding"]).map(([name, member]): readonly [string, SpecEncoding] => {
      const headers = /^multipart\//i.test(type)
        ? readPartHeaders(member["headers"], name, { at: below(place, name, "headers"), context })
        : [];
      const extra = headers.length ? { headers } : {};
      const hasStyle = ["style", "explode", "allowReserved"].some((key) => member[key] !== undefined);
      if (!styled || !hasStyle) return [name, { ...words(member, "contentType"), ...extra }];
      const style = styleOf(member, {
        place: "form",
        schema: [properties[name], below(form?.at ?? at, "properties", name)],
        at: below(place, name),
        context,
      });
      return [
        name,
        { ...style, ...(member["allowReserved"] === true ? { allowReserved: true } : {}), ...extra },
      ];
    }),
  );
}

function readMedia(type: string, value: unknown, at: At, context: OperationContext): SpecMedia {
  const { node, at: place } = context.open(value, at) ?? { node: {}, at };
  const encoding = encodingOf(type, node, place, context);
  const example =
    node["example"] ??
    entries(node["examples"]).flatMap(([, entry]) =>
      isObject(entry) && entry["value"] !== undefined ? [entry["value"]] : [],
    )[0];
  return {
    schema: node["schema"] === undefined ? undefined : context.schema(node["schema"], below(place, "schema")),
    ...(Object.keys(encoding).length ? { encoding } : {}),
    ...(example === undefined ? {} : { example: example as Json }), // parsed from JSON
    ...(node["itemSchema"] === undefined
      ? {}
      : { itemSchema: context.schema(node["itemSchema"], below(place, "itemSchema")) }),
  };
}

export const readContent = (
  value: unknown,
  at: At,
  context: OperationContext,
): Readonly<Record<string, SpecMedia>> =>
  Object.fromEntries(
    opened(value, at, context).map(([type, media, place]) => [type, readMedia(type, media, place, context)]),
  );

/** Responses that many operations refer to are read once. */
const readResponse = rememberedTwice(
  (context: OperationContext, { node, at: place }: Opened): SpecResponse => {
    const headers = opened(node["headers"], below(place, "headers"), context).flatMap(
      ([name, item, there]) => {
        const header = context.open(item, there);
        if (!header || /^content-type$/i.test(name)) return [];
        return [
          [
            name,
            {
              required: header.node["required"] === true,
              ...words(header.node, "description"),
              schema: context.schema(header.node["schema"], below(header.at, "schema")),
            },
          ] as const,
        ];
      },
    );
    return {
      description: typeof node["description"] === "string" ? node["description"] : "",
      headers: Object.fromEntries(headers),
      content: withBytes(readContent(node["content"], below(place, "content"), context), place, context),
    };
  },
);

const bytes = "application/octet-stream";

/** Lists binary responses under a binary media type instead of JSON, which some documents list for every response. */
function withBytes(
  content: Readonly<Record<string, SpecMedia>>,
  at: At,
  { warn }: OperationContext,
): Readonly<Record<string, SpecMedia>> {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const { type: kind, format } = media.schema ?? {};
      const isWrong = kind === "string" && format === "binary" && /^\*\/\*$|[/+]json\b/i.test(type);
      if (isWrong && type !== "*/*") warn(below(at, "content"), `has bytes as ${type}: read as ${bytes}`);
      return [isWrong ? bytes : type, media];
    }),
  );
}

export function readResponses(
  value: unknown,
  at: At,
  context: OperationContext,
): Readonly<Record<string, SpecResponse>> {
  const found: Record<string, SpecResponse> = {};
  for (const [status, item, place] of opened(value, at, context)) {
    const key = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
    if (!/^([1-5][0-9]{2}|[1-5]XX|default)$/.test(key)) {
      if (!status.startsWith("x-")) context.warn(place, "is not a status: ignored");
      continue;
    }
    const response = context.open(item, place);
    if (response) found[key] = readResponse(context, response);
  }
  return found;
}
