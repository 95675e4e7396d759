import { setImmediate } from "node:timers/promises";
import { languageOf } from "../../code/index.ts";
import { type Declared, largest, type Symbol } from "../../inspect/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Files, Shell } from "../../workspace/index.ts";
import { examplesOf, runAssertions, type Tried } from "./examples/index.ts";
import type { FilePlan, Ground, Left, Source, Wanted } from "./contract.ts";
import type { Described, Silent } from "./says/described.ts";
import { Others } from "./drift/abroad.ts";
import { planFile } from "./file.ts";
import { planSettled, type Settled, whyLeft } from "./settled.ts";
import { studiesIn } from "./studies.ts";
import { inheritedFrom } from "./says/inherited.ts";
import { requestsIn } from "./says/served.ts";
import { sentencesFromPages } from "./words/page-sentences.ts";
import { habitOf } from "./habit.ts";
import { widthOf } from "./width.ts";

export interface Documented {
  readonly plans: readonly FilePlan[];
  readonly tried: Tried;
  readonly left: readonly Left[];
}

export interface Task {
  readonly files: Files;
  readonly index: Declared & { more?(file: string): Settled | undefined };
  readonly wanted: Wanted;
  readonly signal: AbortSignal;
  /** Executes examples, in the sandbox. */
  readonly shell?: Shell | undefined;
  readonly shellMissing?: string | undefined;
  /** Number of examples per declaration; one by default. */
  readonly examples?: number;
  progress?(path: string, place: number, all: number): void;
  /** Returns a model's checked texts for declarations without a docstring, by name. */
  describe?(source: Source, silent: readonly Silent[]): Promise<ReadonlyMap<string, Described> | undefined>;
  /** Receives each plan as it is made, and returns what to keep of it until the end; all of it by default. */
  take?(plan: FilePlan): FilePlan;
}

/** Plans what to write into each of `paths`; nothing is written yet. */
export async function documentFiles(paths: readonly string[], task: Task): Promise<Documented> {
  const { files, index, wanted } = task;
  const studies = studiesIn(index, files);
  const chosen = new Set(paths);
  const most = wanted.update ? 0 : (task.examples ?? 1);
  const search = { ...task, shell: task.shell, most };
  let tried = await examplesOf({
    ...search,
    wants: (symbol) => most > 0 && chosen.has(symbol.file) && lacksExample(symbol, most, wanted),
  });
  const ground: Ground = {
    index,
    wanted,
    studies,
    examples: (symbol: Symbol) => tried.examples.get(symbol) ?? [],
    pageSentence: wanted.update ? () => undefined : await sentencesFromPages(files, index),
    inherited: wanted.update ? () => undefined : inheritedFrom(index, studies.parameters),
    requests: wanted.update ? () => undefined : await requestsIn(files, index),
    habit: wanted.update ? undefined : await habitOf(paths, task),
    ...(!wanted.update && { width: await widthOf(files) }),
  };
  const shows = async (path: string, assertions: ReadonlyMap<string, string>): Promise<void> => {
    const bare = [...assertions].filter(
      ([name]) => !index.in(path).some((item) => item.declaration.name === name && tried.examples.has(item)),
    );
    if (most > 0 && task.shell && bare.length)
      tried = joined(tried, await runAssertions(new Map(bare), path, search));
  };
  const quick = wanted.update && wanted.only === undefined;
  const plans: FilePlan[] = [];
  const left: Left[] = [];
  for (const [place, path] of paths.entries()) {
    task.signal.throwIfAborted();
    task.progress?.(path, place, paths.length);
    const known = quick ? planSettled(path, index, wanted) : undefined;
    const found = known ?? (await planned(path, { ...task, ground, ready: studies.ready, shows }));
    if (found && "why" in found) left.push(found);
    else if (found) plans.push(task.take?.(found) ?? found);
    if (!known || place % 64 === 0) await setImmediate(); // lets the terminal update and Ctrl-C work
  }
  return { plans, left, tried };
}

/** Merges results of examples from tests and from a model; of the model's, only passed ones are shown. */
const joined = (tried: Tried, added: Tried): Tried => ({
  ...tried,
  examples: new Map([...tried.examples, ...(added.untried === 0 ? added.examples : [])]),
  passed: tried.passed + added.passed,
  failed: [...tried.failed, ...added.failed],
  runs: [...tried.runs, ...added.runs],
});

interface Planning {
  readonly ground: Ground;
  /** Executes a model's statements about declarations of a file. */
  shows(path: string, assertions: ReadonlyMap<string, string>): Promise<void>;
  ready(file: string): Promise<void>;
}

/** How many files deep names are followed. */
const most = 4;

async function planned(
  path: string,
  { files, ground, ready, describe, shows }: Pick<Task, "files" | "describe"> & Planning,
): Promise<FilePlan | Left | undefined> {
  const language = await languageOf(path);
  if (!language) return undefined;
  const text = await readable(path, files);
  if (typeof text !== "string") return { path, why: text.why };
  const declarations = ground.index.in(path).map(({ declaration }) => declaration);
  const why = whyLeft(path, text, { declarations, language });
  if (why !== undefined) return { path, why };
  await ready(path);
  const source = { path, text, language };
  const abroad = new Others(ground.index);
  let first = planFile(source, ground, abroad);
  // other files' declarations are read on demand
  for (let round = 0; abroad.wanted.size > 0 && round < most; round++) {
    await abroad.read(async (file) => (await files.tryRead(file).catch(() => null)) ?? undefined);
    first = planFile(source, ground, abroad);
  }
  const silent = describe && !ground.wanted.update ? silentIn(source, first, ground) : [];
  const described = silent.length ? await describe?.(source, silent) : undefined;
  const examples = [...(described ?? [])].flatMap(([name, { example }]) =>
    example ? [[name, example] as const] : [],
  );
  if (examples.length) await shows(path, new Map(examples));
  const plan = described?.size ? planFile({ ...source, described }, ground, abroad) : first;
  const broken = plan.change && (await language.parses?.(text)) === false;
  return broken ? { path, why: "has a syntax error" } : plan;
}

/** Returns countable declarations without a docstring; duplicate names are ambiguous and left out. */
function silentIn({ path, text }: Source, { items }: FilePlan, { index }: Ground): readonly Silent[] {
  const bare = new Set(items.filter(({ documented }) => !documented).map(({ name }) => name));
  const named = Map.groupBy(index.in(path), ({ declaration }) => declaration.name);
  return [...named.values()].flatMap(([symbol, other]) => {
    if (!symbol || other || !bare.has(symbol.declaration.name)) return [];
    const { declaration } = symbol;
    return [
      {
        declaration,
        source: text.slice(declaration.range.start, declaration.range.end),
        raises: [...new Set(index.raises(symbol).map(({ type }) => type))],
      },
    ];
  });
}

const lacksExample = (
  { declaration: { name, docstring } }: Symbol,
  most: number,
  { only }: Wanted,
): boolean => (only === undefined || only === name) && (!docstring?.doc.example || most > 1);

async function readable(path: string, files: Files): Promise<string | { readonly why: string }> {
  return files.read(path, largest).catch((error: unknown) => {
    if (error instanceof UserError && error.code === "file-missing" && path.includes("\uFFFD"))
      return { why: "has a name that isn't UTF-8" };
    if (error instanceof UserError) return { why: error.message.replace(/^"[^"]*"\s*/, "") };
    return { why: "can't be read" };
  });
}
