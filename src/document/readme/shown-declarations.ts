import type { Files } from "../../workspace/index.ts";
import type { Manifest } from "../page/manifest.ts";

/** A file that shows how the project is used, or that runs it. */
export interface Shown {
  readonly code: string;
  readonly language: string;
}

const examples =
  /^(?:examples?|samples?|demos?|usage)\/(?:[^/]+\/)?[^/]+\.(?:py|[cm]?[jt]s)$|^(?:example|usage)\.(?:py|[cm]?[jt]s)$/;
const likeliest =
  /(?:^|\/)(?:basic|simple|quick[-_]?start|hello[-_\w]*|minimal|usage|getting[-_]started|example|index|main)\.\w+$/;
const mostLines = 40;

interface Ground {
  readonly files: Files;
  readonly paths: ReadonlySet<string>;
  readonly manifest: Manifest | undefined;
}

const importing = (name: string): RegExp => {
  const module = name.replaceAll("-", "_").replaceAll(/[^\w]/g, "\\$&");
  const plain = name.replaceAll(/[^\w]/g, "\\$&");
  return new RegExp(`^\\s*(?:from|import)\\s+${module}\\b|["']${plain}["']`, "m");
};

/** Returns the shortest example that imports the package, preferring likely names. */
async function exampleOf({ files, paths, manifest }: Ground): Promise<Shown | undefined> {
  if (manifest?.name === undefined) return undefined;
  const imports = importing(manifest.name);
  const found: { readonly path: string; readonly code: string }[] = [];
  for (const path of [...paths].filter((path) => examples.test(path)).slice(0, 40)) {
    const text = (await files.tryRead(path).catch(() => null)) ?? "";
    const code = text.replace(/^#![^\n]*\n/, "").trim();
    if (imports.test(code) && code.split("\n").length <= mostLines && !code.includes("```"))
      found.push({ path, code });
  }
  const [first] = found.toSorted(
    (a, b) =>
      Number(likeliest.test(b.path)) - Number(likeliest.test(a.path)) || a.code.length - b.code.length,
  );
  if (!first) return undefined;
  const ending = /\w+$/.exec(first.path)?.[0] ?? "";
  return { code: first.code, language: ending === "py" ? "python" : ending.replace(/^[cm]/, "") };
}

/** Returns what starts the project: a module that Python runs, or the entry file of its programs. */
function entryOf({ paths, manifest }: Ground): Shown | undefined {
  const module = manifest?.name?.replaceAll("-", "_");
  const isModule = [`${module}/__main__.py`, `src/${module}/__main__.py`].some((path) => paths.has(path));
  if (module !== undefined && isModule) return { code: `python -m ${module}`, language: "sh" };
  const file = ["main.py", "app.py", "server.js", "index.js"].find((path) => paths.has(path));
  if (file === undefined || manifest?.published === true) return undefined;
  return { code: `${file.endsWith(".py") ? "python" : "node"} ${file}`, language: "sh" };
}

/** Returns how the project is used if no test shows it: an example by its authors, else its entry. */
export const shownBy = async (ground: Ground): Promise<Shown | undefined> =>
  (await exampleOf(ground)) ?? entryOf(ground);
