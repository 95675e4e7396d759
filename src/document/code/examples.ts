import { languageOf, type Shown } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import type { CommandRun } from "../../workspace/index.ts";
import type { Example } from "./says/known.ts";
import { isTest } from "./skip.ts";
import { type Engine, execute, type Found, isPython } from "./trial.ts";

export interface Tried {
  /** By declaration; those that failed are left out. */
  readonly examples: ReadonlyMap<Symbol, readonly Example[]>;
  readonly passed: number;
  readonly failed: readonly string[];
  /** One process a file of source. */
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
  /** How many a declaration gets. */
  readonly most: number;
  wants(symbol: Symbol): boolean;
}

/** Takes examples from tests and executes them; what fails isn't shown. */
export const examplesOf = async (search: Search): Promise<Tried> =>
  tryAll(search.most > 0 ? await collect(search) : [], search);

/** What a model says that its declarations give: an assertion each, as a test of the language would make it. */
export async function examplesSaid(
  said: ReadonlyMap<string, string>,
  file: string,
  search: Engine,
): Promise<Tried> {
  const language = await languageOf(file);
  const own = new Map(search.index.in(file).map((symbol) => [symbol.declaration.name, symbol]));
  const found = [...said].flatMap(([name, assertion]): readonly Found[] => {
    const symbol = own.get(name);
    const inTest = isPython(file) ? `def test_it():\n    ${assertion}\n` : assertion;
    const shown = assertion.includes("\n") ? undefined : language?.shown(inTest)[0];
    const known = shown?.names.every((one) => own.get(one)?.declaration.exported) ?? false;
    if (!symbol || !shown || !known || shown.throws || shown.target !== name) return [];
    const uses = Object.fromEntries(shown.names.map((one) => [one, one]));
    return [{ symbol, shown: { ...shown, title: "" }, uses, test: "the model" }];
  });
  return tryAll(found, search);
}

/** Executes examples, file by file. */
async function tryAll(found: readonly Found[], search: Engine): Promise<Tried> {
  if (found.length === 0) return none;
  const examples = new Map<Symbol, Example[]>();
  const runs: Tried["runs"][number][] = [];
  const failed: string[] = [];
  let [passed, untried] = [0, 0];
  let why: string | undefined;
  for (const [file, list] of Map.groupBy(found, ({ symbol }) => symbol.file)) {
    const tried = await execute(file, list, search);
    const count = (good: boolean): number => tried.results?.filter((one) => one === good).length ?? 0;
    if (tried.run && tried.results)
      runs.push({ file, run: tried.run, passed: count(true), failed: count(false) });
    why ??= tried.why;
    list.forEach((one, place) => {
      const good = tried.results?.[place];
      if (good === false) {
        failed.push(`${one.shown.call} (${one.test})`);
        return;
      }
      if (good) passed += 1;
      else untried += 1;
      const example = exampleOf(one, tried.prints?.[place]);
      if (example) examples.set(one.symbol, [...(examples.get(one.symbol) ?? []), example]);
    });
  }
  return { examples, passed, failed, runs, untried, ...(why !== undefined && { why }) };
}

async function collect({ files, index, wants, most }: Search): Promise<readonly Found[]> {
  const found: Found[] = [];
  const counts = new Map<Symbol, number>();
  for await (const [test, text] of files.texts(index.files.filter(isTest))) {
    const language = await languageOf(test);
    if (!language || text === null) continue;
    const all = language.shown(text);
    for (const shown of all) {
      const symbol = index.meaning(shown.target, test);
      const place = symbol && usesOf(shown, symbol, { test, index });
      if (!symbol || !place || !symbol.declaration.exported || !wants(symbol)) continue;
      const count = counts.get(symbol) ?? 0;
      if (count >= most || found.some((one) => one.symbol === symbol && one.shown.call === shown.call))
        continue;
      if (most === 1 && shown.throws) continue;
      counts.set(symbol, count + 1);
      // a title tells of all that a test asserts
      const named =
        !/^should\b/i.test(shown.title) && all.filter(({ title }) => title === shown.title).length === 1;
      found.push({ symbol, shown: named ? shown : { ...shown, title: "" }, uses: place, test });
    }
  }
  return found;
}

/** Each name of the call, as the declaration's own file has it; undefined where one comes from elsewhere. */
function usesOf(
  { names }: Shown,
  symbol: Symbol,
  { test, index }: { test: string; index: Declared },
): Readonly<Record<string, string>> | undefined {
  const uses: Record<string, string> = {};
  for (const name of names) {
    const meant = index.meaning(name, test);
    if (meant?.file !== symbol.file || !meant.declaration.exported) return undefined;
    uses[name] = meant.declaration.name;
  }
  return uses;
}

function exampleOf(
  { symbol, shown: { call, value, throws, title, awaited } }: Found,
  prints: string | undefined,
): Example | undefined {
  if (isPython(symbol.file)) {
    const shown = prints ?? printed(value ?? "None");
    return shown === undefined ? undefined : { code: `>>> ${call}${shown && `\n${shown}`}` };
  }
  const line = `${awaited ? "await " : ""}${call};`;
  const gives = throws ? "// throws" : `// ${onOneLine(value ?? "")}`;
  if (gives.length > longest) return undefined;
  return {
    ...(title && { title }),
    code: `${line} ${gives}`.length > 90 ? `${line}\n${gives}` : `${line} ${gives}`,
  };
}

/** A result that a line can't hold shows less than the test does. */
const longest = 120;

/** Without what only lines of its own ask for: the comma after the last. */
const onOneLine = (value: string): string =>
  value.includes("\n")
    ? value
        .replaceAll(/\s*\n\s*/g, " ")
        .replaceAll(/, (?=[\])}])/g, "")
        .replaceAll(/(?<=[[(]) | (?=[\])])/g, "")
    : value;

/** What Python prints of a literal, where its source leaves no doubt: `"a"` as `'a'`, of `None` nothing; of `4.0` nobody knows whether it is 4. */
export function printed(literal: string): string | undefined {
  if (literal === "None") return "";
  const parts = literal.match(/"[^"'\\]*"|'[^"'\\]*'|\b(?:\d+|True|False|None)\b|[-[\](),]/g) ?? [];
  const gap = literal
    .replaceAll(/"[^"'\\]*"|'[^"'\\]*'/g, "")
    .replaceAll(/\b(?:\d+|True|False|None)\b|[-[\](),\s]/g, "");
  if (gap !== "" || /,\s*[)\]]/.test(literal) || parts.length === 0) return undefined;
  return parts.map((one) => (one === "," ? ", " : one.replace(/^"(.*)"$/s, "'$1'"))).join("");
}
