import { answerBy, atGate, blame } from "../evaluate/blame.ts";
import { Stop } from "../evaluate/machine.ts";
import type { Args, Machine, Run, Value } from "../evaluate/types.ts";
import { each, native, nothing, textOf, unknown } from "../evaluate/value.ts";
import { asSent, unparsed } from "./bodies.ts";
import type { Auth } from "./contract.ts";
import { authOf, doubtUnknown, inOrder, type Around } from "./onion.ts";
import { answer, answerErrors, endSilently, observe, Passed } from "./observe.ts";
import { atHandler } from "./route.ts";
import { outside } from "./outside.ts";

/** How a framework calls the functions of a chain. */
export interface Chain {
  readonly path?: string;
  readonly method?: string;
  /** The `this` of functions. */
  readonly self?: Value;
  /** Whether a function belongs to the route itself, whose other functions `next("route")` skips. */
  isOfRoute?(fn: Value): boolean;
  /** Whether another route for the same requests comes later, which answers those that leave this one. */
  readonly isFollowed?: boolean;
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
    const leaves = (where: string): boolean => errors.some((item) => textOf(item) === where);
    const leavesRoute = leaves("route") && chain.isOfRoute?.(fn) === true;
    const isLeft = leavesRoute && chain.isFollowed !== true;
    // whether the later route asks for anything is another question
    if (leavesRoute && !isLeft) run.doubts.push({});
    const passing = errors.filter(
      (item) => item.kind === "const" && (!item.value || (item.value === "route" && !isLeft)),
    );
    // a router or a route that was left answers nothing
    if (isLeft) answer(m, 404);
    else if (leaves("router")) run.refusedAt ??= run.gate;
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
  answerErrors([...thrown, ...failures], run, { m, failed: (error) => chain.failed(error, m) });
  return { reached, answered: run.answers.slice(before).map(({ status }) => status) };
}

/** Follows a request through a chain: first with credentials, then without. The difference shows what requires them. */
export function follow(fns: Around, chain: () => Chain, m: Machine): Seen {
  const all = inOrder(fns);
  const last = all.length - 1;
  let passed: readonly Pass[] = [];
  const through = (run: Run): Run => {
    const started = chain();
    Object.assign(run, started.path && { path: started.path }, started.method && { method: started.method });
    doubtUnknown(fns, run);
    const passes: Pass[] = [];
    for (const [index, { fn, isShared }] of all.entries()) {
      run.isShared = isShared;
      const result = pass(fn, started, { m, run, isLast: index === last });
      passes.push(result);
      if (!run.absent || index === last || result.reached || !passed[index]?.reached) continue;
      run.isRefused = true;
      break;
    }
    if (!run.absent) passed = passes;
    return run;
  };
  const { run } = asSent(chain().method, m, (fresh) => ({ run: through(fresh) }));
  return { run, auth: authOf(run, through), isPassedOn: passed.at(-1)?.reached === true };
}
