import { ancestry } from "../../evaluate/classes.ts";
import { member, methodOfClass } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, ObjectValue, Part, Run, Scope, Value } from "../../evaluate/types.ts";
import type { Expression, Parameter } from "../../program/ir.ts";
import { constant, object, textOf, unknown } from "../../evaluate/value.ts";
import { cookies, credentials, headers, hosted, input } from "../observe.ts";
import { parametersIn } from "../paths.ts";
import { provided } from "../provided.ts";
import { inTable } from "../../../../../lib/index.ts";

/** What one request is given to functions by. */
export interface Injection {
  readonly path: string;
  readonly m: Machine;
  readonly run: Run;
  /** A dependency is asked once a request. */
  readonly seen: Map<unknown, Value>;
  response?: ObjectValue;
}

interface Asked {
  readonly type: Expression | undefined;
  /** `Depends(…)`, `Query(…)` and the like. */
  readonly marker: Value | undefined;
  readonly scope: Scope;
}

const markers: Readonly<Record<string, Part>> = {
  Query: "query",
  Path: "path",
  Header: "header",
  Cookie: "cookie",
  Body: "body",
  Form: "body",
  File: "file",
};
const special =
  /^(?:Request|Response|BackgroundTasks|WebSocket|SecurityScopes|HTTPConnection|HTTPAuthorizationCredentials)$/;

const isMarker = (value: Value): boolean =>
  value.kind === "external" &&
  value.args !== undefined &&
  /^(?:Depends|Security|Query|Path|Header|Cookie|Body|Form|File|FromDishka|Provide)$/.test(
    value.of?.name ?? "",
  );

const nameOf = (type: Expression | undefined): string =>
  type?.kind === "name" ? type.name : type?.kind === "get" ? type.name : "";

/** Looks through aliases such as `CurrentUser = Annotated[User, Depends(get_user)]`. */
function annotated(type: Expression | undefined, scope: Scope, m: Machine, depth = 0): Asked {
  if (!type || depth > 6) return { type, marker: undefined, scope };
  if (type.kind === "index" && nameOf(type.of) === "Annotated" && type.at.kind === "list") {
    const [inner, ...more] = type.at.items.map(({ value }) => value);
    const marker = more.map((one) => m.evaluate(one, scope)).findLast(isMarker);
    const below = annotated(inner, scope, m, depth + 1);
    return { ...below, marker: marker ?? below.marker };
  }
  if (type.kind === "name" || type.kind === "get") {
    const found = aliasOf(type, scope, m);
    if (found) return annotated(found.type, found.scope, m, depth + 1);
  }
  return { type, marker: undefined, scope };
}

/** The expression that a name of a module was given, where that is a type. */
function aliasOf(
  type: Expression,
  scope: Scope,
  m: Machine,
): { readonly type: Expression; readonly scope: Scope } | undefined {
  const value = type.kind === "name" ? m.lookup(type.name, scope) : m.evaluate(type, scope);
  return value?.kind === "shape" ? { type: value.of, scope: value.scope } : undefined;
}

const models = /^(?:pydantic|sqlmodel|beanie|odmantic|ormar|msgspec)/;
const isModel = (cls: ClassValue): boolean =>
  ancestry(cls).some(
    (one) =>
      one.kind === "external" &&
      (models.test(one.path) ||
        /^(?:BaseModel|SQLModel|TypedDict|Document|CamelModel|HTTP(?:Basic|Authorization)Credentials)$/.test(
          one.name,
        )),
  ) || cls.decorators.some((one) => one.kind === "external" && /dataclass/.test(one.path));

/** Whether a type is read from the body where nothing says otherwise. */
function isBody(type: Expression | undefined, scope: Scope, m: Machine, depth = 0): boolean {
  if (!type || depth > 5) return false;
  if (type.kind === "index") {
    const name = nameOf(type.of);
    if (name === "dict" || name === "Dict") return true;
    const parts = type.at.kind === "list" ? type.at.items.map(({ value }) => value) : [type.at];
    return parts.some((part) => isBody(part, scope, m, depth + 1));
  }
  if (type.kind === "binary")
    return isBody(type.left, scope, m, depth + 1) || isBody(type.right, scope, m, depth + 1);
  if (type.kind !== "name" && type.kind !== "get") return false;
  if (nameOf(type) === "dict") return true;
  const value = m.evaluate(type, scope);
  if (value.kind === "shape") return isBody(value.of, value.scope, m, depth + 1);
  return value.kind === "class" && isModel(value);
}

