import { atGate } from "../../evaluate/blame.ts";
import { resolutionOrder } from "../../evaluate/classes.ts";
import { member, methodOfClass } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import { isHttp } from "../statuses.ts";
import type { ClassValue, Machine, ObjectValue, Part, Run, Scope, Value } from "../../evaluate/types.ts";
import type { Expression, Parameter } from "../../program/ir.ts";
import {
  argument,
  constant,
  external,
  keyOf,
  object,
  propOf,
  result,
  textOf,
  unknown,
} from "../../evaluate/value.ts";
import { cookies, headers, input, isCredential, throwsOf } from "../observe.ts";
import { password } from "../../evaluate/secrets.ts";
import { doubt, unread } from "../../evaluate/uses.ts";
import { parametersIn } from "../paths.ts";
import { annotated, isBody, isGuessed, isMarker, isModel, nameOf, ownerOf } from "./asked.ts";
import { guarded } from "./errors.ts";
import { requestOf } from "./around.ts";
import { objectOf, schemaValue, shape, partNamed } from "../../schema/kinds.ts";

/** The state of dependency injection for one request. */
export interface Injection {
  readonly path: string;
  readonly m: Machine;
  readonly run: Run;
  /** Results of dependencies: each is evaluated once per request. */
  readonly seen: Map<unknown, Value>;
  /** Functions of the program that replace dependencies, by their keys. */
  readonly overrides: Value | undefined;
  response?: ObjectValue;
  /** Some input may not fit its declared type; a path parameter always fits a text. */
  mayNotFit?: boolean;
}

const special =
  /^(?:Request|Response|BackgroundTasks|WebSocket|SecurityScopes|HTTPConnection|HTTPAuthorizationCredentials)$/;

function dependency(marker: Value, injection: Injection, fallback?: Expression, scope?: Scope): Value {
  const { m, seen } = injection;
  if (marker.kind !== "external" || !marker.args || !/^(?:Depends|Security)$/.test(marker.of?.name ?? "")) {
    // one of several lists of dependencies: nothing shows which
    if (marker.kind === "either" || marker.kind === "list") unread(m);
    doubt(marker, m);
    return unknown;
  }
  const stated = marker.args.list[0] ?? marker.args.named.get("dependency");
  const declared = stated ?? (fallback && scope ? m.evaluate(fallback, scope) : undefined);
  if (!declared) return unknown;
  const { overrides } = injection;
  const target = propOf(overrides, keyOf(declared) ?? "") ?? declared;
  if (overrides && (overrides.kind !== "object" || overrides.rest)) unread(m);
  const key = target.kind === "function" && target.scope.kind === "module" ? target.fn : target;
  const known = seen.get(key);
  if (known) return known;
  const value = guarded(() => atGate(m, target, () => call(target, injection)), injection);
  seen.set(key, value);
  return value;
}

/** The form of FastAPI's password flow. */
function passwordForm({ run }: Injection): Value {
  run.form = "application/x-www-form-urlencoded";
  run.checked.push({ part: "body", path: [], isBeside: true, schema: passwordFields });
  return unknown;
}

const passwordFields = schemaValue(
  objectOf(["username", "password"].map((name) => [name, shape({ type: "string" })])),
);

/** A parameter, and the scope in which its names are resolved. */
interface Declared {
  readonly param: Parameter;
  readonly scope: Scope;
}

const declaredIn = (params: readonly Parameter[], scope: Scope): readonly Declared[] =>
  params.map((param) => ({ param, scope }));

/** The annotated fields of a class and its ancestors, the nearest definition of each; `_name` is private. */
function fieldsOf(cls: ClassValue): readonly Declared[] {
  const found = new Map<string, Declared>();
  for (const item of resolutionOrder(cls).toReversed()) {
    if (item.kind !== "class") continue;
    const scope: Scope = { ...item.scope, vars: item.statics, parent: item.scope, kind: "function" };
    for (const { name, type, value } of item.cls.fields)
      if (type && !name.startsWith("_") && nameOf(type.kind === "index" ? type.of : type) !== "ClassVar")
        found.set(name, {
          param: { to: { kind: "name", name }, decorators: [], type, ...(value ? { otherwise: value } : {}) },
          scope,
        });
  }
  return [...found.values()];
}

