import { execPath } from "node:process";
import { literal } from "../../lib/index.ts";
import type { Shown } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import type { CommandRun, Files, Shell } from "../../workspace/index.ts";
import { type Modules, modulesFrom } from "./modules.ts";

/** An example that a test shows of a declaration. */
export interface Found {
  readonly symbol: Symbol;
  readonly shown: Shown;
  /** The names it uses, as its file exports them. */
  readonly uses: Readonly<Record<string, string>>;
  readonly test: string;
}

/** What examples are executed with. */
export interface Engine {
  readonly files: Files;
  readonly index: Declared;
  readonly shell: Shell | undefined;
  readonly shellMissing?: string | undefined;
  readonly signal: AbortSignal;
}

export const isPython = (file: string): boolean => file.endsWith(".py");

export interface Execution {
  readonly results?: readonly (boolean | undefined)[];
  /** What Python prints of each result: `4.0` is equal to `4`, and a doctest compares what is printed. */
  readonly prints?: readonly (string | undefined)[];
  readonly run?: CommandRun;
  readonly why?: string;
}

const mark = "antiphon-example ";

/** Runs the examples of one file in one process, in the sandbox. */
export async function execute(
  file: string,
  list: readonly Found[],
  { shell, shellMissing, signal, files, index }: Engine,
): Promise<Execution> {
  if (!shell) return { why: shellMissing ?? "no programs are run here" };
  const python = isPython(file);
  const modules = python ? undefined : await modulesFrom(file, { paths: index.files, files });
  if (typeof modules === "string") return { why: modules };
  // the engine that runs this knows hooks: the project's own may not
  const command = modules ? ([execPath, "--input-type=module", "-"] as const) : (["python3", "-"] as const);
  const input = modules ? nodeScript(file, list, modules) : pythonScript(file, list);
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

function nodeScript(file: string, list: readonly Found[], { sources, links }: Modules): string {
  const tries = list.map(({ shown: { call, value, throws, awaited }, uses }, place) => {
    const names = Object.entries(uses).map(
      ([local, name]) => `const ${local} = pick(${JSON.stringify(name)}, ${JSON.stringify(local)});`,
    );
    const body = throws
      ? `let threw = false; try { await (${call}); } catch { threw = true; } say(${place}, threw);`
      : `say(${place}, isDeepStrictEqual(${awaited ? "await " : ""}(${call}), (${value ?? "undefined"})));`;
    return `try { ${names.join(" ")} ${body} } catch (error) { say(${place}, false); }`;
  });
  return `import { isDeepStrictEqual } from "node:util"; import { pathToFileURL } from "node:url"; import { resolve } from "node:path"; import { registerHooks } from "node:module";
const at = (path) => pathToFileURL(resolve(path)).href;
const sources = new Map(${JSON.stringify([...sources])}.map(([path, source]) => [at(path), source]));
const links = new Map(${JSON.stringify([...links].map(([path, own]) => [path, [...own]]))}.map(([path, own]) => [at(path), new Map(own.map(([name, to]) => [name, at(to)]))]));
registerHooks({
  resolve(name, context, next) {
    const url = links.get(context.parentURL)?.get(name) ?? name;
    return sources.has(url) ? { url, format: "module", shortCircuit: true } : next(url, context);
  },
  load: (url, context, next) => sources.has(url) ? { format: "module", source: sources.get(url), shortCircuit: true } : next(url, context),
});
const module = await import(at(${JSON.stringify(file)}));
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
