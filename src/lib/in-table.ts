/** Returns the table's own value for a key, unlike `table["constructor"]`, which exists in every object. */
export const inTable = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** A table in which several keys, separated by spaces, have the same value. */
export const named = <Value>(keys: string, value: Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(keys.split(" ").map((key) => [key, value]));