function dependency(marker: Value, injection: Injection, fallback?: Expression, scope?: Scope): Value {
  if (marker.kind !== "external" || !marker.args) return unknown;
  const { m, seen } = injection;
  const given = marker.args.list[0] ?? marker.args.named.get("dependency");
  const target = given ?? (fallback && scope ? m.evaluate(fallback, scope) : undefined);
  if (!target) return unknown;
  const key = target.kind === "function" && target.scope.kind === "module" ? target.fn : target;
  const known = seen.get(key);
  if (known) return known;
  const value = call(target, injection);
  seen.set(key, value);
  return value;
}

/** The form of FastAPI's password flow. */
function passwordForm({ run }: Injection): Value {
  run.form = "application/x-www-form-urlencoded";
  for (const name of ["username", "password"])
    run.reads.set("body", (run.reads.get("body") ?? new Set()).add(name));
  return unknown;
}

/** Calls a function with what its parameters ask of the request. */
function call(target: Value, injection: Injection): Value {
  const { m } = injection;
  if (target.kind === "external") {
    const found = provided(target, m);
    if (found) return found;
    if (/OAuth2PasswordRequestForm/.test(target.name)) return passwordForm(injection);
    if (/(?:^|\.)current_user\(\)$/.test(target.path)) return currentUser(target, injection);
    return m.call(target, { list: [unknown], named: new Map(), open: false, file: "", at: 0 });
  }
  if (target.kind === "native")
    return target.call({ list: [], named: new Map(), open: false, file: "", at: 0 }, m);
  if (target.kind === "class") {
    const init = member(target, "__init__");
    const fields: readonly Parameter[] = init
      ? init.fn.params.slice(1)
      : target.cls.fields.map((field) => ({
          to: { kind: "name", name: field.name },
          decorators: [],
          ...(field.type ? { type: field.type } : {}),
          ...(field.value ? { otherwise: field.value } : {}),
        }));
    const scope: Scope = { ...target.scope, vars: target.statics, parent: target.scope, kind: "function" };
    const named = values(fields, scope, injection);
    return m.construct(target, { list: [], named, open: false, file: "", at: 0 });
  }
  if (target.kind === "object") {
    const found = target.cls && member(target.cls, "__call__");
    if (found) return call(methodOfClass(found, target), injection);
    if (target.base)
      return m.call(
        { ...target.base, path: `${target.base.path}()`, of: target.base },
        { list: [], named: new Map(), open: false, file: "", at: 0 },
      );
    return unknown;
  }
  if (target.kind !== "function") return unknown;
  const wrapped = target.props.get("%wraps");
  const declared = wrapped?.kind === "function" ? wrapped : target;
  const params = declared.self ? declared.fn.params.slice(1) : declared.fn.params;
  const named = values(params, declared.scope, injection);
  return m.call(target, { list: [], named, open: false, file: "", at: 0 });
}

/** fastapi-users: the user of the request. */
function currentUser(target: Value & { kind: "external" }, { m }: Injection): Value {
  const isOptional = target.args?.named.get("optional");
  return m.call(
    {
      kind: "external",
      path: "fastapi.security.OAuth2PasswordBearer()",
      name: "()",
      of: { kind: "external", path: "fastapi.security.OAuth2PasswordBearer", name: "OAuth2PasswordBearer" },
      args: {
        list: [],
        named: isOptional ? new Map([["auto_error", constant(false)]]) : new Map(),
        open: false,
        file: "",
        at: 0,
      },
    },
    { list: [], named: new Map(), open: false, file: "", at: 0 },
  );
}

interface Body {
  readonly name: string;
  readonly type: Expression;
  readonly scope: Scope;
  readonly embed: boolean;
}

