import { password } from "./secrets.ts";
import { librariesOf, staticOf } from "./classes.ts";
import { member, methodOfClass, replacement, type Found } from "./lookup.ts";
import { args, running, type Machine } from "./machine.ts";
import { entriesOf, keysOf, listMethod, objectMethod, textMethod, thenable } from "./methods.ts";
import { decorated } from "./make.ts";
import { fill } from "./external.ts";
import { doubtName, unlistedMember } from "./uses.ts";
import {
  constant,
  each,
  either,
  external,
  isLacking,
  list,
  native,
  nobody,
  nothing,
  object,
  truth,
  unknown,
  type Args,
  type ClassValue,
  type ConstValue,
  type ExternalValue,
  type FunctionValue,
  type InputValue,
  type ObjectValue,
  type Value,
} from "./value.ts";

/** Returns a member of an object: its own, its class's, or one that was spread into it. */
function ofObject(of: ObjectValue, name: string, m: Machine): Value {
  // a class's own members come before those of the library's object that it extends
  const written =
    of.host && of.cls && member(of.cls, name) ? fromClass(of.cls, name, { self: of, m }) : undefined;
  const hosted = written ?? unlistedMember(of, name) ?? of.host?.get?.(name, of, m);
  if (hosted) return hosted;
  const value = of.props.get(name);
  if (value) return value;
  if (of.cls) {
    const found = fromClass(of.cls, name, { self: of, m });
    const base = externalOf(of.cls);
    // settings come from the environment; the value in the class is the default
    if (found)
      return base?.name === "BaseSettings" && found.kind === "const" ? either([found, unknown]) : found;
    for (const externalValue of librariesOf(of.cls)) {
      const known = ofLibraries(externalValue, name, { self: of, m });
      if (known) return known;
    }
    if (base && name === "name" && of.cls.scope.module.language === "javascript") return constant(base.name);
    if (base && isPlainError(base, of.cls) && !errorMembers.has(name)) return nothing;
    return base ? { kind: "external", path: `${base.path}().${name}`, name, of: base } : unknown;
  }
  const method = objectMethod(of, name, m);
  if (of.rest && (of.rest.kind !== "unknown" || of.host || !method)) return m.get(of.rest, name);
  if (method) return method;
  return of.host ? unknown : nothing;
}

/** All members of JavaScript's built-in errors. */
const errorMembers = new Set(["message", "stack", "cause", "toString", "constructor"]);
const isPlainError = ({ path }: ExternalValue, { scope }: ClassValue): boolean =>
  scope.module.language === "javascript" && /^\w*Error$/.test(path);

/** Base classes with few or no members. */
const bare = /Mixin$|^(?:object|ABC|Generic|Protocol)$/;
/** The library class that provides most members. */
const externalOf = (cls: ClassValue): ExternalValue | undefined =>
  librariesOf(cls).find(({ name }) => !bare.test(name)) ?? librariesOf(cls)[0];

interface Having {
  readonly self: Value;
  readonly m: Machine;
}

/** A member by what libraries know of the name that a class extends, or that a function holds. */
function ofLibraries(base: ExternalValue, name: string, { self, m }: Having): Value | undefined {
  for (const library of m.libraries) {
    const known = library.member?.(base, name, self, m);
    if (known) return known;
  }
  return undefined;
}

/** Returns a member of a class for `self`: methods are bound, getters called. */
function fromClass(cls: ClassValue, name: string, { self, m }: Having): Value | undefined {
  const replaced = replacement(cls, name);
  const found = replaced ? undefined : member(cls, name);
  if (!found) {
    const value = replaced ?? staticOf(cls, name);
    const isFree = value?.kind === "function" && !value.self && !value.fn.arrow;
    return isFree && self.kind === "object" ? bound(value, self) : value;
  }
  const { owner, kind } = found;
  const fn = methodOfClass(found, self);
  if (owner.scope.module.language === "javascript") {
    if (kind !== "get") return fn;
    return m.call(fn, noArgs);
  }
  return pythonMethod(fn, owner, { self, m });
}