/**
 * Creates an instance for one request: the parameters of its constructor, or the fields of a data class, come from the
 * request.
 */
function instance(cls: ClassValue, injection: Injection, isController: boolean): Value {
  const { m } = injection;
  const init = member(cls, "__init__");
  const constructorParameters = init ? declaredIn(init.fn.params.slice(1), init.owner.scope) : [];
  const fields = isController || (!init && isModel(cls)) ? fieldsOf(cls) : [];
  const named = values(constructorParameters, injection);
  const others = values(fields, injection);
  const created = m.construct(cls, args([], init ? named : others));
  if (init && created.kind === "object")
    for (const [name, value] of others) m.set(created.props, name, value);
  return created;
}

/** The instance for a controller's method. */
function controller(cls: ClassValue, injection: Injection): Value {
  const known = injection.seen.get(cls);
  const created = known ?? instance(cls, injection, true);
  injection.seen.set(cls, created);
  return created;
}

/** Calls a function with the arguments that its parameters declare. */
function call(target: Value, injection: Injection): Value {
  const { m } = injection;
  if (target.kind === "external") {
    if (/OAuth2PasswordRequestForm/.test(target.name)) return passwordForm(injection);
    if (/(?:^|\.)current_user\(\)$/.test(target.path)) return currentUser(target, injection);
    const value = m.call(target, args([unknown]));
    // a function that was not read may refuse the request
    if (value.kind === "external" && value.of === target) doubt(target, m);
    return value;
  }
  if (target.kind === "native") return target.call(args([]), m);
  if (target.kind === "class") {
    return instance(target, injection, false);
  }
  if (target.kind === "object") {
    const found = target.cls && member(target.cls, "__call__");
    if (found) return call(methodOfClass(found, target), injection);
    if (target.base)
      return m.call({ ...target.base, path: `${target.base.path}()`, of: target.base }, args([]));
  }
  if (target.kind !== "function") {
    doubt(unknown, m);
    return unknown;
  }
  const wrapped = target.props.get("%wraps");
  const declared = wrapped?.kind === "function" ? wrapped : target;
  const owner = ownerOf(declared);
  const params = declared.self || owner ? declared.fn.params.slice(1) : declared.fn.params;
  const self = owner && controller(owner, injection);
  const named = values(declaredIn(params, declared.scope), injection);
  if (self && target !== declared) named.set("self", self);
  const callee = self && target === declared ? { ...target, self } : target;
  return m.call(callee, args([], named));
}

/** fastapi-users: the current user. */
function currentUser(target: Value & { kind: "external" }, { m }: Injection): Value {
  const isOptional = target.args?.named.get("optional");
  const options = args([], isOptional ? [["auto_error", constant(false)]] : []);
  return m.call(result(external("fastapi.security.OAuth2PasswordBearer"), options), args([]));
}

interface Body {
  readonly name: string;
  readonly type: Expression;
  readonly scope: Scope;
  readonly embed: boolean;
}

function values(declared: readonly Declared[], injection: Injection): Map<string, Value> {
  const named = new Map<string, Value>();
  const bodies: Body[] = [];
  for (const { param, scope } of declared) {
    if (param.rest || param.to.kind !== "name") continue;
    named.set(param.to.name, value(param, { scope, injection, bodies }));
  }
  const isEmbedded = bodies.length > 1;
  for (const body of bodies)
    injection.run.checked.push({
      part: "body",
      path: isEmbedded || body.embed ? [body.name] : [],
      schema: { kind: "shape", of: body.type, scope: body.scope },
    });
  return named;
}

