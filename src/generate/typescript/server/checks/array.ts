import type { SpecSchema } from "../../../../api/index.ts";
import { says } from "./says.ts";
import { fail, further, type Context, type Place } from "./writer.ts";

export function array(
  schema: SpecSchema,
  place: Place,
  context: Context,
  bounds: (() => void) | undefined,
): void {
  const { writer } = context;
  bounds?.();
  const fixed = schema.prefixItems ?? [];
  for (const [i, item] of fixed.entries()) {
    if (!says(item)) continue;
    const value = writer.name("v");
    const declaration = `const ${value}: unknown = ${place.value}[${i}];`;
    writer.declaring(`if (${place.value}.length > ${i}) {`, declaration, () =>
      context.check(item, { ...place, value, path: further(place.path, `/${i}`) }, context),
    );
  }
  if (says(schema.contains)) contains(schema.contains, place, context);
  const rest = schema.items;
  if (!says(rest)) return;
  if (rest.not && Object.keys(rest.not).length === 0)
    return writer.line(
      `if (${place.value}.length > ${fixed.length}) ${fail(place, `must have at most ${fixed.length} items`)}`,
    );
  const i = writer.name("i");
  const item = writer.name("item");
  const head = `for (let ${i} = ${fixed.length}; ${i} < ${place.value}.length; ${i}++) {`;
  writer.declaring(head, `const ${item}: unknown = ${place.value}[${i}];`, () =>
    context.check(rest, { ...place, value: item, path: `${further(place.path, "/")} + ${i}` }, context),
  );
}

/** At least one item must satisfy a schema. */
function contains(schema: SpecSchema, place: Place, context: Context): void {
  const { writer } = context;
  const [count, item, out] = [writer.name("n"), writer.name("item"), writer.name("out")];
  writer.line(`let ${count} = 0;`);
  writer.block(`for (const ${item} of ${place.value}) {`, () => {
    writer.line(`const ${out}: Issue[] = [];`);
    context.check(schema, { ...place, value: item, out }, context);
    writer.line(`if (${out}.length === 0) ${count} += 1;`);
  });
  writer.line(`if (${count} === 0) ${fail(place, "must contain an item of another kind")}`);
}