/**
 * Returns a Python method according to its decorators: `property` calls it, `classmethod` binds the class,
 * `staticmethod` nothing.
 */
function pythonMethod(
  fn: Extract<Value, { kind: "function" }>,
  owner: ClassValue,
  { self, m }: Having,
): Value {
  const names = new Set(
    fn.fn.decorators.map((decorator) =>
      decorator.kind === "name" || decorator.kind === "get" ? decorator.name : "",
    ),
  );
  const { self: _, ...free } = fn;
  const around = fn.fn.decorators.filter(
    (decorator) => decorator.kind !== "name" || !/^(?:static|class)method$/.test(decorator.name),
  );
  const inner = (): Value => (around.length ? decorated(free, around, { scope: owner.scope, m }) : free);
  if (names.has("staticmethod")) return inner();
  if (names.has("classmethod")) return bound(inner(), self.kind === "object" && self.cls ? self.cls : self);
  if (names.has("property") || names.has("cached_property")) return m.call(fn, noArgs);
  if (!fn.fn.decorators.length) return fn;
  return bound(decorated(free, fn.fn.decorators, { scope: owner.scope, m }), self);
}

const bound = (value: Value, self: Value): Value => (value.kind === "function" ? { ...value, self } : value);

/** `View.as_view()` of Django and Flask: a function that creates an instance for each request. */
const viewOf = (cls: ClassValue): Value =>
  native("as_view", ({ list: [actions], named }) =>
    object([["%class", cls], ...(actions ? [["%actions", actions] as const] : []), ...named], {
      type: "django.view",
    }),
  );

function ofClass(cls: ClassValue, name: string, m: Machine): Value {
  if (name === "%constructor") {
    const found = member(cls, cls.scope.module.language === "python" ? "__init__" : "constructor");
    return native("super", (callArgs) => {
      const self = callArgs.named.get("%self") ?? unknown;
      if (found) return m.call(methodOfClass(found, self), { ...callArgs, named: new Map() });
      const base = cls.bases[0];
      if (base?.kind === "class") return m.call(m.get(base, name), callArgs);
      if (base?.kind === "external" && self.kind === "object")
        self.base = { ...base, args: { ...callArgs, named: new Map() } };
      return nothing;
    });
  }
  if (name === "prototype" && cls.scope.module.language === "javascript")
    return { kind: "object", props: cls.replaced, cls };
  if (name === "__table__") return cls;
  if (name === "as_view" && cls.scope.module.language === "python") return viewOf(cls);
  if (name === "name" || name === "__name__") return constant(cls.cls.name);
  const found = fromClass(cls, name, { self: cls, m });
  if (!found) {
    const base = externalOf(cls);
    return base ? { kind: "external", path: `${base.path}.${name}`, name, of: base, model: cls } : unknown;
  }
  const isBound = found.kind === "function" && found.self === cls;
  const isClassMethod =
    isBound &&
    found.fn.decorators.some((decorator) => decorator.kind === "name" && decorator.name === "classmethod");
  if (isBound && cls.scope.module.language === "python" && !isClassMethod) {
    const { self: _, ...free } = found;
    return free;
  }
  return found;
}

function ofExternal(of: ExternalValue, name: string, m: Machine): Value {
  const path = name === "default" ? of.path : `${of.path}.${name}`;
  const assigned = m.assigned.get(path);
  if (assigned) return assigned;
  if (!of.args) doubtName(path, m);
  for (const library of m.libraries) {
    const known = library.get?.(path, m);
    if (known) return known;
  }
  if (name === "default") return of;
  if (name === "bind" && !of.args)
    return native(name, ({ list: [self, ...ahead] }) => {
      // `_.bind(fn, self)` of a library is no method of a function
      if (self?.kind === "function") return m.call(m.get(self, name), args(ahead));
      return ahead.length
        ? native(of.name, (more) => m.call(of, { ...more, list: [...ahead, ...more.list] }))
        : of;
    });
  if (of.args && thenable.has(name)) return thenable.get(name)?.(of, m) ?? unknown;
  return { kind: "external", path, name, of, ...(of.identity ? { identity: true } : {}) };
}