function values(params: readonly Parameter[], scope: Scope, injection: Injection): Map<string, Value> {
  const named = new Map<string, Value>();
  const bodies: Body[] = [];
  for (const param of params) {
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
  const asked = annotated(param.type, scope, m);
  const otherwise = param.otherwise && m.evaluate(param.otherwise, scope);
  const marker = otherwise && isMarker(otherwise) ? otherwise : asked.marker;
  const called = marker?.kind === "external" ? (marker.of?.name ?? "") : "";
  if (called === "Depends" || called === "Security")
    return dependency(marker ?? unknown, injection, asked.type, asked.scope);
  const type = nameOf(asked.type);
  if (type === "Response") return (injection.response ??= object());
  if (special.test(type)) return type === "Request" ? requestOf() : unknown;
  if (
    type === "UploadFile" ||
    called === "File" ||
    (asked.type && /UploadFile/.test(JSON.stringify(asked.type)))
  ) {
    run.reads.set("file", (run.reads.get("file") ?? new Set()).add(name));
    return unknown;
  }
  const alias = marker?.kind === "external" ? textOf(marker.args?.named.get("alias")) : undefined;
  const isPath = parametersIn(path).includes(name);
  const part =
    inTable(markers, called) ?? (isPath ? "path" : isBody(asked.type, asked.scope, m) ? "body" : "query");
  if (part === "body" && isBody(asked.type, asked.scope, m) && asked.type) {
    if (called === "Form") run.form = "application/x-www-form-urlencoded";
    bodies.push({
      name: alias ?? name,
      type: asked.type,
      scope: asked.scope,
      embed: marker?.kind === "external" && marker.args?.named.has("embed") === true,
    });
    return unknown;
  }
  if (part === "query" && isBody(asked.type, asked.scope, m) && asked.type) {
    run.checked.push({
      part: "query",
      path: [],
      schema: { kind: "shape", of: asked.type, scope: asked.scope },
    });
    return unknown;
  }
  if (called === "Form") run.form = "application/x-www-form-urlencoded";
  const key = alias ?? (part === "header" ? name.replaceAll("_", "-") : name);
  if (part === "header" || part === "cookie")
    return m.get(m.get(requestOf(), part === "header" ? "headers" : "cookies"), key);
  const isRequired = !param.otherwise || (marker === otherwise && !hasDefault(marker));
  run.checked.push({
    part,
    path: [],
    schema: {
      kind: "shape",
      of: { kind: "shape", members: [{ name: key, type: asked.type, optional: !isRequired }], bases: [] },
      scope: asked.scope,
    },
  });
  return unknown;
}

const hasDefault = (marker: Value | undefined): boolean => {
  if (marker?.kind !== "external" || !marker.args) return false;
  const [first] = marker.args.list;
  return (
    marker.args.named.has("default") ||
    (first !== undefined && !(first.kind === "external" && first.name === "..."))
  );
};

/** Starlette's request. */
const requestOf = (): ObjectValue =>
  hosted("starlette.request", (name, _self, m) => {
    switch (name) {
      case "url":
        return hosted("starlette.url", (part) => (part === "path" ? told(m.run?.path) : unknown));
      case "method":
        return told(m.run?.method?.toUpperCase());
      case "headers":
        return headers();
      case "cookies":
        return cookies();
      case "user":
        return hosted("starlette.user", userOf);
      case "query_params":
        return input("query");
      case "path_params":
        return input("path");
      case "json":
      case "form":
      case "body":
        return { kind: "native", name, call: () => input("body") };
      default:
        return unknown;
    }
  });

/** Starlette's authentication gives a user whatever comes, who has nothing where nobody asks. */
const userOf = (name: string, _self: ObjectValue, m: Machine): Value => {
  const who = credentials(m, "bearer");
  return name === "is_authenticated" ? (m.run?.absent ? constant(false) : unknown) : who;
};

const told = (text: string | undefined): Value => (text === undefined ? unknown : constant(text));

export const inject = { call, dependency, request: requestOf };
