import { sourcesOf, placeOf, type Tree } from "../../../inspect/index.ts";
import { posix } from "node:path";
import { isObject, objectIn } from "../../../lib/index.ts";
import { languageOf } from "../../../code/index.ts";
import { importedBy } from "../../page/imported.ts";

/** Maximum number of files read for a command. */
const most = 40;

/** Flag declarations of commander, yargs, cac, argparse, optparse, click and typer. */
const declared =
  /\b(?:option|requiredOption|Option|add_argument|add_option|addOption|Argument|Flag)\(\s*((?:\w+\s*,\s*|\.\.\.\s*,\s*)?(?:["'`][^"'`\n]*["'`]\s*(?:,\s*)?)+)/g;
/** A help text line: the flag, two or more spaces, its description. */
const helped = /^[^\w\n-]*(?:-\w[ ,|]+)?(--[a-z][\w-]*)(?:[ =][<[]?[\w-]+[>\]]?)?[ \t]{2,}\S/gm;
const flag = /--(?:\[no-\])?([a-z][\w-]*)/g;

/** Returns the flags that a command's source declares, as users write them. */
function flagsIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [, words = ""] of text.matchAll(declared))
    for (const [, name = ""] of words.matchAll(flag)) found.add(`--${name}`);
  for (const [, name = ""] of text.matchAll(helped)) found.add(name);
  return [...found];
}

/** Returns the entry files of a package's commands. */
async function commandsOf(tree: Tree): Promise<readonly string[]> {
  const json = await tree.text("package.json");
  if (json !== undefined) {
    const bin = objectIn(json)?.["bin"];
    const files = typeof bin === "string" ? [bin] : isObject(bin) ? Object.values(bin) : [];
    return files.flatMap((file) =>
      typeof file === "string" ? (sourcesOf(file).find((item) => tree.paths.has(item)) ?? []) : [],
    );
  }
  const toml = (await tree.text("pyproject.toml")) ?? "";
  const setup = `${(await tree.text("setup.cfg")) ?? ""}\n${(await tree.text("setup.py")) ?? ""}`;
  const scripts = /^\[(?:project|tool\.poetry)\.scripts\]\s*\n((?:(?!\[).*\n?)*)/m.exec(toml)?.[1] ?? "";
  const listed = /console_scripts([\s\S]{0,2000})/.exec(setup)?.[1] ?? "";
  return [...`${scripts}\n${listed}`.matchAll(/=\s*["']?([\w.]+):\w/g)].flatMap(([, module = ""]) => {
    const path = module.replaceAll(".", "/");
    return (
      ["", "src/"]
        .flatMap((folder) => [`${folder}${path}.py`, `${folder}${path}/__init__.py`])
        .find((item) => tree.paths.has(item)) ?? []
    );
  });
}

/** Yields the texts of files and of those they import from the repository, nearest first. */
export async function* reached(
  tree: Pick<Tree, "paths" | "text">,
  from: readonly string[],
): AsyncIterable<string> {
  const open = [...from];
  const seen = new Set<string>();
  for (let path = open.shift(); path !== undefined && seen.size < most; path = open.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = await tree.text(path);
    if (text === undefined) continue;
    yield text;
    const script = /\.\w+$/.test(path) ? path : `${path}.js`;
    const language = await languageOf(script);
    for (const named of language ? importedBy({ path: script, text, language }) : []) {
      const next = placeOf(named, path, tree) ?? unbuilt(named, path, tree);
      if (next !== undefined) open.push(next);
    }
  }
}

/** Returns the source of a file that a program imports from a build folder. */
const unbuilt = (named: string, path: string, { paths }: Pick<Tree, "paths">): string | undefined =>
  named.startsWith(".") && /\.[cm]?js$/.test(named)
    ? sourcesOf(posix.join(posix.dirname(path), named)).find((item) => paths.has(item))
    : undefined;

/** Returns the flags of a package's commands, from their entry files and imports; none if it has no command. */
export async function flagsOf(tree: Tree): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const text of reached(tree, await commandsOf(tree)))
    for (const name of flagsIn(text)) found.add(name);
  return found;
}
