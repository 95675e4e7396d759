import type { SpecSchema } from "../../../../api/index.ts";
import { literal } from "../../client/typescript-literals.ts";
import { says } from "./says.ts";
import { fail, type Context, type Place, type Writer } from "./writer.ts";

export function values(schema: SpecSchema, place: Place, writer: Writer): void {
  const simple = (value: unknown): boolean => typeof value !== "object" || value === null;
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (!allowed) return;
  const conditions = allowed.map((value) =>
    simple(value) ? `${place.value} === ${literal(value)}` : `isEqual(${place.value}, ${literal(value)})`,
  );
  const shown = allowed.slice(0, 12).map((value) => JSON.stringify(value));
  const message =
    `must be ${shown.length > 1 ? "one of " : ""}${shown.join(", ")}${allowed.length > 12 ? ", …" : ""}`.slice(
      0,
      300,
    );
  // A chain of some thousand comparisons is more than the compiler follows.
  const test =
    allowed.length > 100 && allowed.every(simple)
      ? `(${literal(allowed)} as readonly unknown[]).includes(${place.value})`
      : `(${conditions.join(" || ")})`;
  writer.line(`if (!${test}) ${fail(place, message)}`);
}

export function combined(schema: SpecSchema, place: Place, context: Context): void {
  const { writer } = context;
  for (const specSchema of schema.allOf ?? [])
    if (says(specSchema)) context.check(specSchema, place, context);
  if (schema.anyOf?.every((schema) => says(schema))) alternatives(schema.anyOf, place, context, "any");
  if (schema.oneOf) alternatives(schema.oneOf, place, context, "one");
  if (schema.not && Object.keys(schema.not).length) {
    const out = writer.name("out");
    writer.line(`const ${out}: Issue[] = [];`);
    context.check(schema.not, { ...place, out }, context);
    writer.line(`if (${out}.length === 0) ${fail(place, "must not match what the schema excludes")}`);
  }
}

function alternatives(
  schemas: readonly SpecSchema[],
  place: Place,
  context: Context,
  how: "any" | "one",
): void {
  const { writer } = context;
  const count = writer.name("n");
  writer.line(`let ${count} = 0;`);
  for (const [i, schema] of schemas.entries()) {
    if (!says(schema)) {
      writer.line(`${count} += 1;`);
      continue;
    }
    const out = writer.name("out");
    writer.block(how === "any" && i > 0 ? `if (${count} === 0) {` : "{", () => {
      writer.line(`const ${out}: Issue[] = [];`);
      context.check(schema, { ...place, out }, context);
      writer.line(`if (${out}.length === 0) ${count} += 1;`);
    });
  }
  writer.line(
    how === "any"
      ? `if (${count} === 0) ${fail(place, "must match one of its alternatives")}`
      : `if (${count} !== 1) ${fail(place, "must match exactly one of its alternatives")}`,
  );
}
