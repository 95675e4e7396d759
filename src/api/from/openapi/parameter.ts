import { isObject, rememberedTwice } from "../../../lib/index.ts";
import type { SpecParameter } from "../../spec.ts";
import { below, type At } from "./document.ts";
import { entries, opened, words, type Node, type Opened, type OperationContext } from "./frame.ts";
import { styleOf } from "./styled.ts";

const places: ReadonlySet<unknown> = new Set(["path", "query", "header", "cookie"]);
const isPlace = (value: unknown): value is SpecParameter["in"] => places.has(value);

/** Reads what parameters and headers have in common: how their values are serialised. */
function readValueRules(
  node: Node,
  {
    place,
    at,
    context,
  }: { readonly place: SpecParameter["in"]; readonly at: At; readonly context: OperationContext },
): Omit<SpecParameter, "name" | "in"> {
  const [media] = entries(node["content"]);
  const content = media && isObject(media[1]) ? media[1] : undefined;
  // Text in cookies isn't encoded (OpenAPI 3.1.1, Appendix D), as in the style `cookie` of OpenAPI 3.2.
  const isCookieText = place === "cookie" && media && content && !/json/i.test(media[0]);
  return {
    required: place === "path" || node["required"] === true,
    deprecated: node["deprecated"] === true,
    ...words(node, "description"),
    ...styleOf(node, {
      place,
      schema: [node["schema"], below(at, "schema")],
      at,
      context,
    }),
    ...(isCookieText ? { style: "cookie" } : {}),
    allowReserved: node["allowReserved"] === true,
    ...(media && content ? { mediaType: media[0] } : {}),
    schema:
      media && content
        ? context.schema(content["schema"], below(at, "content", media[0], "schema"))
        : context.schema(node["schema"], below(at, "schema")),
  };
}

/** Parameters that many operations refer to are read once. */
const readOpened = rememberedTwice((context: OperationContext, found: Opened): SpecParameter | undefined => {
  const name = found.node["name"];
  const place = found.node["in"];
  if (typeof name !== "string" || name === "" || !isPlace(place)) {
    context.warn(found.at, "is a parameter without a name or a known place: ignored");
    return undefined;
  }
  // The standard defines these three headers elsewhere and ignores them here.
  if (place === "header" && /^(accept|content-type|authorization)$/i.test(name)) return undefined;
  return { name, in: place, ...readValueRules(found.node, { place, at: found.at, context }) };
});

export function readParameter(value: unknown, at: At, context: OperationContext): SpecParameter | undefined {
  const found = context.open(value, at);
  return found && readOpened(context, found);
}

const isToken = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

/** Reads the headers of a form's part, except those for its type and name. */
export function readPartHeaders(
  value: unknown,
  part: string,
  { at, context }: { readonly at: At; readonly context: OperationContext },
): readonly SpecParameter[] {
  return opened(value, at, context).flatMap(([name, header, place]) => {
    if (/^content-type$/i.test(name)) return [];
    if (!isToken(name) || /^content-(disposition|transfer-encoding)$/i.test(name)) {
      context.warn(place, "is ignored: form parts can't have this header, or it is set automatically");
      return [];
    }
    const found = context.open(header, place);
    if (!found) return [];
    return [
      { name, in: "header", part, ...readValueRules(found.node, { place: "header", at: found.at, context }) },
    ];
  });
}
