import { inTable, remembered } from "../../lib/index.ts";
import type { ClassValue, ExternalValue, Value } from "./types.ts";

/** A class and its ancestors, nearest first. */
export function ancestry(cls: Value, seen: Set<Value> = new Set()): readonly Value[] {
  if (seen.has(cls) || seen.size > 50) return [];
  seen.add(cls);
  return cls.kind === "class" ? [cls, ...cls.bases.flatMap((base) => ancestry(base, seen))] : [cls];
}

/** The program's classes among a class and its ancestors, nearest first. */
export const ownOf = remembered((cls: Value): readonly ClassValue[] =>
  ancestry(cls).filter((value) => value.kind === "class"),
);

/** The libraries' classes among a class and its ancestors, nearest first. */
export const librariesOf = remembered((cls: Value): readonly ExternalValue[] =>
  ancestry(cls).filter((value) => value.kind === "external"),
);

/** A static member of a class, its own or inherited. */
export const staticOf = (cls: ClassValue, name: string): Value | undefined =>
  ownOf(cls)
    .find(({ statics }) => statics.has(name))
    ?.statics.get(name);

/** A class and its ancestors in Python's method resolution order: shared bases come last. */
export function resolutionOrder(cls: Value, known = new Map<Value, readonly Value[]>()): readonly Value[] {
  if (cls.kind !== "class" || known.size > 100) return [cls];
  const before = known.get(cls);
  if (before) return before;
  known.set(cls, [cls]); // for classes that extend themselves
  const all = cls.bases.flatMap((base) => resolutionOrder(base, known));
  const order = [cls, ...all.filter((value, index) => value !== cls && all.lastIndexOf(value) === index)];
  known.set(cls, order);
  return order;
}

/** The static members of a class and its ancestors; the nearest definition counts. */
export function staticsOf(cls: Value): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const { statics } of ownOf(cls).toReversed())
    for (const [name, value] of statics) found.set(name, value);
  return found;
}

/** Base classes of all errors. */
const roots = new Set(["Error", "Exception", "BaseException"]);

/** JavaScript's built-in errors; errors of libraries rarely extend them. */
const errors = new Set(["SyntaxError", "TypeError", "RangeError", "ReferenceError", "URIError", "EvalError"]);

/** Python's built-in types. */
const types: Readonly<Record<string, (value: Value) => boolean>> = {
  str: (value) => value.kind === "const" && typeof value.value === "string",
  bool: (value) => value.kind === "const" && typeof value.value === "boolean",
  int: (value) => value.kind === "const" && typeof value.value === "number",
  float: (value) => value.kind === "const" && typeof value.value === "number",
  list: (value) => value.kind === "list",
  tuple: (value) => value.kind === "list",
  dict: (value) => value.kind === "object" && !value.cls && !value.host,
};

/** Python's abstract types of iterables, and of mappings. */
const collections = /^(?:typing|collections\.abc)\.(?:Iterable|Collection|Sequence|Container|Mapping)$/;

/** Whether a value is itself a class, of the program or of a library; then it is no text, list or the like. */
export const isClass = (value: Value): boolean =>
  value.kind === "class" || (value.kind === "external" && !value.args && /^[A-Z][a-z]/.test(value.name));

/** JavaScript libraries whose errors never extend another library's. */
const separate =
  /^(?:express-jwt|jsonwebtoken|zod|joi|yup|mongoose|mongodb|sequelize|typeorm|@prisma\/client)\b/;

/** Frameworks' own errors: they extend none of those. */
const framing = /^(?:@fastify\/|@nestjs\/|@hapi\/boom|http-errors|hono\/)/;
const nest = /^@nestjs\/common\.\w+Exception(?:\(\))?$/;
const libraryOf = ({ path }: ExternalValue): string | undefined =>
  (separate.exec(path) ?? framing.exec(path))?.[0];

