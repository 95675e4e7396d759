/** Random definitions, for properties that must hold for all of them. */
import * as fc from "fast-check";
import { definitionFromYaml, withBearer, withEtags } from "./index.ts";

const word = fc.constantFrom(
  "amount",
  "title",
  "state",
  "email",
  "note",
  "when",
  "size",
  "rank",
  "flag",
  "link",
);
const type = fc.constantFrom(
  "string 1..80",
  "string ..20 /^[a-z]+$/",
  "text",
  "email",
  "uri",
  "integer 0..10",
  "number",
  "decimal(8, 2) 0..",
  "boolean",
  "date",
  "datetime",
  "uuid",
  "enum(a, b, c)",
  "string[] ..5",
  "enum(s, m)[]",
  "json",
);
const field = fc
  .tuple(type, fc.constantFrom("", " required"), fc.constantFrom("", " unique"))
  .map(
    ([kind, required, unique]) =>
      `${kind.replace(/^(\S+(?: 2\))?)/, `$1${required}${/json|\[|text|boolean/.test(kind) ? "" : unique}`)}`,
  );
const names = ["Author", "Book", "Shelf"] as const;
const relation = fc.constantFrom("belongs to", "many to many");
const optional = (kind: string): string => (kind === "belongs to" ? ", optional" : "");
const resource = fc.record({
  fields: fc.dictionary(word, field, { minKeys: 1, maxKeys: 6 }),
  relation: fc.option(fc.tuple(relation, fc.constantFrom(...names)), { nil: undefined }),
  action: fc.boolean(),
});

const served = fc.record({ auth: fc.boolean(), etag: fc.boolean() });

/** Random definitions, as people would write them. */
export const definition = fc.tuple(resource, resource, resource, served).map(([a, b, c, { auth, etag }]) => {
  const resources = Object.fromEntries(
    [a, b, c].map((item, i) => [
      names[i],
      {
        fields: item.fields,
        ...(item.relation && item.relation[1] !== names[i]
          ? { relations: { [`to${i}`]: `${item.relation.join(" ")}${optional(item.relation[0])}` } }
          : {}),
        ...(item.action ? { actions: { archive: {} } } : {}),
      },
    ]),
  );
  const plain = definitionFromYaml(JSON.stringify({ title: "Library", resources }), "a.json");
  const api = etag ? withEtags(plain) : plain;
  return auth ? withBearer(api) : api;
});
