import { posix } from "node:path";
import { type Language, languageOf, type Study } from "../../code/index.ts";
import type { Index, Symbol } from "../../inspect/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Files, Shell } from "../../workspace/index.ts";
import { examplesOf, type Tried } from "./examples.ts";
import { type FilePlan, planFile, type Studies, type Wanted } from "./file.ts";
import { inheritedFrom } from "./inherited.ts";
import { reasonToSkip } from "./skip.ts";
import { toldIn } from "./told.ts";
import { raisedBy, typeUses } from "./uses.ts";

/** A file that was left alone, and why. */
export interface Left {
  readonly path: string;
  readonly why: string;
}

export interface Documented {
  readonly plans: readonly FilePlan[];
  readonly tried: Tried;
  readonly left: readonly Left[];
}

export interface Task {
  readonly files: Files;
  readonly index: Index;
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
  const plans: FilePlan[] = [];
  const left: Left[] = [];
  const studies = await studiesIn(index);
  const chosen = new Set(paths);
  const most = wanted.update ? 0 : (task.examples ?? 1);
  const tried = await examplesOf({
    ...task,
    shell: task.shell,
    most,
    wants: (symbol) => most > 0 && chosen.has(symbol.file) && lacksExample(symbol, most, wanted),
  });
  const ground = {
    index,
    wanted,
    studies,
    examples: (symbol: Symbol) => tried.examples.get(symbol) ?? [],
    uses: wanted.update ? () => ({ takes: [], gives: [] }) : typeUses(index.symbols),
    told: wanted.update ? () => undefined : await toldIn(files, index),
    inherited: wanted.update ? () => undefined : await inheritedFrom(index),
    raised: wanted.update ? () => [] : raisedBy(index.symbols),
  };
  for (const [place, path] of paths.entries()) {
    task.signal.throwIfAborted();
    task.progress?.(path, place, paths.length);
    const language = await languageOf(path);
    if (!language) continue;
    const text = index.text(path) ?? (await readable(path, files));
    if (typeof text !== "string") {
      left.push({ path, why: text.why });
      continue;
    }
    const why =
      reasonToSkip(path, text) ??
      (index.in(path).length === 0 && text.trim() && !language.sameProgram(text, text)
        ? "has a syntax error"
        : undefined);
    const plan = why === undefined ? planFile({ path, text, language }, ground) : undefined;
    const broken = plan && plan.after !== text && (await language.parses?.(text)) === false;
    if (plan && !broken) plans.push(plan);
    else left.push({ path, why: why ?? "has a syntax error" });
  }
  return { plans, left, tried };
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

/** Each file is studied when it is first asked about; only what it throws is kept. */
async function studiesIn(index: Index): Promise<Studies> {
  const languages = new Map<string, Language | undefined>();
  for (const file of index.files) {
    const ending = posix.extname(file);
    if (!languages.has(ending)) languages.set(ending, await languageOf(file));
  }
  const known = new Map<string, ReadonlyMap<Symbol, Study["throws"]>>();
  const read = (file: string): ReadonlyMap<Symbol, Study["throws"]> => {
    const text = index.text(file);
    const studies = text === undefined ? [] : (languages.get(posix.extname(file))?.studies(text) ?? []);
    return new Map(
      index.in(file).flatMap((symbol, place) => {
        const { throws = [] } = studies[place] ?? {};
        return throws.length ? [[symbol, throws] as const] : [];
      }),
    );
  };
  return {
    throws(symbol) {
      const own = known.get(symbol.file) ?? read(symbol.file);
      known.set(symbol.file, own);
      return own.get(symbol);
    },
  };
}
