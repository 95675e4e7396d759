import { Exhausted, Stop, args } from "../evaluate/machine.ts";
import type { Machine, Part, Run, Value } from "../evaluate/types.ts";
import { nobody, someone, type Host, type ObjectValue, unknown, object } from "../evaluate/value.ts";

export const newRun = (absent: boolean): Run => ({
  absent,
  answers: [],
  reads: new Map(),
  checked: [],
  typed: [],
  schemes: new Set(),
  identity: false,
});

export interface Observed {
  readonly run: Run;
  readonly throws: readonly Value[];
  /** What the body gave; undefined where every way of it stops. */
  readonly value: Value | undefined;
}

/** Lets a part of the program run and says what it did; the request lacks credentials where `absent`. */
export function observe(m: Machine, run: Run, body: () => Value | undefined): Observed {
  const before = { run: m.run, throws: m.throws };
  m.run = run;
  m.throws = [];
  let value: Value | undefined;
  try {
    m.allow(stepsEach);
    value = body();
  } catch (error) {
    if (!(error instanceof Stop) && !(error instanceof Exhausted)) throw error;
    if (error instanceof Exhausted) value = unknown;
  }
  const { throws } = m;
  m.run = before.run;
  m.throws = before.throws;
  return { run, throws, value };
}

/** How much of a program is followed for one handler. */
const stepsEach = 60_000;

/** The credentials of the request, by a scheme. */
export function credentials(m: Machine, scheme?: string): Value {
  if (!m.run) return unknown;
  m.run.identity = true;
  if (scheme !== undefined) m.run.schemes.add(scheme);
  return m.run.absent ? nobody : someone;
}

export const answer = (m: Machine, status: number, body?: Value, type?: string): void => {
  if (status < 100 || status > 599) return;
  m.run?.answers.push({ status, ...(body ? { body } : {}), ...(type === undefined ? {} : { type }) });
};

export const input = (part: Part): Value => ({ kind: "input", part, path: [] });

const keyHeader = /^(?:x-)?(?:api-?key|access-token|auth-token|auth|token|jwt|csrf-auth)$/i;

/** What the headers of a request hold. */
export const header = (name: string, m: Machine): Value => {
  if (/^authorization$/i.test(name)) return credentials(m, "bearer");
  if (keyHeader.test(name) || m.secrets.has(`header:${name.toLowerCase()}`))
    return credentials(m, `header:${name}`);
  if (/^cookie$/i.test(name)) return credentials(m);
  const value: Value = { kind: "input", part: "header", path: [name.toLowerCase()] };
  if (
    !/^(?:content-|accept|user-agent|host|origin|referer|x-forwarded|x-real-ip|x-request-id|if-|connection|upgrade)/i.test(
      name,
    )
  )
    m.read(value);
  return value;
};

const sessionCookie = /^(?!.*(?:state|nonce|verifier|pkce|csrf))(?:.*)(?:token|session|auth|jwt|sid|user)/i;
/** A cookie; one whose name only settings tell mostly says who is there. */
export const cookie = (name: string, m: Machine): Value =>
  name === "" || sessionCookie.test(name) || m.secrets.has(`cookie:${name}`)
    ? credentials(m, name ? `cookie:${name}` : undefined)
    : { kind: "input", part: "cookie", path: [name] };

/** An object whose members are found by a function. */
export const hosted = (type: string, get: NonNullable<Host["get"]>, call?: Host["call"]): ObjectValue =>
  object([], {
    type,
    get: (name, self, m) => self.props.get(name) ?? get(name, self, m),
    ...(call ? { call } : {}),
  });

export const headers = (): ObjectValue =>
  hosted("headers", (name, _self, m) =>
    name === "get" || name === "has"
      ? {
          kind: "native",
          name,
          call: ({ list: [key] }) => (key?.kind === "const" ? header(String(key.value), m) : unknown),
        }
      : header(name, m),
  );
export const cookies = (): ObjectValue =>
  hosted("cookies", (name, _self, m) =>
    name === "get" || name === "has"
      ? {
          kind: "native",
          name,
          call: ({ list: [key] }) => (key?.kind === "const" ? cookie(String(key.value), m) : unknown),
        }
      : cookie(name, m),
  );

const sessionUser = /user|auth|account|login|logged|passport|token|member|admin|uid|email/i;
export const session = (): ObjectValue =>
  hosted("session", (name, _self, m) =>
    sessionUser.test(name) ? credentials(m, "cookie:session") : { kind: "unknown" },
  );

/** Functions that a handler consists of: in lists, in wrappers of libraries. */
export function functionsIn(value: Value, depth = 0): readonly Value[] {
  if (depth > 6) return [];
  if (value.kind === "list") return value.items.flatMap((item) => functionsIn(item, depth + 1));
  if (value.kind === "either") return value.of.slice(0, 1).flatMap((item) => functionsIn(item, depth + 1));
  if (value.kind === "external" && value.args) {
    const inner = value.args.list.filter(({ kind }) => kind === "function");
    return inner.length ? inner : [value];
  }
  return value.kind === "const" || value.kind === "unknown" ? [] : [value];
}

export { args };
