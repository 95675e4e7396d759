/** Rules of lists. */
export const lists = String.raw`//# unique
const isUnique = (items: readonly unknown[]): boolean => {
  const simple = items.filter((item) => typeof item !== "object" || item === null);
  const rest = items.filter((item) => typeof item === "object" && item !== null);
  return new Set(simple).size === simple.length && rest.every((item, i) => !rest.slice(0, i).some((other) => isEqual(other, item)));
};

/** A list that has no item twice. */
export const unique: Rule = /* @__PURE__ */ of((value, out) => !isArray(value) || isUnique(value) || wrong(out, "must have no item twice"));

//# count
export interface ListBounds {
  readonly min?: number;
  readonly max?: number;
}

/** How many items a list must have; what is none is no matter. */
export function count({ min = 0, max = Infinity }: ListBounds): Rule {
  return of((value, out) => {
    if (!isArray(value)) return true;
    if (value.length < min) return wrong(out, "must have at least " + min + " items");
    return value.length <= max || wrong(out, "must have at most " + max + " items");
  });
}

//# each
const each = (value: readonly unknown[], rest: Rule, out?: Issue[], first: readonly Rule[] = []): boolean => { //? items
const each = (value: readonly unknown[], rule: Rule, out?: Issue[]): boolean => { //? !items
  let fine = true;
  for (let i = 0; i < value.length; i++) {
    const rule = first[i] ?? rest; //? items
    if (!isQuick(rule, value[i]) && !within(rule, value[i], i, out)) fine = false;
  }
  return fine;
};

//# items
/** What the items of a list must be, the first ones each by a rule of its own; what is no list is no matter. */
export function items(rest: Rule, ...first: readonly Rule[]): Rule {
  return of((value, out) => !isArray(value) || each(value, rest, out, first));
}

//# list
export function list(item: Rule = anything): Rule { //? !count+!unique
  return of((value, out) => (isArray(value) ? each(value, item, out) : wrong(out, "must be an array"))); //? !count+!unique
//# list+count list+unique
/** A list of such items, of which more is said by other rules. */
export function list(item: Rule = anything, ...more: readonly Rule[]): Rule {
  return of((value, out) => {
    if (!isArray(value)) return wrong(out, "must be an array");
    let fine = each(value, item, out);
    for (const one of more) if (!one.test(value, out)) fine = false;
    return fine;
  });
//# list
}
`;
