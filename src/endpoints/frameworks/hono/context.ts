import { partNamed } from "../../schema/kinds.ts";
import { leaves, unleft } from "../../evaluate/shared.ts";
import { args } from "../../evaluate/machine.ts";
import type {
  Args,
  ExternalValue,
  Library,
  Machine,
  ObjectValue,
  Part,
  Value,
} from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  list,
  native,
  nothing,
  numbers,
  object,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import {
  does,
  type Effect,
  left as byName,
  membersOf,
  method,
  readsForm,
  redirects,
  setsStatus,
  type Table,
} from "../facts.ts";
import { named } from "../../../lib/index.ts";
import {
  answer,
  cookie,
  cookies,
  hand,
  header,
  headers,
  hosted,
  input,
  keepOpen as left,
  rawBody,
} from "../observe.ts";
import { statusesSet } from "../statuses.ts";
import { takesAnyPath } from "../../schema/any-path.ts";

export type Hook = Value | undefined;

const part = (name: string): Value => {
  const found = partNamed(name);
  return found ? input(found) : unknown;
};

/** Middleware that validates a part of the request and answers 400 unless its hook answers. */
export const validated = (target: string, schema: Value, hook: Hook): Value =>
  native("validator", ({ list: [c, next] }, m) => {
    m.run?.checked.push({ part: partNamed(target) ?? "body", path: [], schema });
    if (target === "form" && m.run) m.run.form = "multipart/form-data";
    if (target === "param" && takesAnyPath(schema)) return next ? m.call(next, args([])) : nothing;
    const before = m.run?.answers.length ?? 0;
    if (hook && hook.kind === "function") {
      const failure = object([
        ["success", constant(false)],
        ["error", zodError()],
        ["target", constant(target)],
        ["data", unknown],
      ]);
      m.branches([() => nothing, () => m.call(hook, args([failure, c ?? unknown]))]);
    } else if (hook?.kind === "external") answer(m, /stoker/.test(hook.path) ? 422 : 400);
    const hooked = (m.run?.answers.length ?? 0) > before;
    if (!hooked) answer(m, 400);
    return next ? m.call(next, args([])) : nothing;
  });

/** The error that a hook receives for an invalid request. */
const zodError = (): ObjectValue => ({
  ...object([["name", constant("ZodError")]], {
    type: "zod.error",
    get: (name, self) => self.props.get(name) ?? unknown,
  }),
  base: external("zod.ZodError"),
});

const validators =
  /^(?:@hono\/[\w-]*validator|hono-openapi(?:\/\w+)?|@hono\/standard-validator)\.(?:\w*[vV]alidator|validator)$/;

/** `setCookie(c, name, value)`, `getCookie(c, name)`; the signed version takes its secret before the name. */
function cookieOf(callee: ExternalValue, callArgs: Args, m: Machine): Value | undefined {
  if (/^hono\/cookie\.set(?:Signed)?Cookie$/.test(callee.path)) {
    hand(callArgs.list[1], m);
    return nothing;
  }
  if (!/^hono\/cookie\.get(?:Signed)?Cookie$/.test(callee.path)) return undefined;
  const name = callee.name === "getCookie" ? callArgs.list[1] : callArgs.list[2];
  return name ? cookie(texts(name)[0] ?? "", m) : cookies();
}

/** Hono's functions that validate or read requests. */
export const honoFunctions: Library = {
  call(callee: ExternalValue, callArgs, m) {
    const read = cookieOf(callee, callArgs, m);
    if (read) return read;
    if (validators.test(callee.path)) {
      const [target, schema, hook] = callArgs.list;
      return validated(textOf(target) ?? "json", schema ?? unknown, hook);
    }
    if (callee.path === "hono/validator.validator") {
      const [target, check] = callArgs.list;
      const name = textOf(target) ?? "json";
      return native("validator", ({ list: [c, next] }, m) => {
        if (check) m.branches([() => nothing, () => m.call(check, args([part(name), c ?? unknown]))]);
        return next ? m.call(next, args([])) : nothing;
      });
    }
    return undefined;
  },
};

