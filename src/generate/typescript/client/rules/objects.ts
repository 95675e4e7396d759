/** Rules of objects. */
export const objects = String.raw`//# choice object
export interface Members {
  readonly [name: string]: Rule;
}

//# object
interface Member {
  readonly name: string;
  readonly rule: Rule;
  readonly must: boolean;
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
    known.set(name, { name, rule, must: Object.hasOwn(required, name), next: undefined });
  const head: Member = { name: "", rule: anything, must: false, next: undefined };
  const explained = (value: { readonly [name: string]: unknown }, out?: Issue[]): boolean => {
    let fine = true;
    for (const name in value) {
      const rule = known.get(name)?.rule; //? !others
      const rule = known.get(name)?.rule ?? others; //? others
      if (rule && value[name] !== undefined && !within(rule, value[name], name, out)) fine = false;
    }
    for (const name of demanded)
      if (value[name] === undefined || (name in {} && !Object.hasOwn(value, name))) fine = wrong(out, "is required", below(name));
    return fine;
  };
  return of((value, out) => {
    if (!isObject(value)) return wrong(out, "must be an object"); //? !others
    if (!isObject(value)) return free || wrong(out, "must be an object"); //? others
    if (out) return explained(value, out);
    let last = head;
    let met = 0;
    for (const name in value) {
      const held = value[name];
      if (held === undefined) continue;
      let one = last.next;
      if (one?.name !== name) {
        one = known.get(name);
        if (!one && others && !fits(others, held)) return false; //? others
        if (!one) continue;
        last.next = one;
      }
      last = one;
      if (one.must) met += 1;
      if (!fits(one.rule, held)) return false;
    }
    return met >= demanded.length || explained(value);
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
