/** What a table holds under a key itself: `table["constructor"]` is there in every object. */
export const inTable = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
