import { anyOf } from "../../lib/index.ts";
import type { Fn } from "../program/ir.ts";
import { alsoForeign, mayThrow } from "./errors.ts";
import { running, type Machine, type Run } from "./machine.ts";
import type { FunctionValue, Gate, InputValue, Value } from "./types.ts";
import { each } from "./value.ts";

/** The innermost function of this middleware or handler that has read credentials. */
export function looker(m: Machine): Fn | undefined {
  const { run } = m;
  return (
    run && (running.slice(run.depth ?? 0).findLast(({ fn }) => run.lookers.has(fn))?.fn ?? run.decidedBy)
  );
}

/**
 * Acts on what a gate or a view returned. A refusal that follows from the value is attributed to the function that read
 * credentials before returning it, as if it had answered itself.
 */
export function actOn<T>(m: Machine, decide: () => T, act: (value: T) => void): void {
  const { run } = m;
  if (!run) return act(decide());
  const [lookers, decidedBy] = [run.lookers, run.decidedBy];
  const within = new Set<Fn>();
  run.lookers = within;
  const value = ((): T => {
    try {
      return decide();
    } finally {
      run.lookers = new Set([...lookers, ...within]);
    }
  })();
  const [fn] = within;
  const before = m.throws.length;
  run.decidedBy = fn ?? decidedBy;
  try {
    act(value);
  } finally {
    run.decidedBy = decidedBy;
    for (const error of m.throws.slice(before)) {
      if (fn) run.refusals.set(error, fn);
      if (run.gate) run.gateErrors.set(error, gateOf(run));
    }
  }
}

/** The middleware that is running, unless it has already passed the request on. */
export const gateOf = (run: Run): Gate | undefined => (run.isAhead?.() === false ? undefined : run.gate);

/**
 * Runs a function in front of the handler. Without a function of the program, it runs as part of the handler or a
 * library.
 */
export function atGate<T>(m: Machine, fn: Value | undefined, body: () => T): T {
  const { run } = m;
  if (!run) return body();
  const before = run.gate;
  const of =
    fn?.kind === "function"
      ? fn.fn
      : fn?.kind === "object"
        ? fn.cls?.cls
        : fn?.kind === "class"
          ? fn.cls
          : undefined;
  run.gate = of && { file: of.file, at: of.at, looks: new Set() };
  try {
    return body();
  } finally {
    run.gate = before;
  }
}

/** Acts on what a function in front of the handler has returned, whatever it has looked at. */
export const answerBy = <T>(m: Machine, fn: Value | undefined, body: () => T): T =>
  atGate(m, fn, () => {
    m.run?.gate?.looks.add("state");
    return body();
  });

export const isHandler = ({ fn }: FunctionValue, { run }: Machine): boolean =>
  run?.handler !== undefined && fn.at === run.handler.at && fn.file === run.handler.file;

/** Calls the handler from within its decorators, and notes what it returned. */
export const handle = (m: Machine, call: () => Value): Value =>
  atGate(m, undefined, () => {
    const value = call();
    for (const item of each(value)) m.run?.handled.add(item);
    return value;
  });

/** Answers with what a decorated handler returned; any other value is attributed to its decorators. */
export function answerEach(
  value: Value,
  fn: Value,
  { m, answer }: { m: Machine; answer: (value: Value) => void },
): void {
  for (const item of each(value)) answerBy(m, m.run?.handled.has(item) ? undefined : fn, () => answer(item));
}

/** Notes where an error was thrown: in which middleware, and by which function that read credentials. */
export function blame(error: Value, m: Machine): void {
  const { run } = m;
  if (run && !run.gateErrors.has(error)) run.gateErrors.set(error, gateOf(run));
  const fn = looker(m);
  if (fn) m.run?.refusals.set(error, fn);
  const possible = m.caught.find(mayThrow);
  if (possible) alsoForeign(error, possible);
}

/** Headers that clients send by default or that transport the request; none of them is a parameter. */
export const transport = new RegExp(
  `^${anyOf(
    "content-|transfer-|te$|trailer|expect$|accept|user-agent|host|origin|referer|x-forwarded|x-real-ip",
    "x-request-id|if-|connection|keep-alive|upgrade",
  )}`,
  "i",
);

/** Headers that affect the answer but don't identify the caller. */
const plainHeaders = new RegExp(
  `^${anyOf(
    "idempotency-key|range|prefer|dnt|sec-|x-(?:request|trace|correlation)-?id|x-requested-with",
    "x-?[cx]srf|traceparent|sentry-",
  )}`,
  "i",
);

/** Whether a header may identify the caller. */
export const isProof = (name: string): boolean => !transport.test(name) && !plainHeaders.test(name);

/** Names of cookies and session values that affect the answer, protect a form, or the callback of a sign-in. */
export const plainState =
  /lang|locale|theme|consent|cart|flash|state|nonce|verifier|pkce|[cx]srf|captcha|challenge|otp/i;

/** Headers with the host or protocol of the request. */
const toWhere = /^(?:x-forwarded-(?:proto|host)|host)$/i;

/** Names of fields for signing in. */
export const signingIn = /pass(?:word|code|phrase)|otp|^pin$/i;

/** Notes which kind of input the running middleware reads. */
export function lookAt({ part, path }: InputValue, { run }: Machine): void {
  if (!run?.gate) return;
  const [name = ""] = path;
  if (/[cx]srf/i.test(name)) run.gate.looks.add("form");
  else if (part === "body" && path.some((field) => signingIn.test(field))) run.gate.looks.add("password");
  else if (part === "cookie" || (part === "header" && !transport.test(name))) run.gate.looks.add("who");
  else if (part === "query") run.gate.looks.add("query");
  else if (part !== "header" || toWhere.test(name)) run.gate.looks.add("content");
}
