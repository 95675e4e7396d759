/** Returns the table's own value for a key, unlike `table["constructor"]`, which exists in every object. */
export const inTable = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
