/** Rules of objects. */
export const objects = String.raw`//# choice object
export interface Members {
  readonly [name: string]: Rule;
}

//# object
interface Member {
  readonly name: string;
  readonly rule: Rule;
  readonly must: number;
  /** What came after it in the last value: most objects have their members in one order. */
  next: Member | undefined;
}

/** Members that an object must have and those that it may have. */ //? !others
export function object(required: Members = {}, optional: Members = {}): Rule { //? !others
/** Members that an object must have and those that it may have, and what all others must be. */ //? others
export function object(required: Members = {}, optional: Members = {}, others?: Rule, free = false): Rule { //? others
  const demanded = Object.keys(required);
  const known = new Map<string, Member>();
  for (const [name, rule] of Object.entries({ ...optional, ...required }))
    known.set(name, { name, rule, must: Object.hasOwn(required, name) ? 1 : 0, next: undefined });
  const head: Member = { name: "", rule: anything, must: 0, next: undefined };
  return of((value, out) => {
    if (!isObject(value)) return wrong(out, "must be an object"); //? !others
    if (!isObject(value)) return free || wrong(out, "must be an object"); //? others
    let last = head;
    let met = 0;
    let fine = true;
    for (const name in value) {
      const held = value[name];
      let one = last.next;
      if (one?.name !== name) {
        one = known.get(name);
        if (!one && others && !within(others, held, name, out)) fine = false; //? others
        if (!one) continue;
        last.next = one;
      }
      last = one;
      if (held === undefined) continue;
      met += one.must;
      const { rule } = one;
      if (isQuick(rule, held)) continue;
      if (out) fine = within(rule, held, name, out) && fine;
      else if (!rule.test(held)) return false;
    }
    if (met < demanded.length)
      for (const name of demanded)
        if (value[name] === undefined || (name in {} && !Object.hasOwn(value, name))) fine = wrong(out, "is required", below(name));
    return fine;
  });
}

//# partial
export const partial = (optional: Members): Rule => object({}, optional);

//# members
/** The same of objects alone: what is none is no matter. */
export function members(required: Members, optional?: Members, others?: Rule): Rule {
  return object(required, optional, others, true);
}

//# record
/** An object whose members are such but for those that are named. */
export function record(others: Rule, required?: Members, optional?: Members): Rule {
  return object(required, optional, others);
}

//# size
/** How many members an object must have; what is none is no matter. */
export function size(min: number, max: number = Infinity): Rule {
  return of((value, out) => {
    if (!isObject(value)) return true;
    const { length } = Object.keys(value);
    if (length < min) return wrong(out, "must have at least " + min + " properties");
    return length <= max || wrong(out, "must have at most " + max + " properties");
  });
}
`;
