import { inTable } from "../../../lib/index.ts";
import type { ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  either,
  external,
  native,
  numbers,
  object,
  textOf,
  unknown,
} from "../../evaluate/value.ts";
import { answer, cookies, credentials, hand, headers, hosted, input, sendOn, session } from "../observe.ts";
import { httpError, statusNamed, statusesSet } from "../statuses.ts";

const isUser = /^(?:user|auth|currentUser|account|jwt|userId|session_user|token)$/;

/** Fastify's request. */
export function request(path: string, decorators: ReadonlyMap<string, Value>): ObjectValue {
  const place = constant(path); // its parameters equal no text of the program
  const parts: Readonly<Record<string, Value>> = {
    body: input("body"),
    query: input("query"),
    params: input("path"),
    headers: headers(),
    cookies: cookies(),
    session: session(),
    url: place,
    originalUrl: place,
    routerPath: constant(path),
    routeOptions: object([
      ["url", constant(path)],
      ["config", unknown],
    ]),
  };
  return hosted("fastify.request", (name, self, m) => {
    if (name === "method" && m.run?.method) return constant(m.run.method.toUpperCase());
    const own = decorators.get(name);
    if (own) return own.kind === "function" ? { ...own, self } : own;
    if (isUser.test(name)) return credentials(m);
    if (/^(?:jwtVerify|accessVerify|refreshVerify|jwtDecode)$/.test(name))
      return native(name, () => {
        const user = credentials(m, "bearer");
        if (m.run?.absent) m.raise(httpError(401, external("@fastify/jwt.Unauthorized")));
        m.throws.push(httpError(401, external("@fastify/jwt.Unauthorized")));
        return user;
      });
    if (name === "file" || name === "files" || name === "saveRequestFiles" || name === "parts")
      return native(name, () => {
        m.read({ kind: "input", part: "file", path: ["file"] });
        return unknown;
      });
    if (name === "server") return unknown;
    return inTable(parts, name) ?? unknown;
  });
}

/** Fastify's reply: what is sent through it are the handler's answers. */
export function reply(decorators: ReadonlyMap<string, Value>): ObjectValue {
  const statusOf = (self: ObjectValue): readonly number[] => statusesSet(self.props.get("statusCode"), 200);
  return object([], {
    type: "fastify.reply",
    get: (name, self, m) => {
      const own = self.props.get(name) ?? decorators.get(name);
      if (own) return own.kind === "function" && !own.self ? { ...own, self } : own;
      const sent = (...statuses: readonly number[]): ObjectValue => {
        m.set(self.props, "sent", constant(true));
        m.set(self.props, "statusCode", either(statuses.map(constant)));
        return self;
      };
      switch (name) {
        case "code":
        case "status":
          return native(name, ({ list: [code] }) => (m.set(self.props, "statusCode", code ?? unknown), self));
        case "send":
        case "view":
        case "sendFile":
        case "download":
        case "html":
          return native(name, ({ list: [body] }) => {
            const error = body?.kind === "object" && body.base ? body : undefined;
            // an error that was caught is one, whatever is known of it
            const isCaught = body !== undefined && m.caught.includes(body);
            const set = self.props.get("statusCode");
            const statuses = error
              ? numbers(error.props.get("statusCode") ?? set ?? constant(500))
              : isCaught
                ? numbers(set ?? constant(500))
                : statusOf(self);
            for (const one of statuses) answer(m, one, body?.kind === "const" ? undefined : body);
            return sent(...statuses);
          });
        case "redirect":
          return native(name, ({ list }) => {
            const code = list.flatMap((one) => numbers(one))[0] ?? 302;
            for (const one of list) sendOn(one, m);
            answer(m, code);
            return sent(code);
          });
        case "callNotFound":
          return native(name, () => (answer(m, 404), sent(404)));
        case "header":
        case "headers":
        case "type":
        case "clearCookie":
          return native(name, () => self);
        case "setCookie":
        case "cookie":
          return native(name, ({ list: [key] }) => (hand(key, m), self));
        case "sent":
          return unknown;
        default: {
          const status = statusNamed(name);
          if (status !== undefined && status >= 400)
            return native(name, () => (answer(m, status), sent(status)));
          return textOf(constant(name)) === undefined ? unknown : native(name, () => self);
        }
      }
    },
  });
}
