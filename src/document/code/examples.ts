import { literal } from "../../lib/index.ts";
import { languageOf, type Shown } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import type { CommandRun, Files, Shell } from "../../workspace/index.ts";
import type { Example } from "./says/known.ts";
import { isTest } from "./skip.ts";

/** An example that a test shows of a declaration. */
export interface Found {
  readonly symbol: Symbol;
  readonly shown: Shown;
  /** The names it uses, as its file exports them. */
  readonly uses: Readonly<Record<string, string>>;
  readonly test: string;
}

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

export interface Search {
  readonly files: Files;
  readonly index: Declared;
  readonly shell: Shell | undefined;
  readonly shellMissing?: string | undefined;
  readonly signal: AbortSignal;
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
  search: Omit<Search, "wants">,
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
async function tryAll(
  found: readonly Found[],
  search: Pick<Search, "shell" | "shellMissing" | "signal">,
): Promise<Tried> {
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

const isPython = (file: string): boolean => file.endsWith(".py");

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

interface Execution {
  readonly results?: readonly (boolean | undefined)[];
  /** What Python prints of each result: `4.0` is equal to `4`, and a doctest compares what is printed. */
  readonly prints?: readonly (string | undefined)[];
  readonly run?: CommandRun;
  readonly why?: string;
}

const mark = "antiphon-example ";

/** Runs the examples of one file in one process, in the sandbox. */
async function execute(
  file: string,
  list: readonly Found[],
  { shell, shellMissing, signal }: Pick<Search, "shell" | "shellMissing" | "signal">,
): Promise<Execution> {
  if (!shell) return { why: shellMissing ?? "no programs are run here" };
  const python = isPython(file);
  const command = python ? (["python3", "-"] as const) : (["node", "--input-type=module", "-"] as const);
  const input = python ? pythonScript(file, list) : nodeScript(file, list);
  const run = await shell.run([...command], { signal, input, milliseconds: 30_000 }).catch(() => undefined);
  if (!run) return { why: `${command[0]} isn't there` };
  const lines = run.stdout.split("\n").filter((line) => line.startsWith(mark));
  if (lines.length === 0)
    return { run, why: `${file} couldn't be loaded on its own: ${fromHere(firstLine(run.stderr), file)}` };
  const told = list.map((_, place) => {
    const [, good, prints] =
      lines.map((line) => new RegExp(`^${mark}${place} (true|false)(?: (.+))?$`).exec(line)).find(Boolean) ??
      [];
    return { good: good === undefined ? undefined : good === "true", prints };
  });
  return {
    run,
    results: told.map(({ good }) => good),
    prints: told.map(({ prints }) => prints),
  };
}

const firstLine = (text: string): string =>
  /^.*(?:Error|error).*$/m.exec(text)?.[0].slice(0, 160) ?? "it ended without a result";

function nodeScript(file: string, list: readonly Found[]): string {
  const tries = list.map(({ shown: { call, value, throws, awaited }, uses }, place) => {
    const names = Object.entries(uses).map(
      ([local, name]) => `const ${local} = pick(${JSON.stringify(name)}, ${JSON.stringify(local)});`,
    );
    const body = throws
      ? `let threw = false; try { await (${call}); } catch { threw = true; } say(${place}, threw);`
      : `say(${place}, isDeepStrictEqual(${awaited ? "await " : ""}(${call}), (${value ?? "undefined"})));`;
    return `try { ${names.join(" ")} ${body} } catch (error) { say(${place}, false); }`;
  });
  return `import { isDeepStrictEqual } from "node:util"; import { pathToFileURL } from "node:url"; import { resolve } from "node:path";
const module = await import(pathToFileURL(resolve(${JSON.stringify(file)})).href);
const all = { ...(typeof module.default === "object" ? module.default : {}), ...module };
const pick = (name, local) => all[name] ?? all[local] ?? (typeof module.default === "function" && (name === "default" || module.default.name === name) ? module.default : undefined);
const say = (place, good) => console.log(${JSON.stringify(mark)} + place + " " + good);
${tries.join("\n")}
process.exit(0);`;
}

/** What an interpreter says, with paths as they are in the project. */
function fromHere(said: string, file: string): string {
  const [, root] = new RegExp(String.raw`((?:file://)?/[^\s'"]*/)${literal(file)}`).exec(said) ?? [];
  return root === undefined ? said : said.replaceAll(root, "").replaceAll(root.replace("file://", ""), "");
}

function pythonScript(file: string, list: readonly Found[]): string {
  const parts = file.replace(/(?:\/__init__)?\.py$/, "").split("/");
  const root = parts[0] === "src" ? "src" : ".";
  const module = (root === "src" ? parts.slice(1) : parts).join(".");
  const tries = list.flatMap(({ shown: { call, value }, uses }, place) => [
    "try:",
    ...Object.entries(uses).map(([local, name]) => `    ${local} = getattr(module, ${JSON.stringify(name)})`),
    `    result = (${call})`,
    `    say(${place}, result == (${value ?? "None"}), repr(result))`,
    "except Exception:",
    `    say(${place}, False)`,
  ]);
  return `import importlib, sys
sys.path.insert(0, ${JSON.stringify(root)})
module = importlib.import_module(${JSON.stringify(module)})
def say(place, good, shown=""):
    plain = shown if shown.isprintable() and len(shown) < 100 and " at 0x" not in shown else ""
    print(${JSON.stringify(mark)} + str(place) + (" true" if good else " false") + (plain and " " + plain))
${tries.join("\n")}
`;
}
