import { answerEach, transport } from "../../evaluate/blame.ts";
import type { Machine, Run, Value } from "../../evaluate/types.ts";
import { each, nothing, numbers } from "../../evaluate/value.ts";
import { doubt } from "../../evaluate/uses.ts";
import { asSent } from "../bodies.ts";
import type { Route, Verb, FoundRoutes } from "../contract.ts";
import { answer, answerErrors, dropFailures, observe, answerWith } from "../observe.ts";
import { authOf } from "../onion.ts";
import { written } from "../paths.ts";
import { routeOf, atHandler, completes } from "../route.ts";
import { statusesSet } from "../statuses.ts";
import { around, type Layer } from "./around.ts";
import { fail, isHandled, refused, unfit } from "./errors.ts";
import { inject, type Injection } from "./inject.ts";
import { dependenciesIn, type Endpoint, type Router } from "./members.ts";

/** A router, with what applies to its endpoints. */
export interface Walk {
  readonly prefix: string;
  readonly dependencies: readonly Value[];
  /** The program's own functions in place of dependencies: `app.dependency_overrides[dependency] = other`. */
  readonly overrides: Value | undefined;
  readonly handlers: Router["handlers"];
  readonly around: readonly Layer[];
  readonly found: FoundRoutes;
  readonly m: Machine;
  readonly depth: number;
}

/** A path with converters removed, as in `/{path:path}`. */
const plain = (path: string): string => path.replaceAll(/\{(\w+):[^{}]*\}/g, "{$1}");

/** Follows requests to an endpoint. */
export function endpoint(entry: Endpoint, method: Verb, walk: Walk): Route {
  const { m } = walk;
  const path = plain(written(walk.prefix, entry.path));
  const dependencies = [...walk.dependencies, ...dependenciesIn(entry.options.get("dependencies"))];
  let mayNotFit = false;
  const through = (run: Run): Run => {
    const injection: Injection = { path, m, run, seen: new Map(), overrides: walk.overrides };
    run.method = method;
    run.path = path;
    const within: Value[] = [];
    let isFailing = false;
    const answered = (): void => {
      const outer = m.throws;
      m.throws = [];
      try {
        for (const dependency of dependencies) inject.dependency(dependency, injection);
        // decorators of libraries
        for (const value of entry.fn.kind === "function" ? entry.fn.decorators : [entry.fn]) doubt(value, m);
        const value = atHandler(m, entry.fn, () => inject.call(entry.fn, injection));
        const isChecked = run.checked.some(({ part }) => part !== "path") || run.reads.has("file");
        mayNotFit ||= isChecked || injection.mayNotFit === true;
        run.isReturned = true;
        const answering = (item: Value): void => returned(item, entry.options, { injection, m, at: walk });
        answerEach(value, entry.fn, { m, answer: answering });
      } finally {
        // an error that a handler answers never reaches middleware, which may catch any other
        for (const error of m.throws) (isHandled(error, walk.handlers) ? within : outer).push(error);
        isFailing ||= m.throws.some((error) => error.kind === "object" && !within.includes(error));
        m.throws = outer;
      }
    };
    const seen = observe(m, run, () => (around(walk.around, answered, { m, run }), nothing));
    // answers that middleware gives to errors that nothing here raises
    if (!isFailing) dropFailures(run, ({ isAhead }) => isAhead === true);
    const failed = (error: Value): void => fail(error, walk.handlers, m);
    answerErrors([...within, ...seen.throws], run, { m, failed });
    return run;
  };
  const { run } = asSent(method, m, (sent) => ({ run: through(sent) }));
  const auth = authOf(run, through);
  if (run.checked.length > 0 || /\{/.test(path) || readsParameters(run))
    refused(walk.handlers, run, { m, mayNotFit });
  const isOpen = entry.fn.kind === "function" && completes(entry.fn.fn);
  const usual = isOpen ? (numbers(entry.options.get("status_code"))[0] ?? 200) : undefined;
  const responses = entry.options.get("responses");
  const described = responses?.kind === "object" ? [...responses.props.keys()].map(Number) : [];
  const { file, at: place, registered, fn: handler } = entry;
  return routeOf({ method, path, auth, run, registered, file, at: place, handler, usual, described }, m);
}

/** Whether the code reads parts of the request that could be declared as parameters. */
const readsParameters = ({ reads }: Run): boolean =>
  [...reads].some(([part, names]) =>
    part === "header" ? [...names].some((name) => !transport.test(name)) : part !== "cookie",
  );

function returned(
  value: Value,
  options: ReadonlyMap<string, Value>,
  { injection, m, at }: { injection: Injection; m: Machine; at: Walk },
): void {
  const model = options.get("response_model");
  for (const item of each(value)) {
    if (item.kind === "object" && item.host?.type === "fastapi.response") {
      answerWith(item, m);
      continue;
    }
    const error = model && unfit(item, at.handlers);
    if (error) m.throws.push(error);
    const set = injection.response?.props.get("status_code");
    const usual = numbers(options.get("status_code"))[0] ?? 200;
    const statuses = statusesSet(set, usual);
    for (const status of statuses.length ? statuses : [usual]) answer(m, status, model ?? item);
  }
}
