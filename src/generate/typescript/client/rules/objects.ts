/** Rules of objects. */
export const objects = String.raw`//# object members record rest
/** What members must be, each read by its name. */
type Look = (value: any) => boolean;

/** An object that tells which of its members is read, to whoever asks now. */
interface Reader {
  readonly members: object;
  note: (name: string) => unknown;
}

const readers = /* @__PURE__ */ new Map<string, Reader>();

/**
 * The one for a function. It has a getter for each name in the function's text, since engines give up on compiling what has
 * read from a proxy; that stands behind, where the text is not to be had.
 */
function readerOf(look: Look): Reader {
  const text = String(look);
  const known = readers.get(text);
  if (known) return known;
  const behind = new Proxy({}, { get: (_, name) => made.note(String(name)) });
  const made: Reader = { members: Object.create(behind) as object, note: () => undefined };
  for (const [, name = ""] of text.matchAll(/\.([A-Za-z_$][\w$]*)/g))
    Object.defineProperty(made.members, name, { get: () => made.note(name), configurable: true });
  readers.set(text, made);
  return made;
}

/** All that is wrong with the members of an object, in their order; those that are missing come last. */
function explained(value: { readonly [name: string]: unknown }, look: Look, out: Issue[], others?: Rule, names: readonly string[] = []): true { //? record rest
function explained(value: { readonly [name: string]: unknown }, look: Look, out: Issue[]): true { //? !record+!rest
  const found = new Map<string, Issue[]>();
  /** What is wrong from here on is wrong with this member. */
  const note = (name: string): unknown => {
    issues = found.get(name) ?? [];
    found.set(name, issues);
    return value[name];
  };
  for (const name in value) if (value[name] !== undefined) note(name);
  const reader = readerOf(look);
  const before = reader.note;
  reader.note = note;
  look(reader.members);
  reader.note = before;
  for (const name in value) if (value[name] !== undefined && !names.includes(name)) others?.(note(name)); //? record rest
  issues = out;
  for (const [name, all] of found) {
    const isMissing = value[name] === undefined || (name in {} && !Object.hasOwn(value, name));
    const own = isMissing && all.length ? [{ path: "", message: "is required" }] : all;
    out.push(...own.map((one) => inside(name, one)));
  }
  return true;
}

//# object
/** An object with such members. */
export const object = (value: unknown, look: Look): boolean =>
  isObject(value) ? (issues ? explained(value, look, issues) : look(value)) : wrong("must be an object");

//# members
/** The same of objects alone: what is none is no matter. */
export const members = (value: unknown, look: Look): boolean => !isObject(value) || (issues ? explained(value, look, issues) : look(value));

//# record rest
/** What members must be but for those that are named; what is no object is no matter. */
export function rest(value: unknown, others: Rule, names: readonly string[], look: Look): boolean {
  if (!isObject(value)) return true;
  if (issues) return explained(value, look, issues, others, names);
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
