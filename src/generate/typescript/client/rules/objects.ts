/** Rules of objects. */
export const objects = String.raw`//# object members record rest
/** What members must be, each read by its name. */
type Look = (value: any) => boolean;

const noting = /* @__PURE__ */ Symbol("noting");
const readers = /* @__PURE__ */ new Map<string, object>();

/**
 * What an object that tells which of its members is read inherits. It has a getter for each name in the text of a function,
 * since engines give up on compiling what has read from a proxy; that stands behind, where the text is not to be had.
 */
function readerOf(look: Look): object {
  const text = String(look);
  let made = readers.get(text);
  if (!made) {
    made = Object.create(new Proxy({}, { get: (_, name, self) => self[noting](name) })) as object;
    for (const [, name = ""] of text.matchAll(/\.([A-Za-z_$][\w$]*)/g))
      Object.defineProperty(made, name, { get: function (this: { [noting](name: string): unknown }) { return this[noting](name); }, configurable: true });
    readers.set(text, made);
  }
  return made;
}

/** All that is wrong with the members of an object, in their order; those that are missing come last. */
function explained(value: { readonly [name: string]: unknown }, look: Look, others?: Rule, names: readonly string[] = []): true { //? record rest
function explained(value: { readonly [name: string]: unknown }, look: Look): true { //? !record+!rest
  const out = issues ?? [];
  const found = new Map<string, Issue[]>();
  const note = (name: string): unknown => {
    issues = found.get(name) ?? [];
    found.set(name, issues);
    return value[name];
  };
  look(Object.assign(Object.create(readerOf(look)) as object, { [noting]: note }));
  const there: string[] = [];
  for (const name in value) {
    if (value[name] === undefined) continue;
    there.push(name);
    if (others && !names.includes(name)) others(note(name)); //? record rest
  }
  issues = out;
  for (const name of new Set([...there, ...found.keys()])) {
    const wrongs = found.get(name) ?? [];
    const isMissing = value[name] === undefined || (name in {} && !Object.hasOwn(value, name));
    if (isMissing && wrongs.length) wrong("is required", pointer(name));
    else for (const one of wrongs) out.push(inside(name, one));
  }
  return true;
}

//# object
/** An object with such members. */
export const object = (value: unknown, look: Look): boolean =>
  isObject(value) ? (issues ? explained(value, look) : look(value)) : wrong("must be an object");

//# members
/** The same of objects alone: what is none is no matter. */
export const members = (value: unknown, look: Look): boolean => !isObject(value) || (issues ? explained(value, look) : look(value));

//# record rest
/** What members must be but for those that are named; what is no object is no matter. */
export function rest(value: unknown, others: Rule, names: readonly string[], look: Look): boolean {
  if (!isObject(value)) return true;
  if (issues) return explained(value, look, others, names);
  for (const name in value) if (value[name] !== undefined && !names.includes(name) && !others(value[name])) return false;
  return look(value);
}

//# record
/** An object of such members but for those that are named. */
export const record = (value: unknown, others: Rule, names: readonly string[], look: Look): boolean =>
  isObject(value) ? rest(value, others, names, look) : wrong("must be an object");

//# size
/** How many members an object must have; what is none is no matter. */
export function size(value: unknown, min: number, max: number = Infinity): boolean {
  if (!isObject(value)) return true;
  const { length } = Object.keys(value);
  if (length < min) return wrong("must have at least " + min + " properties");
  return length <= max || wrong("must have at most " + max + " properties");
}
`;
