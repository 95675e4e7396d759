import type { Call, Declaration, Run } from "../../language.ts";
import { lastName } from "../../../lib/index.ts";
import { type Body, bodyFacts } from "./body.ts";
import { decoratorsBefore } from "./receivers.ts";
import { namesIn } from "./handlers.ts";
import { type Block, blocksOf, type Source } from "./structure.ts";
import { linesOf } from "./lines.ts";

type Facts = Pick<Declaration, "runs" | "later" | "within">;

/** Returns what a function runs for its callers, and what runs it. */
export function runsOf(
  source: Source,
  block: Block,
  { parameters, body }: { parameters: readonly string[]; body: Body },
): Facts {
  const decorators = block.first < block.head ? decoratorsBefore(source, block.first, block.head) : [];
  const runs: Run[] = /^__a?exit__$/.test(block.name) ? exits(source, block) : [];
  const isManager =
    body.yields && block.first < block.head && /contextmanager/.test(source.between(block.first, block.head));
  if (body.yields && isManager)
    runs.push({ at: "with", catches: argumentFor(body.yields, new Set(parameters)) });
  for (const call of body.facts.calls) {
    const index = parameters.indexOf(call.name);
    if (index >= 0 && body.calledNames.has(call.name))
      runs.push(runOf(call, { at: index, name: call.name }, new Set(parameters)));
  }
  for (const call of body.throws?.values() ?? []) {
    const index = parameters.indexOf(call.name);
    if (index >= 0) runs.push(runOf(call, { at: index, name: call.name }, new Set(parameters)));
  }
  const later = laterOf(source, block, { parameters, runs });
  return {
    ...(runs.length && { runs }),
    ...(later && { later }),
    ...(decorators.length && { within: decorators }),
  };
}

/** Marks caught classes that come from a parameter or field with `$`. */
const argumentFor = (catches: readonly string[], parameters: ReadonlySet<string>): readonly string[] =>
  catches.map((item) => (parameters.has(item) || item.startsWith("self.") ? "$" : item));

const runOf = (call: Call, run: Pick<Run, "at" | "name">, parameters: ReadonlySet<string>): Run => ({
  ...run,
  catches: call.caught ? ["*"] : argumentFor(call.catches ?? [], parameters),
});

/** Returns facts of inner functions that run the function's arguments: decorators return such functions. */
function laterOf(
  source: Source,
  block: Block,
  { parameters, runs }: { parameters: readonly string[]; runs: Run[] },
): Declaration["later"] {
  for (const inner of source.once(innerBlocks).get(block.head) ?? []) {
    const { facts, calledNames } = bodyFacts(source, [inner.colon + 1, inner.after]);
    const between = inner.owners.filter(({ keyword, head }) => keyword === "def" && head > block.head);
    const takenNames = new Set(between.flatMap(({ head }) => namesTaken(source, head)));
    const all = new Set([...parameters, ...takenNames]);
    const before = runs.length;
    for (const call of facts.calls) {
      const index = parameters.indexOf(call.name);
      if (!calledNames.has(call.name) || (index < 0 && !takenNames.has(call.name))) continue;
      if (takenNames.has(call.name)) runs.push({ ...runOf(call, { at: "()" }, all), later: true });
      else if (!runs.some((item) => item.at === index))
        runs.push({ ...runOf(call, { at: index, name: call.name }, all), later: true });
    }
    if (runs.length > before)
      return { raises: facts.raises, calls: facts.calls.filter(({ name }) => !all.has(name)) };
  }
  return undefined;
}

/** Returns the functions nested in each outermost function, by its position. */
function innerBlocks(source: Source): ReadonlyMap<number, readonly Block[]> {
  const found = new Map<number, Block[]>();
  for (const block of blocksOf(source)) {
    const outer = block.owners.find(({ keyword }) => keyword === "def");
    if (!outer || block.keyword !== "def") continue;
    const all = found.get(outer.head) ?? [];
    all.push(block);
    found.set(outer.head, all);
  }
  return found;
}

/** Returns the plain parameter names of a `def`. */
function namesTaken(source: Source, head: number): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  for (let index = head + 2; index < source.all.length; index++) {
    if (source.kind(index) === "op") depth += source.bracket(index);
    if (depth === 0) break;
    if (
      depth === 1 &&
      source.kind(index) === "name" &&
      (source.is(index - 1, "(") || source.is(index - 1, ","))
    )
      found.push(source.word(index));
  }
  return found;
}

/** Returns what leaving a `with` catches: an error for which `__exit__` returns true or raises another. */
function exits(source: Source, { colon, after }: Block): Run[] {
  const catches: string[] = [];
  for (const { start, end, when, nested } of linesOf(source, colon + 1, after)) {
    const isReturn = source.is(start, "return");
    if (nested || !(isReturn || source.is(start, "raise"))) continue;
    const value = source.between(start + 1, end);
    const testedClasses = classesAsked(isReturn && value !== "True" ? value : (when ?? ""));
    if (testedClasses.length) catches.push(...testedClasses);
    else if (isReturn && value === "True" && !/\bis None\b|\bnot\b(?! None)/.test(when ?? ""))
      catches.push("*");
  }
  return catches.length ? [{ at: "with", catches: [...new Set(catches)] }] : [];
}

const tests = [
  /\b(?:isinstance|issubclass)\(\s*\w+\s*,\s*([\w.]+|\([\w.,\s]+\))\s*\)/g,
  /\b(?:is|==) ((?:\w+\.)*_*[A-Z]\w*[a-z]\w*)/g,
  /\bin (\([\w.,\s]+\))/g,
];

/** Returns the classes that a condition tests an error for. */
const classesAsked = (condition: string): readonly string[] =>
  /\bnot\s+(?:isinstance|issubclass|in)\b/.test(condition)
    ? []
    : tests.flatMap((test) =>
        [...condition.matchAll(test)].flatMap(([, all = ""]) =>
          namesIn(all)
            .filter((item) => item !== "None")
            .map((item) => (item.startsWith("self.") ? "$" : item)),
        ),
      );

/** Returns what a `suppress` subclass catches: its own arguments, or those it passes to `suppress`. */
export function suppresses(
  source: Source,
  block: Block,
  bases: readonly string[],
): Pick<Declaration, "runs"> {
  if (!bases.some((base) => lastName(base) === "suppress")) return {};
  for (let index = block.colon; index < block.after; index++)
    if (source.is(index, "super") && source.is(index + 4, "__init__")) {
      const close = source.find(")", index + 6);
      const handed = source.between(index + 6, close < 0 ? index + 6 : close).match(/(?:\w+\.)*_*[A-Z]\w*/g);
      if (handed) return { runs: [{ at: "with", catches: handed }] };
    }
  return { runs: [{ at: "with", catches: ["$"] }] };
}
