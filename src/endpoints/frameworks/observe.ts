import { anyOf } from "../../lib/index.ts";
import { mayThrow } from "../evaluate/errors.ts";
import { isIdentity } from "../evaluate/external.ts";
import { gateOf, isProof, looker, plainState, signingIn } from "../evaluate/blame.ts";
import { unleft } from "../evaluate/shared.ts";
import type { Fn } from "../program/ir.ts";
import { Stop, isTooMuch, running } from "../evaluate/machine.ts";
import type { Answered, Gate, Machine, Part, Run, Value } from "../evaluate/types.ts";
import {
  constant,
  each,
  isMissing,
  items,
  native,
  nobody,
  noText,
  nothing,
  someone,
  Store,
  stores,
  numbers,
  propOf,
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
  typed: [],
  schemes: new Set(),
  possibleSchemes: new Set(),
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
  /** The result of `body`; `undefined` if every path in it ends early. */
  readonly value: Value | undefined;
}

/** Runs a part of the program for a request and returns what it did. An `absent` run has no credentials. */
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
  const throws = m.throws.filter((error) => !mayThrow(error));
  for (const error of m.throws) {
    const place = mayThrow(error);
    if (place) run.doubts.push(place);
  }
  if (before.run && before.run !== run) before.run.doubts.push(...run.doubts);
  m.allow(stepsEach); // what follows has its own limit
  if (cause && run.answers.length === answered) refuseAtGate(500, run, m);
  m.run = before.run;
  m.throws = before.throws;
  run.cause = before.cause;
  return { run, throws, value };
}

/** Follows a request through a part of the program, and answers the errors that it throws. */
export function exchange(m: Machine, run: Run, body: () => void, failed: (error: Value) => void): Run {
  const { throws } = observe(m, run, () => (body(), nothing));
  answerErrors(throws, run, { m, failed });
  return run;
}

/** Answers errors that a request has raised, each once. */
export function answerErrors(
  errors: readonly Value[],
  run: Run,
  { m, failed }: { readonly m: Machine; readonly failed: (error: Value) => void },
): void {
  if (errors.length) run.isFailed = true;
  for (const error of new Set(errors)) observe(m, run, () => (failed(error), nothing), { cause: error });
}

/** Maximum number of steps for one handler. */
const stepsEach = 60_000;

/** Notes that credentials were read, by a scheme. */
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

/** Whether a value is the caller's identity, or its absence. */
const isWho = (value: Value): boolean =>
  each(value).some((value) =>
    value.kind === "unknown" || value.kind === "external"
      ? value.identity === true
      : value.kind === "object"
        ? !value.host && [...value.props.values()].some((prop) => isIdentity(prop))
        : value.kind === "const" && value.absent,
  );

/**
 * A value that an earlier function stored in a request or its context. Reading the caller's identity there counts as
 * the endpoint's own check.
 */
export function keepOpen(value: Value | undefined, m: Machine): Value | undefined {
  if (value && m.run && !m.run.isShared && isWho(value)) m.run.isPersonal = true;
  return value;
}

export const answer = (m: Machine, status: number, body?: Value, type?: string): void => {
  if (status < 100 || status > 599) return;
  const isAhead = m.run?.isShared === true && m.run.isAhead?.() === true;
  const refusedBy = m.run?.absent ? refuser(status, m.run, m) : undefined;
  if (m.run) refuseAtGate(status, m.run, m);
  if (m.run?.absent && status >= 400) doubtFailure(m.run, m);
  m.run?.answers.push({
    status,
    ...(body ? { body } : {}),
    ...(type === undefined ? {} : { type }),
    ...(isAhead && { isAhead }),
    ...(refusedBy && { refusedBy }),
  });
};

/** Notes an error answer that only follows if code that isn't followed fails without credentials. */
function doubtFailure(run: Run, m: Machine): void {
  const place = [run.cause, ...m.caught].flatMap((error) => (error && mayThrow(error)) ?? [])[0];
  if (place) run.doubts.push(place);
}

/** Drops answers with status 500, which only show unexpected failures. */
export function dropFailures({ answers }: Run, fits: (answer: Answered, index: number) => boolean): void {
  const left = answers.filter((answer, index) => answer.status !== 500 || !fits(answer, index));
  answers.splice(0, answers.length, ...left);
}

/** Answers with a response: its statuses and its body are in members of these names. */
export function answerWith(value: Value, m: Machine, [status, body] = ["status_code", "%body"]): void {
  for (const code of numbers(propOf(value, status))) answer(m, code, propOf(value, body));
}

