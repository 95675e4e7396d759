import { Problem } from "./problem.ts";

const valueOf = (record: object, name: string): unknown => Reflect.get(record, name);

/** Refuses other values of fields that only actions change. */
export function keepStates(record: object, input: object, fields: readonly string[]): void {
  const changed = fields.filter((name) => {
    const value = valueOf(input, name);
    return value !== undefined && value !== valueOf(record, name);
  });
  if (!changed.length) return;
  throw new Problem(
    409,
    changed.map((path) => ({ path, message: "is changed by actions only" })),
  );
}

/** A field that holds the id of a parent, and how to get the parent of another record. */
interface Tree {
  readonly field: string;
  readonly parentOf: (id: string) => Promise<string | null | undefined>;
}

/** Refuses a parent that is the record itself or below it, or in a circle of others. */
export async function keepTree(
  id: string,
  parent: string | null | undefined,
  { field, parentOf }: Tree,
): Promise<void> {
  const seen = new Set([id]);
  for (let next = parent; next !== null && next !== undefined; next = await parentOf(next)) {
    if (seen.has(next))
      throw new Problem(409, [{ path: field, message: "would make the record its own ancestor" }]);
    seen.add(next);
  }
}

/** Values of a field from which an action may be called. */
interface Precondition {
  readonly field: string;
  readonly values: readonly unknown[];
  readonly message: string;
}

/** The refusal of an action, by the fields that keep the record from it. */
export const notReady = (record: object, preconditions: readonly Precondition[]): Problem =>
  new Problem(
    409,
    preconditions
      .filter(({ field, values }) => !values.includes(valueOf(record, field)))
      .map(({ field, message }) => ({ path: field, message })),
  );
