import { anyOf } from "../../lib/index.ts";
import { isIdentity } from "../evaluate/external.ts";
import { gateOf, looker } from "../evaluate/blame.ts";
import { unleft } from "../evaluate/left.ts";
import type { Fn } from "../program/ir.ts";
import { Stop, isTooMuch, running } from "../evaluate/machine.ts";
import type { Answered, Gate, Machine, Part, Run, Value } from "../evaluate/types.ts";
import {
  constant,
  each,
  isMissing,
  items,
  nobody,
  noText,
  nothing,
  someone,
  Store,
  stores,
  textOf,
  texts,
  type Host,
  type ObjectValue,
  unknown,
  object,
} from "../evaluate/value.ts";

export const newRun = (absent: boolean, isBodiless = false): Run => ({
  absent,
  isBodiless,
  since: stores(),
  answers: [],
  reads: new Map(),
  checked: [],
  overwritten: new Set(),
  stored: [],
  listed: new Set(),
  typed: [],
  passed: new Set(),
  schemes: new Set(),
  handed: new Set(),
  sentTo: new Set(),
  identity: false,
  lookers: new Set(),
  refusals: new Map(),
  gateErrors: new Map(),
  handled: new Set(),
  doubts: [],
});

export interface Observed {
  readonly run: Run;
  readonly throws: readonly Value[];
  /** What the body gave; undefined where every way of it stops. */
  readonly value: Value | undefined;
}

/** Lets a part of the program run and says what it did; the request lacks credentials where `absent`. */
export function observe(
  m: Machine,
  run: Run,
  body: () => Value | undefined,
  { cause }: { readonly cause?: Value } = {},
): Observed {
  const before = { run: m.run, throws: m.throws, cause: run.cause };
  if (cause) run.cause = cause;
  const answered = run.answers.length;
  m.run = run;
  m.throws = [];
  let value: Value | undefined;
  try {
    m.allow(stepsEach);
    value = body();
  } catch (error) {
    const isCut = isTooMuch(error);
    if (!(error instanceof Stop) && !isCut) throw error;
    if (isCut) {
      value = unknown;
      run.doubts.push({});
    }
  }
  const { throws } = m;
  m.allow(stepsEach); // what is asked next is another matter
  if (cause && run.answers.length === answered) refuseAtGate(500, run, m);
  m.run = before.run;
  m.throws = before.throws;
  run.cause = before.cause;
  return { run, throws, value };
}

/** How much of a program is followed for one handler. */
const stepsEach = 60_000;

/** Notes that credentials were looked at, by a scheme. */
export function looked(run: Run, m: Machine, scheme?: string): void {
  run.identity = true;
  run.gate?.looks.add("who");
  if (!run.isShared) run.isPersonal = true;
  const fn = running.at(-1)?.fn;
  if (fn) m.lookers.add(fn);
  for (const { fn: one } of running.slice(run.depth ?? 0)) run.lookers.add(one);
  if (scheme !== undefined) run.schemes.add(scheme);
}

/** The credentials of the request, by a scheme. */
export function credentials(m: Machine, scheme?: string): Value {
  if (!m.run) return unknown;
  if (m.run.isSignedIn) return someone;
  looked(m.run, m, scheme);
  return m.run.absent ? nobody : someone;
}

/** Whether a value stands for who asks, or for that nobody does. */
const isWho = (value: Value): boolean =>
  each(value).some((value) =>
    value.kind === "unknown" || value.kind === "external"
      ? value.identity === true
      : value.kind === "object"
        ? value.cls !== undefined && [...value.props.values()].some((held) => isIdentity(held))
        : value.kind === "const" && value.absent,
  );

/** What an earlier function has left in a request or its context: of who asks, it is looked at again. */
export function kept(value: Value | undefined, m: Machine): Value | undefined {
  if (value && m.run && !m.run.isShared && isWho(value)) m.run.isPersonal = true;
  return value;
}

export const answer = (m: Machine, status: number, body?: Value, type?: string): void => {
  if (status < 100 || status > 599) return;
  const isAhead = m.run?.isShared === true && m.run.isAhead?.() === true;
  const refusedBy = m.run?.absent ? refuser(status, m.run, m) : undefined;
  if (m.run) refuseAtGate(status, m.run, m);
  m.run?.answers.push({
    status,
    ...(body ? { body } : {}),
    ...(type === undefined ? {} : { type }),
    ...(isAhead && { isAhead }),
    ...(refusedBy && { refusedBy }),
  });
};

