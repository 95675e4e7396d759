import { posix } from "node:path";
import { languageOf } from "../../../code/index.ts";
import type { Symbol } from "../../../inspect/index.ts";
import type { CommandRun } from "../../../workspace/index.ts";
import type { Example } from "../says/known.ts";
import { isTest } from "../skip.ts";
import { exampleOf } from "./printed.ts";
import { meant } from "./meant.ts";
import { type Found, usesOf } from "./setup.ts";
import { dullness, isSteady, isTelling, isTitle } from "./telling.ts";
import { execute } from "./execute.ts";
import { sourcesOf } from "./java.ts";
import { crateOf } from "./rust.ts";
import type { Engine } from "./verdict.ts";

export interface Tried {
  /** By declaration; failed ones are left out. */
  readonly examples: ReadonlyMap<Symbol, readonly Example[]>;
  readonly passed: number;
  readonly failed: readonly string[];
  /** One process per source file. */
  readonly runs: readonly {
    readonly file: string;
    readonly run: CommandRun;
    readonly failed: number;
    readonly passed: number;
  }[];
  /** How many weren't executed, and why. */
  readonly untried: number;
  readonly why?: string;
}

const none: Tried = { examples: new Map(), passed: 0, failed: [], runs: [], untried: 0 };

export interface Search extends Engine {
  /** Maximum number per declaration. */
  readonly most: number;
  wants(symbol: Symbol): boolean;
}

/** Collects examples from tests and executes them; failing ones aren't shown. */
export const examplesOf = async (search: Search): Promise<Tried> =>
  tryAll(search.most > 0 ? await collect(search) : [], search);

/** Executes a model's assertions about declarations, as tests of the language. */
export async function runAssertions(
  assertions: ReadonlyMap<string, string>,
  file: string,
  search: Engine,
): Promise<Tried> {
  const language = await languageOf(file);
  const symbolsByName = new Map(search.index.in(file).map((symbol) => [symbol.declaration.name, symbol]));
  const found: Found[] = [];
  for (const [name, assertion] of assertions) {
    const symbol = symbolsByName.get(name);
    const inTest = file.endsWith(".py") ? `def test_it():\n    ${assertion}\n` : assertion;
    const parsed = assertion.includes("\n") ? undefined : (await language?.shown(inTest))?.[0];
    const known = parsed?.names.every((name) => symbolsByName.get(name)?.declaration.exported) ?? false;
    if (!symbol || !parsed || !known || parsed.throws || parsed.target !== name) continue;
    const uses = usesOf(parsed, symbol, { test: file, index: search.index, imports: [] });
    if (uses) found.push({ symbol, shown: { ...parsed, title: "" }, uses, test: file, by: "the model" });
  }
  return tryAll(found, search);
}

/** Returns the key of examples executed together: a file, or in compiled languages a package. */
function together(file: string): string {
  if (file.endsWith(".go")) return posix.join(posix.dirname(file), "*.go");
  if (file.endsWith(".rs")) return posix.join(crateOf(file), "Cargo.toml");
  return file.endsWith(".java") ? posix.join(sourcesOf(file), "*.java") : file;
}

/** Executes examples, file by file. */
async function tryAll(found: readonly Found[], search: Engine & { readonly most?: number }): Promise<Tried> {
  if (found.length === 0) return none;
  const examples = new Map<Symbol, Example[]>();
  const runs: Tried["runs"][number][] = [];
  const failed: string[] = [];
  let [passed, untried] = [0, 0];
  let why: string | undefined;
  for (const [file, list] of Map.groupBy(found, ({ symbol }) => together(symbol.file))) {
    const { run, verdicts } = await execute(list, search);
    const count = (good: boolean): number => verdicts.filter((verdict) => verdict.good === good).length;
    if (run && count(true) + count(false) > 0)
      runs.push({ file, run, passed: count(true), failed: count(false) });
    list.forEach((item, place) => {
      const verdict = verdicts[place] ?? {};
      const { good, why: reason } = verdict;
      if (good === undefined && !(run && item.shown.derived)) why ??= reason;
      if (good === false) {
        failed.push(`${item.shown.call} (${item.by ?? item.test})`);
        return;
      }
      if (good) passed += 1;
      // an assembled example that doesn't compile wasn't one
      else if (!run || !item.shown.derived) untried += 1;
      const earlierExamples = examples.get(item.symbol) ?? [];
      if (earlierExamples.length >= (search.most ?? 1) || (!good && item.shown.derived)) return;
      const example = exampleOf(item, verdict);
      if (example) examples.set(item.symbol, [...earlierExamples, example]);
    });
  }
  return { examples, passed, failed, runs, untried, ...(why !== undefined && { why }) };
}