/** Whether a value is a library's result for a class of the program: `Note.query.get(1)`. */
function isRecord({ model, of }: ExternalValue, depth = 0): boolean {
  return model !== undefined || (of?.kind === "external" && depth < 8 && isRecord(of, depth + 1));
}

/** Whether a value is an instance of a class; `undefined` if that is unknown. */
export function isInstance(value: Value, cls: Value): boolean | undefined {
  const type = cls.kind === "external" ? inTable(types, cls.path) : undefined;
  const isCollection = cls.kind === "external" && collections.test(cls.path);
  if ((type || isCollection) && isClass(value)) return false;
  if (isCollection && value.kind === "list") return cls.name !== "Mapping";
  if (type) return ["const", "list", "object"].includes(value.kind) ? type(value) : undefined;
  if (cls.kind === "list") {
    const all = new Set(cls.items.map((item) => isInstance(value, item)));
    return all.has(true) ? true : all.has(undefined) ? undefined : false;
  }
  // input is never an error
  if (value.kind === "input") return isOfErrors(cls) ? false : undefined;
  if (value.kind === "const" || value.kind === "list") return false;
  if (value.kind === "unknown") return isNotError(cls) ? undefined : false;
  if (value.kind === "object") {
    const chain: readonly Value[] = value.cls ? ancestry(value.cls) : value.base ? [value.base] : [];
    if (cls.kind === "class") return chain.length ? chain.includes(cls) : undefined;
    // an object of a library whose class is unknown
    if (value.host && !chain.length) return undefined;
    if (cls.kind === "external") return isExternal(chain, cls);
    return undefined;
  }
  if (value.kind === "external") {
    // a library's object is no instance of the program's classes, except for records of its models
    if (cls.kind === "class" && isRecord(value)) return undefined;
    if (cls.kind === "class") return value.args || value.path.endsWith("()") ? false : undefined;
    if (cls.kind === "external") return isExternal([value], cls);
  }
  return undefined;
}

/** Frameworks whose errors are thrown where they can be seen, and extend only their own base error. */
const family = /^(?:django|rest_framework)\./;
/** Built-in errors of the languages. */
const builtIn = /^[A-Z]\w*(?:Error|Exception)(?:\(\))?$/;

/**
 * Whether a class is no error of the program or of a validation library. Those errors are thrown where they can be
 * seen.
 */
function isNotError(cls: Value): boolean {
  if (cls.kind === "external")
    return !/(?:Zod|Validation|Joi|Yup|Valibot)\w*Error$/.test(cls.name) && !family.test(cls.path);
  return cls.kind !== "class" || !isOfErrors(cls);
}

const isOfErrors = (cls: Value): boolean =>
  librariesOf(cls).some(({ name }) => /(?:Error|Exception)$/.test(name));

function isExternal(chain: readonly Value[], cls: ExternalValue): boolean | undefined {
  const externals = chain.filter((value): value is ExternalValue => value.kind === "external");
  if (roots.has(cls.name)) return externals.length > 0 ? true : undefined;
  if (
    externals.some(
      (external) =>
        external.name === cls.name || external.path === `${cls.path}()` || external.path === cls.path,
    )
  )
    return true;
  // a library's error is none of the built-in ones
  if (errors.has(cls.path) && externals.some(({ path }) => path.includes(".") && path.endsWith("Error")))
    return false;
  // Nest's errors all extend `HttpException`, and no other error
  if (nest.test(cls.path) && externals.every(({ path }) => nest.test(path)))
    return cls.name === "HttpException";
  if (nest.test(cls.path) && externals.every(({ path }) => separate.test(path))) return false;
  const library = separate.exec(cls.path)?.[0];
  const others = externals.map(libraryOf);
  if (library !== undefined && others.every((item) => item !== undefined && item !== library)) return false;
  const isKnown =
    family.test(cls.path) && externals.every(({ path }) => family.test(path) || builtIn.test(path));
  if (isKnown) return cls.name === "APIException" && externals.some(({ path }) => path.startsWith("rest_"));
  return externals.every(({ name }) => roots.has(name)) ? false : undefined;
}
