import { answerBy, atGate, blame } from "../evaluate/blame.ts";
import { Stop } from "../evaluate/machine.ts";
import type { Args, Machine, Run, Value } from "../evaluate/types.ts";
import { each, native, nothing, textOf, unknown } from "../evaluate/value.ts";
import { asSent, unparsed } from "./bodies.ts";
import type { Auth } from "./contract.ts";
import {
  decided,
  doubtUnknown,
  inOrder,
  isDenied,
  isSignedInAlike,
  schemesOf,
  unasked,
  unrefused,
  type Around,
} from "./onion.ts";
import { endSilently, newRun, observe, Passed } from "./observe.ts";
import { atHandler } from "./handler.ts";
import { outside } from "./outside.ts";

/** How a framework calls the functions of a chain. */
export interface Chain {
  readonly path?: string;
  readonly method?: string;
  /** The `this` of functions. */
  readonly self?: Value;
  /** The arguments of a function, including the one that passes the request on. */
  args(next: Value, fn: Value, m: Machine): Args;
  /** Handles a function's result, which is an answer in some frameworks. Returns true if the request goes on. */
  returned?(value: Value, fn: Value, m: Machine): boolean;
  /** Called when an error is thrown or passed on. */
  thrown?(error: Value): void;
  /** Answers an error that a function threw or passed on. */
  failed(error: Value, m: Machine): void;
}

export interface Seen {
  readonly run: Run;
  readonly auth: Auth;
  /** Whether the last function passes the request on. */
  readonly isPassedOn: boolean;
}

interface Pass {
  readonly reached: boolean;
  readonly answered: readonly number[];
}

/** Runs one function of a chain and the handling of its errors. */
export function pass(
  fn: Value,
  chain: Chain,
  { m, run, isLast }: { m: Machine; run: Run; isLast: boolean },
): Pass {
  let reached = false;
  const before = run.answers.length;
  const failures: Value[] = [];
  const passed = new Passed();
  const next = native("next", ({ list: [error = nothing] }) => {
    passed.on(m);
    const errors = each(error);
    const passing = errors.filter((item) => item.kind === "const" && (!item.value || item.value === "route"));
    // `next("router")` leaves the router, which then answers nothing
    if (errors.some((item) => textOf(item) === "router")) run.refusedAt ??= run.gate;
    else if (passing.length < errors.length) {
      run.thrown?.(error);
      blame(error, m);
      failures.push(error);
    }
    if (passing.length) {
      reached = true;
      m.leave("next");
    }
    return nothing;
  });
  run.thrown = (error) => chain.thrown?.(error);
  const call = (): void => {
    if (fn.kind === "external") {
      const { passes, throws } = outside(fn, m);
      failures.push(...throws, ...unparsed(fn, (error) => chain.failed(error, m), m));
      reached ||= passes;
    } else {
      const called =
        fn.kind === "function" && !fn.fn.arrow && !fn.self && chain.self ? { ...fn, self: chain.self } : fn;
      const value = m.call(called, chain.args(next, fn, m));
      const by = isLast && each(value).every((item) => run.handled.has(item)) ? undefined : fn;
      if (answerBy(m, by, () => chain.returned?.(value, fn, m))) reached = true;
      else {
        if (!isLast) endSilently(passed, run);
        return;
      }
    }
    m.leave("next");
  };
  // the state at `next()` holds for the next function, not the state after an answer
  const seen = observe(m, run, () => {
    m.frame("next", () => {
      (isLast ? atHandler : atGate)(m, fn, call);
      throw new Stop();
    });
    return nothing;
  });
  // a rethrown unknown error is no error of its own
  const thrown = seen.throws.filter((error) => error !== unknown);
  for (const error of new Set([...thrown, ...failures]))
    observe(m, run, () => (chain.failed(error, m), nothing), { cause: error });
  return { reached, answered: run.answers.slice(before).map(({ status }) => status) };
}

/** Follows a request through a chain: first with credentials, then without. The difference shows what requires them. */
export function follow(fns: Around, chain: () => Chain, m: Machine): Seen {
  const all = inOrder(fns);
  const first = chain();
  const place: { readonly path?: string; readonly method?: string } = {
    ...(first.path && { path: first.path }),
    ...(first.method && { method: first.method }),
  };
  const { run, passes } = asSent(place.method, m, (fresh) => {
    const run = { ...fresh, ...place };
    doubtUnknown(fns, run);
    const started = chain();
    const passes = all.map(({ fn, isShared }, index) => {
      run.isShared = isShared;
      return pass(fn, started, { m, run, isLast: index === all.length - 1 });
    });
    return { run, passes };
  });
  const isPassedOn = passes.at(-1)?.reached === true;
  const without = (fresh: Run): { readonly run: Run; readonly isBlocked: boolean } => {
    const follower = chain();
    Object.assign(fresh, place);
    const isBlocked = all.some(({ fn }, index) => {
      const before = fresh.identity;
      fresh.identity = false;
      const isLast = index === all.length - 1;
      const { reached, answered } = pass(fn, follower, { m, run: fresh, isLast });
      const looked = fresh.identity;
      fresh.identity ||= before;
      const given = passes[index];
      if (isLast) return isDenied(answered, given?.answered ?? []) && !isSignedInAlike(run, fresh);
      return !reached && given?.reached === true && (looked || fresh.isBare === true);
    });
    return { run: fresh, isBlocked };
  };
  const compared = (): Auth => {
    const { run: other, isBlocked } = without(newRun(true, run.isBodiless));
    return isBlocked ? { level: "required", schemes: schemesOf(run) } : unrefused(run, other);
  };
  const auth = run.identity ? compared() : unasked(run);
  if (auth.level !== "unknown") return { run, auth, isPassedOn };
  return { run, auth: decided(auth, run, (fresh) => without(fresh).run), isPassedOn };
}
