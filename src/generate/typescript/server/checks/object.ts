import type { SpecSchema } from "../../../../api/index.ts";
import { literal } from "../../client/typescript-literals.ts";
import { says } from "./says.ts";
import { fail, further, member, pointer, type Context, type Place, type Writer } from "./writer.ts";

export function object(
  schema: SpecSchema,
  place: Place,
  context: Context,
  bounds: (() => void) | undefined,
): void {
  bounds?.();
  const members = Object.entries(schema.properties ?? {});
  if (members.length <= most) members.forEach((member) => property(schema, member, place, context));
  else inParts(members, place, context.writer, (member, inner) => property(schema, member, inner, context));
  for (const name of new Set(schema.required)) {
    if (Object.hasOwn(schema.properties ?? {}, name)) continue;
    const missing = fail({ ...place, path: further(place.path, pointer(name)) }, "is required");
    context.writer.line(`if (${member(place.value, name)} === undefined) ${missing}`);
  }
  additional(schema, place, context);
}

/** Members that one function checks; the compiler follows no more than some thousand branches of a function. */
const most = 120;

type Member = readonly [name: string, schema: SpecSchema];

/** Members of a large object are checked in several functions, each of its own flow. */
function inParts(
  members: readonly Member[],
  place: Place,
  writer: Writer,
  write: (member: Member, place: Place) => void,
): void {
  for (let from = 0; from < members.length; from += most) {
    const [part, fields] = [writer.name("part"), writer.name("o")];
    writer.branches(
      [
        [
          `const ${part} = (${fields}: { readonly [key: string]: unknown }): void => {`,
          () =>
            members.slice(from, from + most).forEach((member) => write(member, { ...place, value: fields })),
        ],
      ],
      "};",
    );
    writer.line(`${part}(${place.value});`);
  }
}

function property(schema: SpecSchema, [name, specSchema]: Member, place: Place, context: Context): void {
  const { writer, direction } = context;
  // What only the other side sends may be missing here, whatever `required` says.
  const absent = direction === "input" ? specSchema.readOnly : specSchema.writeOnly;
  const demanded = !absent && (schema.required?.includes(name) ?? false);
  const checked = says(specSchema);
  if (!demanded && !checked) return;
  const value = writer.name("v");
  const inner = { ...place, value, path: further(place.path, pointer(name)) };
  const held = member(place.value, name);
  const plain =
    demanded && checked ? context.plainly(specSchema, { ...inner, value: held }, context) : undefined;
  if (plain)
    return writer.line(
      `if (${plain.unless}) lacks(${held}, ${inner.out}, ${inner.path}, ${literal(plain.message)});`,
    );
  writer.line(`const ${value}: unknown = ${held};`);
  if (demanded) writer.line(`if (${value} === undefined) ${fail(inner, "is required")}`);
  if (checked)
    writer.behind(demanded ? "else" : `if (${value} !== undefined)`, () =>
      context.check(specSchema, inner, context),
    );
}

/** Names of members that a server refuses, and what it demands of those whose names match a pattern. */
function strictly(schema: SpecSchema, place: Place, context: Context): void {
  const { writer } = context;
  const matches = (pattern: string): string => `${context.patterns.nameOf(pattern)}.test(${name})`;
  const rest = schema.additionalProperties;
  const closed = rest?.not !== undefined && Object.keys(rest.not).length === 0;
  const patterns = Object.entries(schema.patternProperties ?? {});
  const names = says(schema.propertyNames) ? schema.propertyNames : undefined;
  if (!closed && !patterns.some(([, pattern]) => says(pattern)) && !names && !(patterns.length && says(rest)))
    return;
  const name = writer.name("k");
  const value = writer.name("v");
  const inner = { ...place, value, path: `${further(place.path, "/")} + escaped(${name})` };
  const known = Object.keys(schema.properties ?? {}).map((key) => `${name} !== ${literal(key)}`);
  const unmatched = [...known, ...patterns.map(([pattern]) => `!${matches(pattern)}`)];
  const others = unmatched.length ? `if (${unmatched.join(" && ")}) ` : "";
  const reads = patterns.some(([, pattern]) => says(pattern)) || (!closed && patterns.length > 0);
  const head = reads
    ? `for (const [${name}, ${value}] of Object.entries(${place.value})) {`
    : `for (const ${name} of Object.keys(${place.value})) {`;
  writer.block(head, () => {
    if (names) context.check(names, { ...inner, value: name }, context);
    for (const [pattern, schema] of patterns)
      if (says(schema))
        writer.block(`if (${matches(pattern)}) {`, () => context.check(schema, inner, context));
    if (closed) writer.line(`${others}${fail(inner, "is not a known property")}`);
    else if (patterns.length && says(rest))
      writer.block(`${others}{`, () => context.check(rest, inner, context));
  });
}

function additional(schema: SpecSchema, place: Place, context: Context): void {
  strictly(schema, place, context);
  const rest = schema.additionalProperties;
  if (schema.patternProperties || !says(rest) || (rest.not && Object.keys(rest.not).length === 0)) return;
  const { writer } = context;
  const name = writer.name("k");
  const known = Object.keys(schema.properties ?? {});
  const value = writer.name("v");
  writer.block(`for (const ${name} of Object.keys(${place.value})) {`, () => {
    if (known.length)
      writer.line(`if (${known.map((item) => `${name} === ${literal(item)}`).join(" || ")}) continue;`);
    writer.line(`const ${value}: unknown = ${place.value}[${name}];`);
    context.check(rest, { ...place, value, path: `${further(place.path, "/")} + ${name}` }, context);
  });
}
