/** Rules of lists. */
export const lists = String.raw`//# unique
const isUnique = (items: readonly unknown[]): boolean => {
  const simple = items.filter((item) => typeof item !== "object" || item === null);
  const rest = items.filter((item) => typeof item === "object" && item !== null);
  return new Set(simple).size === simple.length && rest.every((item, i) => !rest.slice(0, i).some((other) => isEqual(other, item)));
};

/** A list that has no item twice. */
export const unique: Rule = (value) => !isArray(value) || isUnique(value) || wrong("must have no item twice");

//# count
/** How many items a list must have; what is none is no matter. */
export function count(value: unknown, min: number, max: number): boolean {
  if (!isArray(value)) return true;
  if (value.length < min) return wrong("must have at least " + min + " items");
  return value.length <= max || wrong("must have at most " + max + " items");
}

//# list items
/** Looks at an item; what is wrong with it gets its index. */
const noted = (item: unknown, i: number, rule: Rule, out: Issue[]): boolean => {
  const found: Issue[] = [];
  issues = found;
  rule(item);
  issues = out;
  for (const one of found) out.push(inside(i, one));
  return true;
};

//# items
/** What the items of a list must be, the first ones each by a rule of its own; what is no list is no matter. */
export function items(value: unknown, rest: Rule, ...first: readonly Rule[]): boolean {
  if (!isArray(value)) return true;
  for (let i = 0; i < value.length; i++) {
    const rule = first[i] ?? rest;
    if (!(issues ? noted(value[i], i, rule, issues) : rule(value[i]))) return false;
  }
  return true;
}

//# array
export const array: Rule = (value) => isArray(value) || wrong("must be an array");

//# list
const each = (value: readonly unknown[], rule: Rule): boolean => {
  for (let i = 0; i < value.length; i++) if (!rule(value[i])) return false;
  return true;
};
const eachNoted = (value: readonly unknown[], rule: Rule, out: Issue[]): boolean => {
  for (let i = 0; i < value.length; i++) noted(value[i], i, rule, out);
  return true;
};

/** A list of such items. */
export const list = (value: unknown, rule: Rule): boolean =>
  isArray(value) ? (issues ? eachNoted(value, rule, issues) : each(value, rule)) : wrong("must be an array");
`;
