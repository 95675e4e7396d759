import type { SpecSchema } from "../../../../api/index.ts";
import { literal } from "../names.ts";
import { casesOf, refTo, type Case } from "../polymorphic.ts";
import { says } from "./says.ts";
import { fail, further, member, pointer, type Context, type Place, type Writer } from "./writer.ts";

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
  for (const one of schema.allOf ?? []) if (says(one, context.strict)) context.check(one, place, context);
  const cases = context.strict ? undefined : casesOf(context.model.spec, schema);
  if (cases) chosen(schema.discriminator?.propertyName ?? "", cases, place, context);
  else if (schema.anyOf && schema.anyOf.every((one) => says(one, context.strict)))
    alternatives(schema.anyOf, place, context, "any");
  if (schema.oneOf && !cases) alternatives(schema.oneOf, place, context, "one");
  if (schema.not && Object.keys(schema.not).length) {
    const out = writer.name("out");
    writer.line(`const ${out}: Issue[] = [];`);
    context.check(schema.not, { ...place, out }, context);
    writer.line(`if (${out}.length === 0) ${fail(place, "must not match what the schema excludes")}`);
  }
}

/** The discriminator says which alternative a value must satisfy. */
function chosen(name: string, cases: readonly Case[], place: Place, context: Context): void {
  const { writer } = context;
  const kind = writer.name("kind");
  const all = cases.flatMap(({ values: one }) => one);
  const shown = all.slice(0, 12).map((value) => JSON.stringify(value));
  const message = `must be one of ${shown.join(", ")}${all.length > 12 ? ", …" : ""}`.slice(0, 300);
  const branches = cases.map(
    ({ key, values: chosenBy }) =>
      [
        `if (${chosenBy.map((value) => `${kind} === ${literal(value)}`).join(" || ")}) {`,
        () => context.check({ $ref: refTo(key) }, place, context),
      ] as const,
  );
  const wrong = { ...place, path: further(place.path, pointer(name)) };
  writer.block(`if (!isObject(${place.value})) {`, () => writer.line(fail(place, "must be an object")));
  writer.block("else {", () => {
    writer.line(`const ${kind}: unknown = ${member(place.value, name)};`);
    writer.branches(branches, `} else ${fail(wrong, message)}`);
  });
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
  for (const [i, one] of schemas.entries()) {
    if (!says(one, context.strict)) {
      writer.line(`${count} += 1;`);
      continue;
    }
    const out = writer.name("out");
    writer.block(how === "any" && i > 0 ? `if (${count} === 0) {` : "{", () => {
      writer.line(`const ${out}: Issue[] = [];`);
      context.check(one, { ...place, out }, context);
      writer.line(`if (${out}.length === 0) ${count} += 1;`);
    });
  }
  writer.line(
    how === "any"
      ? `if (${count} === 0) ${fail(place, "must match one of its alternatives")}`
      : `if (${count} !== 1) ${fail(place, "must match exactly one of its alternatives")}`,
  );
}
