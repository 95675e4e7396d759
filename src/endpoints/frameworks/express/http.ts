import { type Machine, type ObjectValue, type Value } from "../../evaluate/types.ts";
import { constant, each, native, numbers, object, texts, unknown } from "../../evaluate/value.ts";
import { thenable } from "../../evaluate/methods.ts";
import {
  answer,
  cookie,
  cookies,
  credentials,
  file,
  hand,
  header,
  headers,
  hosted,
  input,
  page,
  sendOn,
  session,
} from "../observe.ts";
import { checking } from "../checks.ts";
import { statusesSet } from "../statuses.ts";
import { inTable } from "../../../lib/index.ts";

const isUser = /^(?:user|auth|currentUser|account|jwt|userId|user_id|oidc|token|decoded)$/;

/**
 * Express's request.
 * @param base The part of its path that was taken off for what is called now.
 */
export function request(path: string, app: Value = unknown, base = (): string => ""): ObjectValue {
  const parts: Readonly<Record<string, Value>> = {
    originalUrl: constant(path), // its parameters equal no text of the program
    app,
    headers: headers(),
    cookies: cookies(),
    signedCookies: cookies(),
    session: session(),
    fields: input("body"), // as formidable's middleware calls them
    file: { kind: "input", part: "file", path: ["file"] },
    files: { kind: "input", part: "file", path: [] },
  };
  const made = hosted("express.request", (name, _self, m) => {
    if (name === "method" && m.run?.method) return constant(m.run.method.toUpperCase());
    if (name === "baseUrl") return constant(base().replace(/\/$/, ""));
    if (name === "path" || name === "url") return constant(below(path, base()));
    if (isUser.test(name)) return credentials(m);
    if (name === "get" || name === "header")
      return native(name, ({ list: [key] }) =>
        texts(key).length ? header(texts(key)[0] ?? "", m) : unknown,
      );
    if (name === "param") return native(name, ({ list: [key] }) => m.get(input("path"), texts(key)[0] ?? ""));
    if (name === "isAuthenticated" || name === "isUnauthenticated")
      return native(name, () => {
        credentials(m, "cookie:session");
        return m.run?.absent ? constant(name === "isUnauthenticated") : unknown;
      });
    if (name === "cookie") return native(name, ({ list: [key] }) => cookie(texts(key)[0] ?? "", m));
    if (name === "logout" || name === "logOut" || name === "login" || name === "logIn")
      return native(name, ({ list }) => {
        const callback = list.at(-1);
        if (callback?.kind === "function")
          m.branches([
            () => unknown,
            () => m.call(callback, { list: [], named: new Map(), open: true, file: "", at: 0 }),
          ]);
        return unknown;
      });
    return inTable(parts, name) ?? checking(name, m) ?? unknown;
  });
  // what one branch of a middleware writes over is still there after the others
  for (const [name, part] of written) made.props.set(name, input(part));
  return made;
}

const written = [
  ["body", "body"],
  ["query", "query"],
  ["params", "path"],
] as const;

/** A path without the base that it begins with. */
function below(path: string, base: string): string {
  const length = base.replace(/\/$/, "").length;
  return path.slice(length) || "/";
}

const sends = new Set([
  "json",
  "send",
  "end",
  "jsonp",
  "render",
  "sendFile",
  "download",
  "write",
  "sendfile",
]);

/** What is sent by a name, where that isn't what is handed over. */
const sent: Readonly<Record<string, Value>> = {
  render: page,
  sendFile: file,
  sendfile: file,
  download: file,
};

/** Express's response: what is sent through it are the handler's answers. */
export function response(): ObjectValue {
  const status = (self: ObjectValue): readonly number[] => {
    const usual = numbers(self.props.get("%usual"))[0] ?? 200;
    return statusesSet(self.props.get("statusCode"), usual);
  };
  const send = (self: ObjectValue, m: Machine, name: string, body?: Value): Value => {
    for (const one of status(self))
      answer(
        m,
        one,
        inTable(sent, name) ?? (body?.kind === "const" && body.value === undefined ? undefined : body),
      );
    return self;
  };
  const res: ObjectValue = object([], {
    type: "express.response",
    filled: (self, m) => void send(self, m, "pipe", unknown),
    get: (name, self, m) => {
      const own = self.props.get(name);
      if (own) return own;
      if (sends.has(name)) return native(name, ({ list: [body] }) => send(self, m, name, body));
      if (name === "status" || name === "code" || name === "writeHead")
        return native(name, ({ list: [code] }) => {
          m.set(self.props, "statusCode", code ?? unknown);
          return self;
        });
      if (name === "sendStatus")
        return native(name, ({ list: [code] }) => {
          for (const one of numbers(code)) answer(m, one);
          return self;
        });
      if (name === "redirect")
        return native(name, ({ list }) => {
          const [code] = list;
          sendOn(list.at(-1), m);
          const given = code ? each(code).flatMap((one) => numbers(one)) : [];
          for (const one of given.length ? given : [302]) answer(m, one);
          return self;
        });
      if (name === "format")
        return native(name, ({ list: [by] }) => {
          for (const fn of by?.kind === "object" ? by.props.values() : [])
            m.branches([
              () => unknown,
              () => m.call(fn, { list: [], named: new Map(), open: false, file: "", at: 0 }),
            ]);
          return self;
        });
      if (name === "locals")
        return hosted("locals", (key, _self, machine) => (isUser.test(key) ? credentials(machine) : unknown));
      if (name === "cookie") return native(name, ({ list: [key] }) => (hand(key, m), self));
      if (name === "headersSent") return constant(false);
      if (name === "statusCode") return constant(200);
      // what a promise gives goes on as one: `save().then(() => res.json({})).catch(…)`
      const later = thenable.get(name);
      if (later) return later(self, m);
      return native(name, () => self);
    },
  });
  return res;
}
