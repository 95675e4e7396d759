/** What a query, a sort, an update and a validator mean for documents. */
import { Decimal128, type Document } from "bson";

const rank = (value: unknown): number => {
  if (value === undefined || value === null) return 0;
  if (typeof value === "number" || value instanceof Decimal128) return 1;
  if (typeof value === "string") return 2;
  if (Array.isArray(value)) return 4;
  if (typeof value === "boolean") return 5;
  return value instanceof Date ? 6 : 3;
};

const plain = (value: unknown): string | number => {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Decimal128) return Number(value.toString());
  if (value instanceof Date) return value.getTime();
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
};

export function compare(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const [left, right] = [plain(a), plain(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const isOperators = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && Object.keys(value).some((key) => key.startsWith("$"));

const equals = (value: unknown, wanted: unknown): boolean =>
  compare(value, wanted) === 0 || (Array.isArray(value) && value.some((item) => compare(item, wanted) === 0));

const bsonTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  int: (value) => Number.isInteger(value),
  long: (value) => Number.isInteger(value),
  double: (value) => typeof value === "number",
  decimal: (value) => value instanceof Decimal128,
  bool: (value) => typeof value === "boolean",
  date: (value) => value instanceof Date,
  array: Array.isArray,
  object: (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date),
  null: (value) => value === null,
};

const hasType = (value: unknown, types: string | readonly string[]): boolean =>
  [types].flat().some((type) => {
    const test = bsonTypes[type];
    if (!test) throw new Error(`No support for the type ${type}.`);
    return test(value);
  });

const operators: Readonly<Record<string, (value: unknown, wanted: never) => boolean>> = {
  $eq: equals,
  $gt: (value, wanted) => compare(value, wanted) > 0,
  $lte: (value, wanted) => compare(value, wanted) <= 0,
  $nin: (value, wanted: readonly unknown[]) => !wanted.some((one) => equals(value, one)),
  $exists: (value, wanted) => (value !== undefined) === Boolean(wanted),
  $gte: (value, wanted) => compare(value, wanted) >= 0,
  $lt: (value, wanted) => compare(value, wanted) < 0,
  $ne: (value, wanted) => !equals(value, wanted),
  $in: (value, wanted: readonly unknown[]) => wanted.some((one) => equals(value, one)),
  $type: (value, wanted: string | readonly string[]) => hasType(value, wanted),
};

/** Whether a document fits a query; an operator that this server does not know is an error, never a miss. */
export const matches = (document: Document, query: Document): boolean =>
  Object.entries(query).every(([name, wanted]) => {
    if (name === "$and") return (wanted as readonly Document[]).every((one) => matches(document, one));
    if (name === "$or") return (wanted as readonly Document[]).some((one) => matches(document, one));
    if (name === "$nor") return !(wanted as readonly Document[]).some((one) => matches(document, one));
    if (name === "$jsonSchema") return isValid(document, query);
    if (name.startsWith("$")) throw new Error(`No support for ${name}.`);
    if (!isOperators(wanted)) return equals(document[name], wanted);
    return Object.entries(wanted).every(([operator, operand]) => {
      const test = operators[operator];
      if (!test) throw new Error(`No support for ${operator}.`);
      return test(document[name], operand as never);
    });
  });

/** How values become those of another type; undefined, or an error, where they can't. */
const converters: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  long: (value) => (/^-?\d+$/.test(String(value)) ? Number(value) : undefined),
  double: (value) => (Number.isFinite(Number(String(value) || "-")) ? Number(String(value)) : undefined),
  decimal: (value) => Decimal128.fromString(String(value)),
  date: (value) => (Number.isNaN(Date.parse(String(value))) ? undefined : new Date(String(value))),
};

function convert({ input, to, onError }: Document, document: Document): unknown {
  try {
    return converters[String(to)]?.(valueOf(input, document)) ?? valueOf(onError, document);
  } catch {
    return valueOf(onError, document);
  }
}

/** The value of an expression: a constant, a field, or one that BSON's own type is made of. */
function valueOf(expression: unknown, document: Document): unknown {
  if (typeof expression === "string") return document[expression.slice(1)];
  const [[operator, operand] = []] = Object.entries(expression as Document);
  if (operator === "$literal") return operand;
  if (operator === "$toDecimal") return Decimal128.fromString(String(operand));
  if (operator === "$toDate") return new Date(String(operand));
  if (operator === "$convert") return convert(operand as Document, document);
  if (operator === "$dateToString") {
    const { date } = operand as Document;
    const value = valueOf(date, document);
    return value instanceof Date ? value.toISOString().slice(0, 10) : value;
  }
  throw new Error(`No support for ${String(operator)}.`);
}

export function update(document: Document, change: Document): Document {
  if (Array.isArray(change)) {
    const [{ $set }] = change as [{ $set: Document }]; // nothing else is sent
    const values = Object.entries($set).map(([name, expression]) => [name, valueOf(expression, document)]);
    return { ...document, ...Object.fromEntries(values) };
  }
  const isWhole = !Object.keys(change).some((name) => name.startsWith("$"));
  if (isWhole) return { ...change, _id: document["_id"] as unknown };
  const result = { ...document };
  for (const [operator, members] of Object.entries(change)) {
    for (const [name, operand] of Object.entries(members as Document)) {
      if (operator === "$set") result[name] = operand;
      else if (operator === "$inc") result[name] = Number(result[name] ?? 0) + Number(operand);
      else if (operator === "$pullAll")
        result[name] = (result[name] as readonly unknown[]).filter(
          (item) => !(operand as readonly unknown[]).includes(item),
        );
      else if (operator === "$rename") {
        result[String(operand)] = result[name];
        delete result[name];
      } else throw new Error(`No support for ${operator}.`);
    }
  }
  return result;
}

/** What an expression of a group is for a document: a member's value, or itself. */
const read = (document: Document, expression: unknown): unknown =>
  typeof expression === "string" ? (valueOf(expression, document) ?? null) : expression;

/** What `$group` makes of documents: one for each `_id`, made of members, with the sum `n`. */
function grouped(documents: readonly Document[], { _id, n }: Document): Document[] {
  const idOf = (document: Document): unknown =>
    typeof _id === "object" && _id !== null
      ? Object.fromEntries(
          Object.entries(_id as Document).map(([name, path]) => [name, read(document, path)]),
        )
      : _id;
  const groups = new Map<string, Document[]>();
  for (const document of documents) {
    const key = JSON.stringify(idOf(document));
    const group = groups.get(key);
    if (group) group.push(document);
    else groups.set(key, [document]);
  }
  const { $sum } = n as Document;
  return [...groups.values()].map((group) => ({
    _id: idOf(group[0] ?? {}),
    n: group.reduce((sum, document) => sum + Number(read(document, $sum)), 0),
  }));
}

/** What a pipeline of `$match` and `$group` makes of documents. */
export function aggregate(
  documents: readonly Document[],
  pipeline: readonly Document[],
): readonly Document[] {
  let found = documents;
  for (const { $match, $group } of pipeline)
    if ($match) found = found.filter((document) => matches(document, $match as Document));
    else if ($group) found = grouped(found, $group as Document);
    else throw new Error("No support for this pipeline.");
  return found;
}

export const sortBy =
  (order: Document) =>
  (a: Document, b: Document): number => {
    for (const [name, direction] of Object.entries(order)) {
      const found = compare(a[name], b[name]);
      if (found !== 0) return found * Number(direction);
    }
    return 0;
  };

const sizeOf = (value: unknown): number | undefined =>
  typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : undefined;

const isBelow = (found: unknown, bound: unknown): boolean =>
  found !== undefined && bound !== undefined && Number(found) < Number(bound);

const keepsBounds = (
  value: unknown,
  { minLength, maxLength, minItems = minLength, maxItems = maxLength, minimum, maximum }: Document,
): boolean => {
  const number = rank(value) === 1 ? plain(value) : undefined;
  const size = sizeOf(value);
  return !(
    isBelow(size, minItems) ||
    isBelow(maxItems, size) ||
    isBelow(number, minimum) ||
    isBelow(maximum, number)
  );
};

/** Whether a document keeps a `$jsonSchema` of types, required members, enumerations and bounds. */
export function isValid(document: Document, validator: Document | undefined): boolean {
  const schema = validator?.["$jsonSchema"] as Document | undefined;
  if (!schema) return true;
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Document>);
  return (
    ((schema["required"] ?? []) as readonly string[]).every((name) => name in document) &&
    properties.every(([name, { bsonType, enum: values, ...bounds }]) => {
      if (!(name in document)) return true;
      const value: unknown = document[name];
      return (
        hasType(value, bsonType) &&
        (!Array.isArray(values) || values.includes(value)) &&
        keepsBounds(value, bounds)
      );
    })
  );
}