function value(
  param: Parameter,
  { scope, injection, bodies }: { scope: Scope; injection: Injection; bodies: Body[] },
): Value {
  const { m, run, path } = injection;
  const name = param.to.kind === "name" ? param.to.name : "";
  const parameter = annotated(param.type, scope, m);
  const otherwise = param.otherwise && m.evaluate(param.otherwise, scope);
  const marker = otherwise && isMarker(otherwise) ? otherwise : parameter.marker;
  const called = marker?.kind === "external" ? (marker.of?.name ?? "") : "";
  if (called === "Depends" || called === "Security")
    return dependency(marker ?? unknown, injection, parameter.type, parameter.scope);
  const type = nameOf(parameter.type);
  const declared = parameter.type && m.evaluate(parameter.type, parameter.scope);
  if (declared?.kind === "external" && !special.test(type)) doubt(declared, m); // `Annotated[User, Depends(…)]` of a library
  if (type === "Response") return (injection.response ??= object());
  if (special.test(type)) return type === "Request" ? requestOf() : unknown;
  if (
    type === "UploadFile" ||
    called === "File" ||
    (parameter.type && /UploadFile/.test(JSON.stringify(parameter.type)))
  ) {
    run.reads.set("file", (run.reads.get("file") ?? new Set()).add(name));
    return unknown;
  }
  const alias = marker?.kind === "external" ? textOf(marker.args?.named.get("alias")) : undefined;
  const isPath = parametersIn(path).includes(name);
  const part =
    partNamed(called) ?? (isPath ? "path" : isBody(parameter.type, parameter.scope, m) ? "body" : "query");
  if (part === "body" && isBody(parameter.type, parameter.scope, m) && parameter.type) {
    if (called === "Form") run.form = "application/x-www-form-urlencoded";
    bodies.push({
      name: alias ?? name,
      type: parameter.type,
      scope: parameter.scope,
      embed: marker?.kind === "external" && marker.args?.named.has("embed") === true,
    });
    return argument;
  }
  if (part === "query" && isBody(parameter.type, parameter.scope, m) && parameter.type) {
    run.checked.push({
      part: "query",
      path: [],
      schema: { kind: "shape", of: parameter.type, scope: parameter.scope },
    });
    return argument;
  }
  if (called === "Form") run.form = "application/x-www-form-urlencoded";
  const isPlainText = part === "path" && type === "str" && !marker;
  const isRefusing = parameter.validators.map((validator) => refuses(validator, part, m)).includes(true);
  if (!isPlainText || isRefusing) injection.mayNotFit = true;
  const key = alias ?? (part === "header" ? name.replaceAll("_", "-") : name);
  if (isGuessed(part, key, { asked: parameter, marker, declared })) unread(m);
  if (part === "cookie") return late(() => m.get(cookies(), key));
  if (part === "header")
    return isCredential(key, m) ? late(() => m.get(headers(), key)) : m.get(headers(), key);
  const isRequired = !param.otherwise || (marker === otherwise && !hasDefault(marker));
  run.checked.push({
    part,
    path: [],
    schema: {
      kind: "shape",
      of: { kind: "shape", members: [{ name: key, type: parameter.type, optional: !isRequired }], bases: [] },
      scope: parameter.scope,
    },
  });
  return password.test(key) ? unknown : argument;
}

/** Calls a validator: errors with a status are raised as they are, any other means that the input is invalid. */
function refuses(validator: Value, part: Part, m: Machine): boolean {
  const thrown = throwsOf(m, () => void m.call(validator, args([input(part)])));
  m.throws.push(...thrown.filter(isHttp));
  return thrown.some((error) => !isHttp(error)) || validator.kind !== "function";
}

/** Credentials that count only where the program reads them: it may let some paths through before that. */
const late = (value: () => Value): Value => object([], { type: "late", late: value });

const hasDefault = (marker: Value | undefined): boolean => {
  if (marker?.kind !== "external" || !marker.args) return false;
  const [first] = marker.args.list;
  return (
    marker.args.named.has("default") ||
    (first !== undefined && !(first.kind === "external" && first.name === "..."))
  );
};

export const inject = { call, dependency };