/** Returns targets of Go's own documentation examples: `func ExampleCart_Total()`. */
const exampled = (text: string): readonly string[] =>
  [...text.matchAll(/^func Example([A-Z]\w*)\(\)/gm)].map(([, name = ""]) =>
    name.replace(/_[a-z]\w*$/, "").replace("_", "."),
  );

/** Whether a file may contain tests; in Rust, source files may. */
const mayTest = (file: string): boolean => isTest(file) || file.endsWith(".rs");

/** How many more examples are executed than shown, since some fail. */
const spare = 3;

async function collect({ files, index, wants, most }: Search): Promise<readonly Found[]> {
  const found = new Map<Symbol, Found[]>();
  const elsewhere = new Set<Symbol | undefined>();
  for await (const [test, text] of files.texts(index.files.filter(mayTest))) {
    const language = await languageOf(test);
    if (!language || text === null || !(isTest(test) || text.includes("#[test]"))) continue;
    if (test.endsWith(".go")) for (const name of exampled(text)) elsewhere.add(index.meaning(name, test));
    const all = await language.shown(text);
    const imports = all.length ? language.imports(text) : [];
    for (const shownTest of all) {
      const symbol = meant(shownTest.target, test, index);
      if (!symbol || isTest(symbol.file) || !wants(symbol) || (most === 1 && !isTelling(shownTest))) continue;
      const uses = usesOf(shownTest, symbol, { test, index, imports });
      const known = found.get(symbol) ?? [];
      if (
        !uses ||
        !isSteady(shownTest, uses) ||
        known.length > enough ||
        known.some((item) => item.shown.call === shownTest.call)
      )
        continue;
      const named =
        all.filter(({ title }) => title === shownTest.title).length === 1 && isTitle(shownTest.title);
      found.set(symbol, [
        ...known,
        { symbol, shown: named ? shownTest : { ...shownTest, title: "" }, uses, test },
      ]);
    }
  }
  for (const symbol of elsewhere) if (symbol) found.delete(symbol);
  const bare = await withoutExamples([...found.values()], { files, most });
  return bare.flatMap((list) =>
    list.toSorted((a, b) => dullness(a.shown) - dullness(b.shown)).slice(0, most + spare),
  );
}

/** Leaves out declarations whose docstring already shows usage, in any form. */
async function withoutExamples(
  found: readonly (readonly Found[])[],
  { files, most }: Pick<Search, "files" | "most">,
): Promise<readonly (readonly Found[])[]> {
  const withoutExample: (readonly Found[])[] = [];
  let last: { readonly file: string; readonly text: string } | undefined;
  for (const list of found) {
    const { file, declaration } = list[0]?.symbol ?? {};
    const range = declaration?.docstring?.range;
    if (file !== undefined && range && last?.file !== file)
      last = { file, text: (await files.tryRead(file).catch(() => null)) ?? "" };
    const text = range && last ? last.text.slice(range.start, range.end) : "";
    if (most > 1 || !/```|>>>|\bexamples?\b/i.test(text)) withoutExample.push(list);
  }
  return withoutExample;
}

/** Maximum number of candidates per declaration. */
const enough = 40;
