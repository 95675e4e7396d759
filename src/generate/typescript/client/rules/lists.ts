/** Rules of lists. */
export const lists = String.raw`//# unique
const isUnique = (items: readonly unknown[]): boolean => {
  const simple = items.filter((item) => typeof item !== "object" || item === null);
  const rest = items.filter((item) => typeof item === "object" && item !== null);
  return new Set(simple).size === simple.length && rest.every((item, i) => !rest.slice(0, i).some((other) => isEqual(other, item)));
};

/** A list that has no item twice. */
export const unique: Rule = (value) => !isArray(value) || isUnique(value) || wrong(value, "must have no item twice");

//# count
/** How many items a list must have; what is none is no matter. */
export function count(value: unknown, min: number, max: number): boolean {
  if (!isArray(value)) return true;
  if (value.length < min) return wrong(value, "must have at least " + min + " items");
  return value.length <= max || wrong(value, "must have at most " + max + " items");
}

//# items
/** What the items of a list must be, the first ones each by a rule of its own; what is no list is no matter. */
export function items(value: unknown, rest: Rule, ...first: readonly Rule[]): boolean {
  return !isArray(value) || value.every((item, i) => inside(i, item ?? null, first[i] ?? rest));
}

//# array
export const array: Rule = (value) => isArray(value) || wrong(value, "must be an array");

//# list
/** A list of such items; to JSON an undefined one is null. */
export function list(value: unknown, rule: Rule): boolean {
  if (!isArray(value)) return wrong(value, "must be an array");
  for (let i = 0; i < value.length; i++) {
    const item = value[i] ?? null;
    if (!(issues ? inside(i, item, rule) : rule(item))) return false;
  }
  return true;
}
`;
