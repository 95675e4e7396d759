import { languageOf, type Study } from "../../code/index.ts";
import type { Index, Symbol } from "../../inspect/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Files, Shell } from "../../workspace/index.ts";
import { examplesOf, type Tried } from "./examples.ts";
import { type FilePlan, planFile, type Studies, type Wanted } from "./file.ts";
import { reasonToSkip } from "./skip.ts";
import { typeUses } from "./uses.ts";

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
  const sources = await textsOf(index, files);
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
    studies: studiesIn(sources),
    examples: (symbol: Symbol) => tried.examples.get(symbol) ?? [],
    uses: typeUses(index.symbols),
  };
  for (const [place, path] of paths.entries()) {
    task.signal.throwIfAborted();
    task.progress?.(path, place, paths.length);
    const language = await languageOf(path);
    if (!language) continue;
    const text = sources.get(path)?.text ?? (await readable(path, files));
    if (typeof text !== "string") {
      left.push({ path, why: text.why });
      continue;
    }
    const why =
      reasonToSkip(path, text) ??
      (text.trim() && !language.sameProgram(text, text) ? "has a syntax error" : undefined);
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

type Texts = ReadonlyMap<
  string,
  { readonly text: string; readonly language: Awaited<ReturnType<typeof languageOf>> }
>;

async function textsOf(index: Index, files: Files): Promise<Texts> {
  const found = new Map<string, { text: string; language: Awaited<ReturnType<typeof languageOf>> }>();
  for (const path of new Set(index.symbols.map(({ file }) => file))) {
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null) found.set(path, { text, language: await languageOf(path) });
  }
  return found;
}

/** Each file is studied when it is first asked about. */
function studiesIn(texts: Texts): Studies {
  const known = new Map<string, ReadonlyMap<string, Study>>();
  const read = (path: string): ReadonlyMap<string, Study> => {
    const source = texts.get(path);
    if (!source?.language) return new Map();
    const studies = source.language.studies(source.text);
    return new Map(
      source.language.declarations(source.text).flatMap(({ name, range }, place) => {
        const study = studies[place];
        return study ? [[`${name} ${range.start}`, study] as const] : [];
      }),
    );
  };
  return {
    of({ file, declaration: { name, range } }: Symbol) {
      const own = known.get(file) ?? read(file);
      known.set(file, own);
      return own.get(`${name} ${range.start}`);
    },
  };
}
