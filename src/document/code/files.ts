import { setImmediate } from "node:timers/promises";
import { languageOf } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Files, Shell } from "../../workspace/index.ts";
import { examplesOf, type Tried } from "./examples.ts";
import type { FilePlan, Ground, Left, Wanted } from "./contract.ts";
import { planFile } from "./file.ts";
import { planSettled, type Settled, whyLeft } from "./settled.ts";
import { studiesIn } from "./studies.ts";
import { inheritedFrom } from "./inherited.ts";
import { toldIn } from "./told.ts";
import { raisedBy, typeUses } from "./uses.ts";

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
  /** How many examples a declaration gets; one by default. */
  readonly examples?: number;
  progress?(path: string, place: number, all: number): void;
}

/** What would be written into each of `paths`; nothing is written yet. */
export async function documentFiles(paths: readonly string[], task: Task): Promise<Documented> {
  const { files, index, wanted } = task;
  const studies = studiesIn(index, files);
  const chosen = new Set(paths);
  const most = wanted.update ? 0 : (task.examples ?? 1);
  const tried = await examplesOf({
    ...task,
    shell: task.shell,
    most,
    wants: (symbol) => most > 0 && chosen.has(symbol.file) && lacksExample(symbol, most, wanted),
  });
  const ground: Ground = {
    index,
    wanted,
    studies,
    examples: (symbol: Symbol) => tried.examples.get(symbol) ?? [],
    uses: wanted.update ? () => ({ takes: [], gives: [] }) : typeUses(index.symbols),
    told: wanted.update ? () => undefined : await toldIn(files, index),
    inherited: wanted.update ? () => undefined : inheritedFrom(index, studies.parameters),
    raised: wanted.update ? () => [] : raisedBy(index.symbols),
  };
  const quick = wanted.update && wanted.only === undefined;
  const plans: FilePlan[] = [];
  const left: Left[] = [];
  for (const [place, path] of paths.entries()) {
    task.signal.throwIfAborted();
    task.progress?.(path, place, paths.length);
    const known = quick ? planSettled(path, index, wanted) : undefined;
    const found = known ?? (await planned(path, { files, ground, ready: studies.ready }));
    if (found && "why" in found) left.push(found);
    else if (found) plans.push(found);
    if (!known || place % 64 === 0) await setImmediate(); // the terminal's line, Ctrl-C
  }
  return { plans, left, tried };
}

async function planned(
  path: string,
  { files, ground, ready }: { files: Files; ground: Ground; ready(file: string): Promise<void> },
): Promise<FilePlan | Left | undefined> {
  const language = await languageOf(path);
  if (!language) return undefined;
  const text = await readable(path, files);
  if (typeof text !== "string") return { path, why: text.why };
  const declarations = ground.index.in(path).map(({ declaration }) => declaration);
  const why = whyLeft(path, text, { declarations, language });
  if (why !== undefined) return { path, why };
  if (!ground.wanted.update) await ready(path);
  const plan = planFile({ path, text, language }, ground);
  const broken = plan.change && (await language.parses?.(text)) === false;
  return broken ? { path, why: "has a syntax error" } : plan;
}

const lacksExample = (
  { declaration: { name, docstring } }: Symbol,
  most: number,
  { only }: Wanted,
): boolean => (only === undefined || only === name) && (!docstring?.doc.example || most > 1);

async function readable(path: string, files: Files): Promise<string | { readonly why: string }> {
  return files.read(path).catch((error: unknown) => {
    if (error instanceof UserError) return { why: error.message.replace(/^"[^"]*"\s*/, "") };
    return { why: "can't be read" };
  });
}
