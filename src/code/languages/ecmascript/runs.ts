import type { Call, Declaration, Receiver, Run } from "../../language.ts";
import { bodyFacts, type Shown } from "./body.ts";
import { turnedBy } from "./handlers.ts";
import { callee, functions, type Node, nodesOf, parameterIn } from "./parse.ts";

/** Returns what a function does with functions and promises passed to it. */
export function runsOf(node: Node, source: string, body: Shown): Pick<Declaration, "runs" | "later"> {
  const names = nodesOf(node["params"]).map(nameOf);
  if (names.length === 0) return {};
  const runs = [
    ...called(names, body),
    ...awaited(names, body),
    ...thrown(names, body),
    ...makingRuns(names, body),
    ...turned(names, node),
  ];
  const known = new Set(runs.map(({ at }) => at));
  const isCalled = body.facts.calls.some(({ name }) => names.includes(plain(name)));
  for (const fn of isCalled ? body.later : []) {
    const inner = bodyFacts(fn, source);
    const found = called(names, inner).filter(({ at }) => !known.has(at));
    if (found.length === 0) continue;
    const runNames = new Set(found.map(({ name }) => name));
    runs.push(...found.map((item) => ({ ...item, later: true as const })));
    const { raises, calls } = inner.facts;
    return { runs, later: { raises, calls: calls.filter(({ name }) => !runNames.has(name)) } };
  }
  return runs.length ? { runs } : {};
}

function nameOf(parameter: Node): string {
  const inner = parameterIn(parameter);
  return callee(inner.type === "AssignmentPattern" ? inner["left"] : inner);
}

const plain = (name: string): string => name.replace(/\.(?:call|apply)$/, "");

const takenBy = ({ caught, catches = [] }: Call): readonly string[] => (caught ? ["*"] : catches);

/** Finds parameters that the body itself runs: `work()`, `work.call(…)`. */
const called = (names: readonly string[], { facts, calledNames }: Shown): readonly Run[] =>
  facts.calls.flatMap((call) => {
    const name = plain(call.name);
    const index = names.indexOf(name);
    return index >= 0 && calledNames.has(call.name) ? [{ at: index, name, catches: takenBy(call) }] : [];
  });

/** Finds error parameters that are thrown: `throw error`. */
const thrown = (names: readonly string[], { throws }: Shown): readonly Run[] =>
  [...throws.values()].flatMap((call) => {
    const index = names.indexOf(call.name);
    return index >= 0 ? [{ at: index, name: call.name, catches: takenBy(call) }] : [];
  });

/** Finds class parameters of which an instance is thrown: `throw new Failure()`. */
const makingRuns = (names: readonly string[], { makes }: Shown): readonly Run[] =>
  [...makes.values()].flatMap((call) => {
    const index = names.indexOf(call.name);
    return index >= 0 ? [{ at: `new ${index}` as const, catches: takenBy(call) }] : [];
  });

/** Usual names of error parameters. */
const ofErrors = /^_?(?:e|ex|err|error|exc|exception|cause|reason)$/i;

/** Finds error parameters that are returned unchanged: `return error`. */
const turned = (names: readonly string[], fn: Node): readonly Run[] =>
  names.flatMap((name, place): readonly Run[] => {
    const catches = ofErrors.test(name) ? turnedBy(fn, name) : undefined;
    return catches ? [{ at: `back ${place}`, catches }] : [];
  });

/** Finds awaited promises: `await promise`, `promise.then(…).catch(…)`. */
const awaited = (names: readonly string[], { facts, calledNames, awaits }: Shown): readonly Run[] =>
  names.flatMap((name, place): readonly Run[] => {
    if (!name) return [];
    const at = `await ${place}` as const;
    const plain = awaits.get(name);
    if (plain) return [{ at, catches: takenBy(plain) }];
    const then = facts.calls.find((call) => call.name === `${name}.then` && calledNames.has(call.name));
    if (then) return [{ at, catches: takenBy(then) }];
    return calledNames.has(`${name}.catch`) ? [{ at, catches: ["*"] }] : [];
  });

/** Returns what runs the function in `const f = wrap(async () => …)`. */
export function wrapping(value: Node): readonly Receiver[] {
  const to = callee(value["callee"]);
  const index = nodesOf(value["arguments"]).findIndex(({ type }) => functions.has(type));
  return to && index >= 0 ? [{ to, at: index }] : [];
}
