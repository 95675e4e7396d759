import { inTable, isObject } from "../../../lib/index.ts";
import { oneOf, type Node } from "./frame.ts";
import { collectionFormats, type CollectionFormat } from "../../specification/styles.ts";

/**
 * Returns the `collectionFormat` of a Swagger 2.0 list in a place (`items`: nested lists); undefined if it isn't
 * defined there.
 */
function formatOf(item: Node, place: string): CollectionFormat | undefined {
  const collectionFormat = item["collectionFormat"] ?? "csv";
  const format =
    typeof collectionFormat === "string" ? inTable(collectionFormats, collectionFormat) : undefined;
  return format?.places?.includes(place) === false ? undefined : format;
}

const innerOf = ({ items }: Node): Node | undefined =>
  isObject(items) && items["type"] === "array" ? items : undefined;

/** Returns how a list and lists nested in it are serialised; as `csv` if the format isn't defined. */
export function collectionStyle(item: Node): Readonly<Record<string, unknown>> {
  if (item["type"] !== "array") return {};
  const usual = item["in"] === "formData" ? { style: "form" } : {};
  const inner = innerOf(item);
  const inside = (inner && formatOf(inner, "items"))?.style;
  const { places: _places, ...how } = formatOf(item, String(item["in"])) ?? { explode: false };
  return { ...usual, ...how, ...(inside === undefined ? {} : { inner: inside }) };
}

/** Yields what is wrong with the formats of a parameter's lists, as messages. */
export function* wrongFormats(parameter: Node): Iterable<string> {
  const place = String(parameter["in"]);
  for (
    let [list, where]: [Node | undefined, string] = [parameter, place];
    list?.["type"] === "array";
    [list, where] = [innerOf(list), "items"]
  ) {
    if (formatOf(list, where)) continue;
    const defined = Object.keys(collectionFormats).filter((name) =>
      formatOf({ collectionFormat: name }, where),
    );
    const of = where === "items" ? "a list inside a list" : `a parameter in ${where}`;
    yield `has the collectionFormat ${JSON.stringify(list["collectionFormat"]).slice(0, 40)}, which Swagger 2.0 does not define for ${of}: write ${oneOf(defined)} (--lenient sends and reads it as csv)`;
  }
}