/** Drops those answers that only say that something failed which nobody foresaw. */
export function dropFailures({ answers }: Run, fits: (answer: Answered, index: number) => boolean): void {
  const left = answers.filter((answer, index) => answer.status !== 500 || !fits(answer, index));
  answers.splice(0, answers.length, ...left);
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

/** What somebody signs in with. */
const signingIn = /pass(?:word|code|phrase)|otp|^pin$/i;

/** Whether a password is read of the body. */
export const isSigningIn = (run: Run): boolean =>
  [...(run.reads.get("body") ?? [])].some((name) => signingIn.test(name));

/** The function in front of the handler that answers: by itself, or by an error that something around it answers. */
function answeringGate(run: Run, m: Machine): Gate | undefined {
  const error = run.cause ?? m.caught.flatMap(each).findLast((value) => run.gateErrors.has(value));
  if (error) return run.gateErrors.get(error);
  return gateOf(run);
}

/** What says that there is too much, that something failed, or that all is well: it concerns everybody. */
const concernsAll = (status: number): boolean =>
  status < 300 || status >= 500 || [304, 406, 411, 413, 414, 415, 429].includes(status);
/** What says that a request is ill-formed. */
const isAboutForm = (status: number): boolean => [400, 405, 422, 428].includes(status);

/**
 * Whether a function in front of the handler that answers with a status may do so because of who asks. It doesn't where
 * the status concerns everybody and it looked at nothing that says who asks, or where it only looked for what a path or
 * a body names, or how a query is formed.
 */
function mayRefuse(status: number, { looks }: Gate, { checked }: Run): boolean {
  if (isRefusal(status) || looks.has("who")) return true;
  if (concernsAll(status)) return false;
  if (isAboutForm(status) && (looks.has("query") || checked.length)) return false;
  return looks.has("query") || !looks.has("content");
}

/** Notes which function in front of the handler may refuse; one that reads passwords lets people sign in. */
export function refuseAtGate(status: number, run: Run, m: Machine): void {
  const gate = answeringGate(run, m);
  if (run.gate) run.gate.isAnswering = true;
  if (gate && mayRefuse(status, gate, run) && !isSigningIn(run)) run.refusedAt ??= gate;
}

/** Notes that the function in front of the handler that runs now may end a request without an answer. */
export function endSilently({ ways, hasFailed }: Passed, run: Run): void {
  const { gate } = run;
  const isSure = ways.has("next") && !each(ways.get("next") ?? nothing).some(isMissing);
  if (gate && !isSure && !hasFailed && !gate.isAnswering && !gate.looks.has("content"))
    run.refusedAt ??= gate;
}

/** Does something whose reads of the request are no inputs of the endpoint. */
export function withoutReads(run: Run, body: () => void): void {
  const before = [...run.reads].map(([part, names]) => [part, new Set(names)] as const);
  const lists = [run.checked, run.typed, run.stored].map((list) => [list, list.length] as const);
  try {
    body();
  } finally {
    run.reads.clear();
    for (const [part, names] of before) run.reads.set(part, names);
    for (const [list, length] of lists) list.length = length;
  }
}

/** Whether a request was passed on, on each way through a function. */
export class Passed {
  readonly ways = new Store();
  /** What it was passed on to threw an error, which the function may have caught. */
  hasFailed = false;
  on(m: Machine): void {
    m.set(this.ways, "next", constant(true));
  }
}

/** The function that looked for credentials and answers so because there are none, as far as that can be seen. */
function refuser(status: number, run: Run, m: Machine): Fn | undefined {
  if (!isRefusal(status)) return undefined;
  const error = run.cause ?? m.caught.flatMap(each).findLast((value) => run.refusals.has(value));
  return error ? run.refusals.get(error) : looker(m);
}

/** A page that a template makes, and what is sent of a file. */
export const page: Value = { kind: "unknown", written: "", media: "text/html" };
export const file: Value = { kind: "unknown", media: "application/octet-stream" };

export const input = (part: Part): Value => ({ kind: "input", part, path: [] });

/** A parameter of the path, which the function that is called next is there for. */
export function parameter(name: string, { run }: Machine): Value {
  run?.gate?.looks.add("content");
  return { kind: "input", part: "path", path: [name] };
}

/** The body of a request as a text. */
export const rawBody: Value = { kind: "unknown", raw: { kind: "input", part: "body", path: [] } };

const keyHeader =
  /^(?:x-)?(?!csrf|xsrf)[\w-]*(?:api-?key|token|secret|jwt|auth)$|^x-(?!cache|request|partition|sort|public|idempotency|routing)[\w-]+-key$/i;

/** Whether a header says who asks. */
export const isCredential = (name: string, m: Machine): boolean =>
  /^(?:authorization|cookie)$/i.test(name) ||
  keyHeader.test(name) ||
  m.secrets.has(`header:${name.toLowerCase()}`);

/** What says that there is a body, and what it is like. */
const ofBody = /^(?:content-(?:length|type|encoding)|transfer-encoding)$/i;

/** What the headers of a request hold. */
export const header = (name: string, m: Machine): Value => {
  if (/^authorization$/i.test(name)) return credentials(m, "bearer");
  if (/^cookie$/i.test(name)) return credentials(m);
  if (isCredential(name, m)) return credentials(m, `header:${name}`);
  if (m.run && ofBody.test(name)) {
    m.run.asksBody = true;
    if (m.run.isBodiless) return constant(undefined);
  }
  fromWhere(name, m);
  const value: Value = { kind: "input", part: "header", path: [name.toLowerCase()] };
  m.read(value);
  return value;
};

/** What sign-in by another service leaves for its way back. */
const ofSignIn = /state|nonce|verifier|pkce|csrf/i;
const sessionCookie = /token|session|auth|jwt|sid|user|^(?:refresh|access)$/i;
/** A cookie; one whose name only settings tell mostly says who is there. */
export function cookie(name: string, m: Machine): Value {
  m.run?.gate?.looks.add("who");
  const isKnown = name === "" || m.secrets.has(`cookie:${name}`);
  if (!isKnown && (ofSignIn.test(name) || !sessionCookie.test(name)))
    return { kind: "input", part: "cookie", path: [name] };
  // one for a new token counts where nothing goes without it
  return credentials(m, name === "" || /refresh/i.test(name) ? undefined : `cookie:${name}`);
}

/** Notes that a cookie is given to who asks. */
export const hand = (name: Value | undefined, m: Machine): void => {
  for (const text of texts(name)) m.run?.handed.add(text);
};

const placesOf = (target: Value): readonly string[] =>
  target.kind === "external"
    ? [target.path, ...(target.args?.list.slice(0, 1).flatMap(placesOf) ?? [])]
    : texts(target);

/** Notes where a request is sent on to: a path, or a call by its name, as `url_for("users.login")`. */
export const sendOn = (target: Value | undefined, m: Machine): void => {
  for (const item of target ? each(target).flatMap(placesOf) : []) m.run?.sentTo.add(item);
};

const whereFrom = new RegExp(
  `^${anyOf("ips?|socket|connection|client|remote_addr|access_route", "x-forwarded-for|x-real-ip|cf-connecting-ip|forwarded")}$`,
  "i",
);

/** Notes that something looks at where a request comes from. */
function fromWhere(name: string, { run }: Machine): void {
  if (run && whereFrom.test(name)) run.looksWhere = true;
}

/** An object whose members are found by a function. */
export const hosted = (type: string, get: NonNullable<Host["get"]>, call?: Host["call"]): ObjectValue =>
  object([], {
    type,
    isThere: /\b(?:request|url)$/.test(type),
    get: (name, self, m) =>
      (fromWhere(name, m), kept(self.props.get(name), m)) ?? unleft(type, name, m) ?? get(name, self, m),
    ...(call ? { call } : {}),
  });

/** What `get` gives: its second argument where a value is missing. Credentials that are missing stay missing. */
const orElse = (value: Value, otherwise: Value | undefined): Value =>
  !otherwise || value.kind !== "const" || !isMissing(value)
    ? value
    : !value.absent
      ? otherwise
      : textOf(otherwise) === ""
        ? noText
        : value;

/** An object that holds values by names: as its members, and by `get` and the like. */
export const holding = (
  type: string,
  taking: readonly string[],
  held: (name: string, m: Machine) => Value,
): ObjectValue =>
  hosted(type, (name, _self, m) =>
    taking.includes(name)
      ? {
          kind: "native",
          name,
          call: ({ list: [key, otherwise] }) =>
            key?.kind === "const" ? orElse(held(String(key.value), m), otherwise) : unknown,
        }
      : held(name, m),
  );

export const headers = (): ObjectValue => holding("headers", ["get", "has"], header);
/** Headers by their names in WSGI: `HTTP_X_API_KEY`. */
export const environ = (): ObjectValue =>
  holding("headers", ["get"], (name, m) => {
    const [, found = name] = /^HTTP_(\w+)$/.exec(name) ?? [];
    const isHeader = found !== name || /^CONTENT_(?:TYPE|LENGTH)$/.test(name);
    return isHeader ? header(found.replaceAll("_", "-").toLowerCase(), m) : unknown;
  });
export const cookies = (): ObjectValue => holding("cookies", ["get", "has"], cookie);

const sessionUser = /user|auth|account|login|logged|passport|token|member|admin|uid|email/i;
/** Who is signed in, as a session has it; where `id` is no name of the session itself, it is the user's. */
export const session = ({ hasId = false }: { readonly hasId?: boolean } = {}): ObjectValue =>
  holding("session", ["get", "pop"], (name, m) => {
    m.run?.gate?.looks.add("who");
    const isUser = (hasId && name === "id") || (sessionUser.test(name) && !ofSignIn.test(name));
    return isUser ? credentials(m, "cookie:session") : unknown;
  });

/** Functions that a handler consists of: in lists, in wrappers of libraries. */
export function functionsIn(value: Value, depth = 0): readonly Value[] {
  if (depth > 6) return [];
  if (value.kind === "list") return value.items.flatMap((item) => functionsIn(item, depth + 1));
  if (value.kind === "either") return value.of.slice(0, 1).flatMap((item) => functionsIn(item, depth + 1));
  // what its checks are given are no handlers
  if (value.kind === "external" && value.path.startsWith("express-validator")) return [value];
  if (value.kind === "external" && value.args) {
    const inner = value.args.list.flatMap((item) => items(item)).filter(({ kind }) => kind === "function");
    return inner.length ? inner : [value];
  }
  return value.kind === "const" || value.kind === "unknown" ? [] : [value];
}