/** The errors that a part of the program throws; one that ends it early counts like any other. */
export function throwsOf(m: Machine, body: () => void): readonly Value[] {
  const outer = m.throws;
  m.throws = [];
  try {
    body();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  const thrown = m.throws;
  m.throws = outer;
  return thrown;
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

/** Whether a password is read from the body. */
export const isSigningIn = (run: Run): boolean =>
  [...(run.reads.get("body") ?? [])].some((name) => signingIn.test(name));

/** The function in front of the handler that answers: by itself, or by an error that other code answers. */
function answeringGate(run: Run, m: Machine): Gate | undefined {
  const error = run.cause ?? m.caught.flatMap(each).findLast((value) => run.gateErrors.has(value));
  if (error) return run.gateErrors.get(error);
  return gateOf(run);
}

/** Statuses that don't depend on the caller: success, failures of the server, and limits. */
const concernsAll = (status: number): boolean =>
  status < 300 || status >= 500 || [304, 406, 411, 413, 414, 415, 429].includes(status);
/** Statuses of an ill-formed request. */
const isAboutForm = (status: number): boolean => [400, 405, 422, 428].includes(status);

/**
 * Whether a function in front of the handler may have answered with this status because of who the caller is. It did
 * not if the status applies to everyone and it read nothing that identifies the caller, or if it only looked up what a
 * path or a body names, or checked the form of a query.
 */
function mayRefuse(status: number, { looks }: Gate, { checked }: Run): boolean {
  const isAboutForms = [...looks].every((look) => look === "form" || look === "state");
  if (looks.has("form") && isAboutForms) return false;
  if (isRefusal(status) || looks.has("who")) return true;
  if (!looks.size) return false;
  if (concernsAll(status)) return false;
  if (isAboutForm(status) && (looks.has("query") || checked.length)) return false;
  return looks.has("query") || !looks.has("content");
}

/** Notes which function in front of the handler may refuse; one that reads passwords is a sign-in instead. */
function refuseAtGate(status: number, run: Run, m: Machine): void {
  const gate = answeringGate(run, m);
  if (run.gate) run.gate.isAnswering = true;
  if (gate && mayRefuse(status, gate, run) && !gate.looks.has("password")) run.refusedAt ??= gate;
}

/** Notes that the running function in front of the handler may end a request without an answer. */
export function endSilently({ ways, hasFailed }: Passed, run: Run): void {
  const { gate } = run;
  const isSure = ways.has("next") && !each(ways.get("next") ?? nothing).some(isMissing);
  if (gate && !isSure && !hasFailed && !gate.isAnswering && !gate.looks.has("content"))
    run.refusedAt ??= gate;
}

/** Runs something whose reads of the request don't count as inputs of the endpoint. */
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

/** Whether a request was passed on, on each path through a function. */
export class Passed {
  readonly ways = new Store();
  /** The next function threw an error, which this one may have caught. */
  hasFailed = false;
  on(m: Machine): void {
    m.set(this.ways, "next", constant(true));
  }
}

/** The function that found no credentials and refuses the request, as far as known. */
function refuser(status: number, run: Run, m: Machine): Fn | undefined {
  if (!isRefusal(status)) return undefined;
  const error = run.cause ?? m.caught.flatMap(each).findLast((value) => run.refusals.has(value));
  return error ? run.refusals.get(error) : looker(m);
}

/** A page from a template, and the content of a file. */
export const page: Value = { kind: "unknown", written: "", media: "text/html" };
export const file: Value = { kind: "unknown", media: "application/octet-stream" };

export const input = (part: Part): Value => ({ kind: "input", part, path: [] });

/** A path parameter, for the function registered for it. */
export function parameter(name: string, { run }: Machine): Value {
  run?.gate?.looks.add("content");
  return { kind: "input", part: "path", path: [name] };
}

/** The request body as text. */
export const rawBody: Value = { kind: "unknown", raw: { kind: "input", part: "body", path: [] } };

const keyHeader =
  /^(?!(?:x-)?[cx]srf)[\w-]*(?:api-?key|token|secret|jwt|auth|signature(?:-\w+)?|hmac)$|^x-(?!cache|request|partition|sort|public|idempotency|routing)[\w-]+-key$/i;

/** Whether a header holds credentials. */
export const isCredential = (name: string, m: Machine): boolean =>
  /^(?:authorization|cookie)$/i.test(name) ||
  keyHeader.test(name) ||
  m.secrets.has(`header:${name.toLowerCase()}`);

/** Headers that describe the body. */
const ofBody = /^(?:content-(?:length|type|encoding)|transfer-encoding)$/i;

/** The value of a request header. */
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
  return m.run?.isBare && isProof(name) ? nobody : value;
};

/** Names of values that an external sign-in stores for its callback. */
export const ofSignIn = /state|nonce|verifier|pkce|csrf/i;
const sessionCookie = /token|session|auth|jwt|sid|user|^(?:refresh|access)$/i;
/** A cookie. If its name is known only at run time, it usually holds credentials. */
export function cookie(name: string, m: Machine): Value {
  m.run?.gate?.looks.add(/[cx]srf/i.test(name) ? "form" : "who");
  const isKnown = name === "" || m.secrets.has(`cookie:${name}`);
  if (!isKnown && (ofSignIn.test(name) || !sessionCookie.test(name))) {
    const isPlain = plainState.test(name);
    if (!isPlain) m.run?.possibleSchemes.add(`cookie:${name}`);
    return m.run?.isBare && !isPlain ? nobody : { kind: "input", part: "cookie", path: [name] };
  }
  // a refresh token counts only if the request can't do without it
  return credentials(m, name === "" || /refresh/i.test(name) ? undefined : `cookie:${name}`);
}

/** Notes that a cookie is set for the caller. */
export const hand = (name: Value | undefined, m: Machine): void => {
  for (const text of texts(name)) m.run?.handed.add(text);
};

function placesOf(target: Value): readonly string[] {
  if (target.kind !== "external") return texts(target);
  const places = target.args?.list.slice(0, 1).flatMap(placesOf) ?? [];
  return places.length ? places.map((place) => `${target.path} ${place}`) : [target.path];
}

/** Notes a redirect target: a path, or a call by name, as in `url_for("users.login")`. */
export const sendOn = (target: Value | undefined, m: Machine): void => {
  for (const item of target ? each(target).flatMap(placesOf) : []) m.run?.sentTo.add(item);
};

const whereFrom = new RegExp(
  `^${anyOf("ips?|socket|connection|client|remote_addr|access_route", "x-forwarded-for|x-real-ip|cf-connecting-ip|forwarded")}$`,
  "i",
);

/** Notes that the request's origin was read. */
function fromWhere(name: string, { run }: Machine): void {
  if (run && whereFrom.test(name)) run.looksWhere = true;
}

/** An object whose members a function provides. */
export const hosted = (type: string, get: NonNullable<Host["get"]>): ObjectValue =>
  object([], {
    type,
    isThere: /\b(?:request|url)$/.test(type),
    get: (name, self, m) => {
      m.run?.gate?.looks.add("state");
      fromWhere(name, m);
      return keepOpen(self.props.get(name), m) ?? unleft(type, name, m) ?? get(name, self, m);
    },
  });

/**
 * The result of `get`: its second argument if the value is missing. Missing credentials stay missing, unless nothing
 * else could identify the caller.
 */
export function orElse(value: Value, otherwise: Value | undefined, { run }: Machine): Value {
  if (!otherwise || value.kind !== "const" || !isMissing(value)) return value;
  if (!value.absent) return otherwise;
  if (textOf(otherwise) === "") return noText;
  return run?.isBare && !isMissing(otherwise) ? otherwise : value;
}

/** An object that holds values by name: as members, and through `get` and similar methods. */
export const holding = (
  type: string,
  taking: readonly string[],
  read: (name: string, m: Machine) => Value,
): ObjectValue =>
  hosted(type, (name, self, m) =>
    taking.includes(name)
      ? native(name, ({ list: [key, otherwise] }) =>
          key?.kind === "const" ? orElse(m.get(self, String(key.value)), otherwise, m) : unknown,
        )
      : read(name, m),
  );

export const headers = (): ObjectValue => holding("headers", ["get", "has"], header);
/** Headers by their WSGI names: `HTTP_X_API_KEY`. */
export const environ = (): ObjectValue =>
  holding("headers", ["get"], (name, m) => {
    const [, found = name] = /^HTTP_(\w+)$/.exec(name) ?? [];
    const isHeader = found !== name || /^CONTENT_(?:TYPE|LENGTH)$/.test(name);
    return isHeader ? header(found.replaceAll("_", "-").toLowerCase(), m) : unknown;
  });
export const cookies = (): ObjectValue => holding("cookies", ["get", "has"], cookie);

/** The functions of a handler: in lists, and inside wrappers of libraries. */
export function functionsIn(value: Value, depth = 0): readonly Value[] {
  if (depth > 6) return [];
  if (value.kind === "list") return value.items.flatMap((item) => functionsIn(item, depth + 1));
  if (value.kind === "either") return value.of.slice(0, 1).flatMap((item) => functionsIn(item, depth + 1));
  // arguments of its checks are no handlers
  if (value.kind === "external" && value.path.startsWith("express-validator")) return [value];
  if (value.kind === "external" && value.args) {
    const inner = value.args.list.flatMap((item) => items(item)).filter(({ kind }) => kind === "function");
    return inner.length ? inner : [value];
  }
  return value.kind === "const" || value.kind === "unknown" ? [] : [value];
}
