import * as fc from "fast-check";

const names = ["a", "b", "cc"] as const;
const name = fc.constantFrom(...names);
const scalar = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  10,
  1e21,
  "",
  "a",
  "b",
  "ab",
  "é",
  "2024-02-29",
);
const small = fc.integer({ min: 0, max: 3 });

/** JSON values small enough to match small schemas now and then. */
export const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Schemas over few names and values, so that their parts overlap. */
export const schemas = fc.letrec<{ schema: unknown }>((tie) => {
  const schema = tie("schema");
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, schema, { maxKeys: 3 });
  const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 10);
  const pattern = fc.constantFrom("^a", "b$", "^[ab]*$", "^(?!a)", "é");
  const kinds = [
    fc.record({ type: fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object") }),
    fc.record({ enum: fc.array(values, { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: values }),
    fc.record(
      { minimum: number, maximum: number, multipleOf: fc.constantFrom(1, 0.5, 2, 3) },
      { requiredKeys: [] },
    ),
    fc.record({ exclusiveMinimum: number, exclusiveMaximum: number }, { requiredKeys: [] }),
    fc.record(
      { type: fc.constant("string"), pattern, minLength: small, maxLength: small },
      { requiredKeys: ["type"] },
    ),
    fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "ipv4") }),
    fc.record(
      { properties: map, required: fc.uniqueArray(name), additionalProperties: schema },
      { requiredKeys: ["properties"] },
    ),
    fc.record({
      patternProperties: fc.dictionary(pattern, schema, { maxKeys: 2 }),
      propertyNames: some(schema),
    }),
    fc.record({ minProperties: small, maxProperties: small }, { requiredKeys: [] }),
    fc.record(
      { prefixItems: list, items: schema, minItems: small, maxItems: small },
      { requiredKeys: ["items"] },
    ),
    fc.record({ contains: schema, minContains: small, maxContains: small }, { requiredKeys: ["contains"] }),
    fc.record({ type: fc.constant("array"), uniqueItems: fc.constant(true), items: schema }),
    fc.record(
      { dependentRequired: fc.dictionary(name, fc.uniqueArray(name)), dependentSchemas: map },
      { requiredKeys: [] },
    ),
    fc.record({ allOf: list }),
    fc.record({ anyOf: list }),
    fc.record({ oneOf: list }),
    fc.record({ not: schema }),
    fc.record({ if: schema, ["then" as string]: schema, else: schema }),
    fc.record(
      { anyOf: list, properties: map, unevaluatedProperties: schema, unevaluatedItems: schema },
      { requiredKeys: ["anyOf"] },
    ),
  ];
  const leaf = fc.constantFrom<unknown>(true, {}, { type: "string" }, { type: "integer" }, false);
  const node = fc.oneof(...kinds).map((item) => JSON.parse(JSON.stringify(item)) as unknown);
  const pair = fc.tuple(node, node).map(([a, b]) => ({ ...(a as object), ...(b as object) }));
  return { schema: fc.oneof({ maxDepth: 3, depthSize: "small" }, leaf, node, pair) };
}).schema;
