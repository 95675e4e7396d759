import { leaves, unleft } from "../../evaluate/left.ts";
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
  native,
  nothing,
  numbers,
  object,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import {
  answer,
  cookie,
  cookies,
  credentials,
  hand,
  header,
  headers,
  hosted,
  input,
  sendOn,
  kept as left,
  rawBody,
} from "../observe.ts";
import { statusesSet } from "../statuses.ts";
import { takesAnyPath } from "../../schema/any-path.ts";
import { inTable } from "../../../lib/index.ts";

export type Hook = Value | undefined;

const parts: Readonly<Record<string, Part>> = {
  json: "body",
  form: "body",
  query: "query",
  param: "path",
  header: "header",
  cookie: "cookie",
  cookies: "cookie",
};
const isUser = /user|auth|jwt|session|account|member|claims/i;

const part = (name: string): Value => (Object.hasOwn(parts, name) ? input(parts[name] ?? "body") : unknown);

/** A middleware that checks a part of the request against a schema, and answers 400 unless its hook answers. */
export const validated = (target: string, schema: Value, hook: Hook): Value =>
  native("validator", ({ list: [c, next] }, m) => {
    m.run?.checked.push({ part: inTable(parts, target) ?? "body", path: [], schema });
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

/** What a hook is told of a request that doesn't fit. */
const zodError = (): ObjectValue => ({
  ...object([["name", constant("ZodError")]], {
    type: "zod.error",
    get: (name, self) => self.props.get(name) ?? unknown,
  }),
  base: external("zod.ZodError"),
});

const validators =
  /^(?:@hono\/[\w-]*validator|hono-openapi(?:\/\w+)?|@hono\/standard-validator)\.(?:\w*[vV]alidator|validator)$/;

/** `setCookie(c, name, value)`, `getCookie(c, name)`; the signed one is told its secret before the name. */
function cookieOf(callee: ExternalValue, given: Args, m: Machine): Value | undefined {
  if (/^hono\/cookie\.set(?:Signed)?Cookie$/.test(callee.path)) {
    hand(given.list[1], m);
    return nothing;
  }
  if (!/^hono\/cookie\.get(?:Signed)?Cookie$/.test(callee.path)) return undefined;
  const name = callee.name === "getCookie" ? given.list[1] : given.list[2];
  return name ? cookie(texts(name)[0] ?? "", m) : cookies();
}

/** Hono's own functions that check or read requests. */
export const honoFunctions: Library = {
  call(callee: ExternalValue, given, m) {
    const read = cookieOf(callee, given, m);
    if (read) return read;
    if (validators.test(callee.path)) {
      const [target, schema, hook] = given.list;
      return validated(textOf(target) ?? "json", schema ?? unknown, hook);
    }
    if (callee.path === "hono/validator.validator") {
      const [target, check] = given.list;
      const name = textOf(target) ?? "json";
      return native("validator", ({ list: [c, next] }, m) => {
        if (check) m.branches([() => nothing, () => m.call(check, args([part(name), c ?? unknown]))]);
        return next ? m.call(next, args([])) : nothing;
      });
    }
    return undefined;
  },
};

function request(path: string, m: Machine): ObjectValue {
  const place = constant(path); // its parameters equal no text of the program
  const asked = (from: Part, look: (name: string) => Value) => (name: string) =>
    native(name, ({ list: [key] }) => (key ? look(textOf(key) ?? "") : input(from)));
  return hosted("hono.request", (name) => {
    switch (name) {
      case "json":
        return native(name, () => input("body"));
      case "text":
        return native(name, () => rawBody);
      case "parseBody":
      case "formData":
        return native(name, () => {
          if (m.run) m.run.form = "multipart/form-data";
          return input("body");
        });
      case "valid":
        return native(name, ({ list: [target] }) => part(textOf(target) ?? "json"));
      case "param":
        return asked("path", (key) => m.get(input("path"), key))(name);
      case "query":
      case "queries":
        return asked("query", (key) => m.get(input("query"), key))(name);
      case "header":
        return asked("header", (key) => header(key, m))(name);
      case "raw":
        return hosted("request", (inner) => (inner === "headers" ? headers() : unknown));
      case "headers":
        return headers();
      case "method":
        return m.run?.method === undefined ? unknown : constant(m.run.method.toUpperCase());
      case "path":
      case "url":
        return place;
      default:
        return unknown;
    }
  });
}

const bodies: Readonly<Record<string, string>> = {
  json: "application/json",
  text: "text/plain",
  html: "text/html",
  body: "application/octet-stream",
  newResponse: "application/octet-stream",
  render: "text/html",
};

/** Hono's context: a request, and functions that make answers. */
export function context(path: string, machine: Machine): ObjectValue {
  const req = request(path, machine);
  const kept = object([], { type: kind });
  const statusOf = (self: ObjectValue, given: Value | undefined): readonly number[] => {
    const direct = given?.kind === "object" ? given.props.get("status") : given;
    if (direct && numbers(direct).length) return numbers(direct);
    if (direct && each(direct).some(({ kind }) => kind !== "const")) return [];
    return statusesSet(self.props.get("%status"), 200);
  };
  return object([], {
    type: "hono.context",
    get: (name, self, m) => {
      if (Object.hasOwn(bodies, name))
        return native(name, ({ list: [body, status] }) => {
          const isEmpty = body?.kind === "const" && (body.value === null || body.value === undefined);
          for (const one of statusOf(self, status)) answer(m, one, isEmpty ? undefined : body, bodies[name]);
          return object([], { type: "response" });
        });
      switch (name) {
        case "req":
          return req;
        case "redirect":
          return native(name, ({ list: [target, status] }) => {
            sendOn(target, m);
            for (const one of status ? numbers(status) : [302]) answer(m, one);
            return object([], { type: "response" });
          });
        case "notFound":
          return native(name, () => (answer(m, 404), object([], { type: "response" })));
        case "status":
          return native(
            name,
            ({ list: [status] }) => (m.set(self.props, "%status", status ?? unknown), nothing),
          );
        case "set":
          return native(name, ({ list: [key, value = unknown] }) => {
            m.set(kept.props, textOf(key) ?? "", value);
            leaves(kept, textOf(key) ?? "", { value, m });
            return nothing;
          });
        case "get":
          return native(name, ({ list: [key] }) => found(kept, textOf(key) ?? "", m));
        case "var":
          return hosted("hono.var", (key) => found(kept, key, m));
        case "header":
          return native(name, () => nothing);
        default:
          return unknown;
      }
    },
  });
}

/** What `c.set` keeps for functions that come later. */
const kind = "hono.kept";
const found = (kept: ObjectValue, key: string, m: Machine): Value =>
  left(kept.props.get(key), m) ?? unleft(kind, key, m) ?? (isUser.test(key) ? credentials(m) : unknown);