/** `c.req.query("page")`, or all parameters without a name. */
const reads = (from: Part, look: (name: string, m: Machine) => Value): Effect =>
  does(({ list: [key] }, { m }) => (key ? look(textOf(key) ?? "", m) : input(from)));

const readsIn = (from: Part): Effect => reads(from, (name, m) => m.get(input(from), name));

const requestTable: Table = {
  json: does(() => input("body")),
  text: does(() => rawBody),
  ...named("parseBody formData", readsForm),
  valid: does(({ list: [target] }) => part(textOf(target) ?? "json")),
  param: readsIn("path"),
  ...named("query queries", readsIn("query")),
  header: reads("header", header),
  raw: () => hosted("request", (inner) => (inner === "headers" ? headers() : unknown)),
  headers,
  method,
};

const emptyResponse = (): ObjectValue => object([], { type: "response" });

const bodies: Readonly<Record<string, string>> = {
  json: "application/json",
  text: "text/plain",
  html: "text/html",
  body: "application/octet-stream",
  newResponse: "application/octet-stream",
  render: "text/html",
};

function statusesOf(value: Value | undefined, self: ObjectValue): readonly number[] {
  const direct = value?.kind === "object" ? value.props.get("status") : value;
  if (direct && numbers(direct).length) return numbers(direct);
  if (direct && each(direct).some(({ kind }) => kind !== "const")) return [];
  return statusesSet(self.props.get("%status"), 200);
}

const answers: Table = {
  ...named(
    Object.keys(bodies).join(" "),
    does(({ list: [body, status] }, { name, self, m }) => {
      const isEmpty = body?.kind === "const" && (body.value === null || body.value === undefined);
      for (const value of statusesOf(status, self))
        answer(m, value, isEmpty ? undefined : body, bodies[name]);
      return emptyResponse();
    }),
  ),
  redirect: redirects("%redirect", emptyResponse),
  notFound: does((_given, { m }) => (answer(m, 404), emptyResponse())),
  status: setsStatus("%status"),
  header: does(() => nothing),
};

/** The type name of values stored by `c.set`. */
const kind = "hono.kept";

/** Members that store values in a context: `set`, `get` and `var`. */
function keeping(): Table {
  const objectValue = object([], { type: kind });
  const found = (name: string, m: Machine): Value =>
    left(objectValue.props.get(name), m) ?? unleft(kind, name, m) ?? byName({ name, self: objectValue, m });
  return {
    set: does(({ list: [key, value = unknown] }, { m }) => {
      m.set(objectValue.props, textOf(key) ?? "", value);
      leaves(objectValue, textOf(key) ?? "", { value, m });
      return nothing;
    }),
    get: does(({ list: [key] }, { m }) => found(textOf(key) ?? "", m)),
    var: () => hosted("hono.var", (key, _self, m) => found(key, m)),
  };
}

/** The Node request of `@hono/node-server`, whose body is a stream. */
const incoming = (): ObjectValue =>
  hosted("node.request", (name, _self, m) =>
    name === "iterator" ? native(name, () => piecesOf(m)) : name === "headers" ? headers() : unknown,
  );

function piecesOf({ run }: Machine): Value {
  if (run) run.asksBody = true;
  return list([], run?.isBodiless ? undefined : rawBody);
}

/** Hono's context: the request, and methods that create answers. */
export function context(path: string): ObjectValue {
  const place = constant(path); // its parameters equal no text of the program
  const request: Table = { ...requestTable, ...named("path url", place) };
  const req = hosted("hono.request", membersOf(request));
  const env = () => hosted("hono.env", (name) => (name === "incoming" ? incoming() : unknown));
  const table: Table = { ...answers, ...keeping(), req, env };
  return object([], {
    type: "hono.context",
    get: membersOf(table),
  });
}