/** Returns a member of any value. */
export function get(of: Value, name: string, m: Machine): Value {
  switch (of.kind) {
    case "object":
      if (thenable.has(name) && !of.props.has(name) && !of.host && !(of.cls && member(of.cls, name)))
        return thenable.get(name)?.(of, m) ?? unknown;
      return ofObject(of, name, m);
    case "class":
      return ofClass(of, name, m);
    case "function": {
      const value = of.props.get(name);
      if (value?.kind === "external") return ofLibraries(value, name, { self: of, m }) ?? value;
      if (value) return value;
      if (name === "name" || name === "__name__") return constant(of.fn.name);
      if (name === "prototype") return prototypeOf(of);
      if (name === "bind")
        return native(name, ({ list: [self] }) => (of.self || !self ? of : { ...of, self }));
      if (name === "call")
        return native(name, ({ list: [self, ...list], ...rest }) =>
          m.call(self ? { ...of, self } : of, { ...rest, list }),
        );
      return unknown;
    }
    case "native":
      if (name === "bind") return native(name, () => of);
      if (name === "call")
        return native(name, (callArgs) => of.call({ ...callArgs, list: callArgs.list.slice(1) }, m));
      if (name === "apply")
        return native(name, ({ list: [, all], ...rest }) =>
          of.call({ ...rest, list: all?.kind === "list" ? all.items : [] }, m),
        );
      return unknown;
    case "external":
      return ofExternal(of, name, m);
    case "either":
      return either(each(of).map((value) => get(value, name, m)));
    case "list":
      return listMethod(of, name, m);
    case "input":
      return fieldOf(of, name, m);
    case "const": {
      if (of.absent) return of.value === "" ? emptyMember(of, name) : absentMember(of, name, m);
      if (of.value === undefined || of.value === null) return thenable.get(name)?.(of, m) ?? unknown;
      return name === "value" && typeof of.value === "number" ? of : textMethod(of, name, m);
    }
    case "unknown":
      if (of.written !== undefined || (of.isSent && password.test(name))) return unknown;
      return thenable.get(name)?.(of, m) ?? of;
    default:
      return unknown;
  }
}

/** The object whose members the instances of a constructor function have. */
function prototypeOf({ props }: FunctionValue): Value {
  const found: ObjectValue = { ...object(), rest: unknown };
  props.set("prototype", found);
  return found;
}

/** A text that is empty because credentials are missing stays so in every operation. */
function emptyMember(of: Value, name: string): Value {
  if (name === "length") return { ...constant(0), absent: true };
  const parts = (by: number): Value => list(by ? [of] : []);
  if (name === "partition") return native(name, () => list([of, of, of]));
  return native(name, (callArgs) => (name === "split" ? parts(callArgs.list.length) : of));
}

/** Methods that build a query. Until it is executed, nothing shows that it finds no record. */
const queries = new Set(
  (
    "select from where and or eq neq not is in like ilike single maybeSingle limit offset order orderBy " +
    "order_by groupBy leftJoin innerJoin returning execute exec lean populate sort skip take range first " +
    "scalar scalars one_or_none scalar_one_or_none fetchone options filter filter_by"
  ).split(" "),
);

/** Members of every Supabase answer, whatever it found. */
const answers = /^(?:data|error|count|status)$/;

/** Accessing a member of missing credentials is an error. */
function absentMember(of: ConstValue, name: string, m: Machine): Value {
  const { foundBy } = of;
  if (foundBy !== undefined && /supabase/.test(foundBy) && answers.test(name))
    return name === "error" ? unknown : of;
  if (foundBy !== undefined && queries.has(name)) return native(name, () => of);
  const later = foundBy === undefined ? undefined : thenable.get(name)?.(of, m);
  if (later) return later;
  if (m.run?.absent)
    return m.raise({ ...external("TypeError()"), name: "TypeError", of: external("TypeError") });
  return nobody;
}

/** Methods that return a member by its name. */
const takers = new Set(["get", "pop", "getlist", "getAll", "get_all", "setdefault", "at", "has"]);
const gone = new Set(["map", "forEach", "filter", "find", "some", "every", "flatMap", "items"]);

