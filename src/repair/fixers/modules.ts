import { posix } from "node:path";
import { isObject, literal, objectIn, nearest } from "../../lib/index.ts";
import type { Candidate, Fixer, Ground, Problem } from "../contract.ts";
import { edited } from "../edits.ts";
import { isForDevelopment } from "../probes.ts";

/** Fixes an import of a missing file or package: misspelt, moved, or not declared. */
const modules: Fixer = {
  async candidates(problem, ground) {
    if (problem.code === "undeclared") return declare(problem, ground);
    const request =
      /(?:Cannot find (?:module|package)|Failed to (?:resolve import|load url)|No module named) ['"]?([^'"\s]+)['"]?/.exec(
        problem.message,
      )?.[1];
    if (!request || !problem.file) return [];
    const meant = problem.file.endsWith(".py")
      ? await pythonModules(request, ground)
      : await scripts(request, problem, ground);
    const found: Candidate[] = [];
    for (const item of meant)
      found.push(
        ...(await edited(ground, problem.file, {
          what: `${request} was to be ${item}`,
          edit: (text) =>
            problem.file.endsWith(".py")
              ? text.replaceAll(
                  new RegExp(`^(\\s*(?:from|import)\\s+)${literal(request)}\\b`, "gm"),
                  `$1${item}`,
                )
              : text.replaceAll(new RegExp(`(["'\`])${literal(request)}\\1`, "g"), `$1${item}$1`),
        })),
      );
    return found;
  },
};
export default modules;

async function scripts(request: string, { file }: Problem, ground: Ground): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const path of ground.workspace.files.find("**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,json}"))
    all.push(path);
  if (!request.startsWith(".") && !request.startsWith("/")) {
    const json = objectIn(await ground.workspace.files.tryRead("package.json").catch(() => null)) ?? {};
    const declared = ["dependencies", "devDependencies", "peerDependencies"].flatMap((key) =>
      Object.keys(json[key] ?? {}),
    );
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? request;
    const meant = nearest(name, declared);
    return meant && meant !== name ? [meant + request.slice(name.length)] : [];
  }
  const folder = posix.dirname(file);
  const target = posix.join(folder, request.startsWith("/") ? posix.relative(folder, request) : request);
  const ending = /\.\w+$/.exec(request)?.[0] ?? "";
  const stem = (path: string): string => path.replace(/(?:\/index)?\.\w+$/, "");
  const beside = all.filter((path) => posix.dirname(path) === posix.dirname(target) && path !== file);
  const near = nearest(
    posix.basename(stem(target)),
    beside.map((path) => posix.basename(stem(path))),
  );
  const moved = all.filter((path) => posix.basename(stem(path)) === posix.basename(stem(target)));
  const paths = [...beside.filter((path) => posix.basename(stem(path)) === near), ...moved];
  return [...new Set(paths)].slice(0, 3).map((path) => {
    const way = posix.relative(folder, path);
    const dotted = way.startsWith(".") ? way : `./${way}`;
    // A TypeScript file may be imported by its compiled name, or without extension.
    return ending === ""
      ? dotted.replace(/(?:\/index)?\.\w+$/, "")
      : /\.[mc]?js$/.test(ending) && path.endsWith("ts")
        ? dotted.replace(/ts$/, "js")
        : dotted;
  });
}

async function pythonModules(request: string, { workspace }: Ground): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const path of workspace.files.find("**/*.py"))
    all.push(
      path
        .replace(/(?:\/__init__)?\.py$/, "")
        .replace(/^src\//, "")
        .replaceAll("/", "."),
    );
  const last = request.split(".").at(-1) ?? "";
  const meant = [
    nearest(request, all),
    all.find((name) => name !== request && name.split(".").at(-1) === last),
  ];
  return [...new Set(meant.flatMap((item) => (item && item !== request ? [item] : [])))];
}

/** Adds an installed package to package.json, with its version. */
async function declare({ file, message }: Problem, ground: Ground): Promise<readonly Candidate[]> {
  const name = /^(\S+) is imported/.exec(message)?.[1] ?? "";
  const { version } = objectIn(await ground.text(`node_modules/${name}/package.json`)) ?? {};
  if (typeof version !== "string" || version === "") return [];
  return edited(ground, "package.json", {
    what: `${name} ${version} is declared, as it is installed`,
    edit(text) {
      const json = objectIn(text);
      if (!json) return undefined;
      const key = isForDevelopment(file) ? "devDependencies" : "dependencies";
      const old = isObject(json[key]) ? json[key] : {};
      const all = Object.fromEntries(
        Object.entries({ ...old, [name]: `^${version}` }).sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? (text.trim().includes("\n") ? "  " : undefined);
      return `${JSON.stringify({ ...json, [key]: all }, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
    },
  });
}
