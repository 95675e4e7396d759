import draft07 from "./draft-07.json" with { type: "json" };
import applicator from "./2020-12.applicator.json" with { type: "json" };
import content from "./2020-12.content.json" with { type: "json" };
import core from "./2020-12.core.json" with { type: "json" };
import annotation from "./2020-12.format-annotation.json" with { type: "json" };
import schema from "./2020-12.json" with { type: "json" };
import data from "./2020-12.meta-data.json" with { type: "json" };
import unevaluated from "./2020-12.unevaluated.json" with { type: "json" };
import validation from "./2020-12.validation.json" with { type: "json" };

const twenty = [schema, applicator, content, core, annotation, data, unevaluated, validation];

/** The meta-schemas of draft-07 and 2020-12, by URI. */
export const metaSchemas: Readonly<Record<string, unknown>> = Object.fromEntries([
  ["http://json-schema.org/draft-07/schema", draft07],
  ...twenty.map((meta) => [meta.$id, meta] as const),
]);
