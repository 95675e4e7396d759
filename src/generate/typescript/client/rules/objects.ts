/** Rules of objects. */
export const objects = String.raw`//# object members record rest
/** What members must be, each read by its name. */
type Look = (value: any) => boolean;

/** Looks at members while what is wrong is noted: which is read says where that is. */
function explained(value: { readonly [name: string]: unknown }, look: Look): boolean {
  const before = place;
  look(
    new Proxy(value, {
      get: (_, name: string) => {
        place = before + pointer(name);
        return value[name];
      },
    }),
  );
  place = before;
  return true;
}

//# object
/** An object with such members. */
export const object = (value: unknown, look: Look): boolean =>
  isObject(value) ? (issues ? explained(value, look) : look(value)) : wrong(value, "must be an object");

//# members record rest
/** The same of objects alone: what is none is no matter. */
export const members = (value: unknown, look: Look): boolean => !isObject(value) || (issues ? explained(value, look) : look(value));

//# record rest
/** What members must be but for those that are named; what is no object is no matter. */
export function rest(value: unknown, others: Rule, names: readonly string[], look: Look): boolean {
  if (!isObject(value)) return true;
  for (const name in value) {
    if (value[name] === undefined || names.includes(name)) continue;
    if (!(issues ? inside(name, value[name], others) : others(value[name]))) return false;
  }
  return members(value, look);
}

//# record
/** An object of such members but for those that are named. */
export const record = (value: unknown, others: Rule, names: readonly string[], look: Look): boolean =>
  isObject(value) ? rest(value, others, names, look) : wrong(value, "must be an object");

//# size
/** How many members an object must have; what is none is no matter. */
export function size(value: unknown, min: number, max: number = Infinity): boolean {
  if (!isObject(value)) return true;
  const { length } = Object.keys(value);
  if (length < min) return wrong(value, "must have at least " + min + " properties");
  return length <= max || wrong(value, "must have at most " + max + " properties");
}
`;
