import { TYPES } from "../read/index.ts";
import {
  ANYTHING,
  nothingSeen,
  type ArrayFacts,
  type Bounds,
  type Case,
  type Evaluated,
  type NumberFacts,
  type ObjectFacts,
  type Witness,
} from "./cases.ts";
import { clashing, firstItems, requiredValues } from "./literals.ts";

const bounds = (a: Bounds, b: Bounds): Bounds => ({
  min: Math.max(a.min, b.min),
  max: Math.min(a.max, b.max),
});

function merged<K, V>(
  a: ReadonlyMap<K, readonly V[]>,
  b: ReadonlyMap<K, readonly V[]>,
): ReadonlyMap<K, readonly V[]> {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const out = new Map(a);
  for (const [key, values] of b) out.set(key, [...(out.get(key) ?? []), ...values]);
  return out;
}

const numbers = (a: NumberFacts, b: NumberFacts): NumberFacts => ({
  ...bounds(a, b),
  above: Math.max(a.above, b.above),
  below: Math.min(a.below, b.below),
  multiples: [...a.multiples, ...b.multiples],
  notMultiples: [...a.notMultiples, ...b.notMultiples],
});

const arrays = (a: ArrayFacts, b: ArrayFacts): ArrayFacts => ({
  ...bounds(a, b),
  at: merged(a.at, b.at),
  rest: [...a.rest, ...b.rest],
  contains: [...a.contains, ...b.contains],
  unique: a.unique || b.unique,
});

const same = (a: Witness, b: Witness): boolean =>
  a.literal.node === b.literal.node &&
  a.literal.not === b.literal.not &&
  !("names" in a.among) &&
  !("names" in b.among) &&
  a.among.source === b.among.source;

const objects = (a: ObjectFacts, b: ObjectFacts): ObjectFacts => ({
  ...bounds(a, b),
  named: merged(a.named, b.named),
  patterns: [...a.patterns, ...b.patterns],
  rest: [...a.rest, ...b.rest],
  required: b.required.size === 0 ? a.required : new Set([...a.required, ...b.required]),
  keys: [...a.keys, ...b.keys],
  witnesses: [
    ...a.witnesses,
    ...b.witnesses.filter((witness) => !a.witnesses.some((other) => same(witness, other))),
  ],
});

const evaluations = (a: Evaluated, b: Evaluated): Evaluated =>
  a === nothingSeen
    ? b
    : b === nothingSeen
      ? a
      : {
          names: new Set([...a.names, ...b.names]),
          patterns: [...a.patterns, ...b.patterns],
          everyName: a.everyName || b.everyName,
          items: Math.max(a.items, b.items),
          everyItem: a.everyItem || b.everyItem,
        };

/** The conjunction of two cases; undefined if it is plainly impossible. */
export function both(a: Case, b: Case): Case | undefined {
  if (a === ANYTHING) return b;
  if (b === ANYTHING) return a;
  let types = a.types & b.types;
  const number = a.number === b.number ? a.number : numbers(a.number, b.number);
  const text = { ...bounds(a.text, b.text), patterns: [...a.text.patterns, ...b.text.patterns] };
  const array = arrays(a.array, b.array);
  const object = objects(a.object, b.object);
  if (
    number.min > number.max ||
    number.above >= number.below ||
    number.above >= number.max ||
    number.below <= number.min
  )
    types &= ~TYPES.number;
  if (text.min > text.max) types &= ~TYPES.string;
  if (types & TYPES.array && (array.min > array.max || clashing(firstItems(array)))) types &= ~TYPES.array;
  if (types & TYPES.object && (object.min > object.max || clashing(requiredValues(object))))
    types &= ~TYPES.object;
  const excluded = [...a.excluded, ...b.excluded];
  let values = a.values ?? b.values;
  if (a.values && b.values) {
    const other = new Set(b.values);
    values = a.values.filter((value) => other.has(value));
  }
  if (values && excluded.length > 0) values = values.filter((value) => !excluded.includes(value));
  if (types === 0 || values?.length === 0) return undefined;
  return {
    types,
    values,
    excluded,
    number,
    text,
    array,
    object,
    evaluated: evaluations(a.evaluated, b.evaluated),
  };
}