/** Names of fields that hold credentials. */
export const credential = /^(?:(?:access|auth|api|bearer)[-_]?)?(?:token|key)$|^jwt$/i;

/**
 * Whether a field of the body or the query is another way to pass credentials, next to those that the same function
 * read. A field of a schema is data.
 */
function isOtherWay({ part }: InputValue, name: string, m: Machine): boolean {
  const fn = running.at(-1)?.fn;
  return (
    (part === "query" || part === "body") &&
    credential.test(name) &&
    fn !== undefined &&
    m.lookers.has(fn) &&
    !m.run?.checked.some((item) => item.part === part)
  );
}

const noArgs = args([]);

/** A member of the class that a part of the request is an instance of. */
const ofItsClass = (of: InputValue, name: string): Found | undefined => of.madeOf && member(of.madeOf, name);

/** A field of a part of the request. */
function fieldOf(of: InputValue, name: string, m: Machine): Value {
  if (m.run?.absent && isOtherWay(of, name, m)) return nobody;
  const field = ofItsClass(of, name);
  if (field)
    return field.kind === "get" ? m.call(methodOfClass(field, of), noArgs) : methodOfClass(field, of);
  if (name === "length") {
    m.read(of);
    return unknown;
  }
  const { madeOf: _, ...plain } = of;
  const found = { ...plain, path: /^\d+$/.test(name) ? of.path : [...of.path, name] };
  m.read(found);
  return found;
}

/**
 * Returns a member that is about to be called: parts of a request have the methods of texts, lists and dictionaries.
 */
export const method = (of: Value, name: string, m: Machine): Value =>
  of.kind === "either"
    ? either(of.of.map((value) => method(value, name, m)))
    : name === "indexOf" && m.run?.absent
      ? placeIn(methodOf(of, name, m), m)
      : methodOf(of, name, m);

/** `indexOf`, which finds missing credentials nowhere. */
const placeIn = (inner: Value, m: Machine): Value =>
  native("indexOf", (given) => (isLacking(given.list[0]) ? constant(-1) : m.call(inner, given)));

/** `some` and `find` of an unknown list, of which no item can fit what is searched. */
function noneOf(of: Value, name: string, callArgs: Args, m: Machine): Value {
  const [fn] = callArgs.list;
  const fits = fn?.kind === "function" ? truth(m.call(fn, args([unknown]))) : undefined;
  if (fits === false) return name === "some" ? constant(false) : nothing;
  return m.call(get(of, name, m), callArgs);
}

const methodOf = (of: Value, name: string, m: Machine): Value =>
  of.kind === "input"
    ? ofInput(of, name, m)
    : of.kind === "unknown" && (name === "some" || name === "find") && m.run
      ? native(name, (callArgs) => noneOf(of, name, callArgs, m))
      : of.kind === "unknown" && name === "pipe"
        ? native(name, (callArgs) => {
            const result = m.call(get(of, name, m), callArgs);
            fill(name, callArgs.list, m);
            return result;
          })
        : get(of, name, m);

function ofInput(of: InputValue, name: string, m: Machine): Value {
  if (ofItsClass(of, name)) return fieldOf(of, name, m);
  if (gone.has(name)) {
    m.read(of);
    return native(name, (callArgs) => {
      const [callback] = callArgs.list;
      if (callback)
        m.branches([() => undefined, () => m.call(callback, { ...callArgs, list: [of, unknown] })]);
      return !callback && name === "items" ? entriesOf(of, m) : of;
    });
  }
  if (thenable.has(name)) return thenable.get(name)?.(of, m) ?? unknown;
  if (name === "keys") return native(name, () => keysOf(of, m));
  if (/^(?:dict|model_dump|copy|toJSON|toObject|to_dict)$/.test(name)) return native(name, () => of);
  if (takers.has(name))
    return native(name, ({ list: [key] }) =>
      key?.kind === "const" ? fieldOf(of, String(key.value), m) : unknown,
    );
  // data has no functions: the method is one of a text, list or dictionary
  m.read(of);
  return unknown;
}
