/** Helpers for tests of existing applications. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { parseSync } from "oxc-parser";
import { afterAll, expect } from "vitest";
import { fromName, isSecured, join as joinApis, type ApiDefinition } from "../../api/index.ts";
import { detectProject } from "../../code/index.ts";
import { openWorkspace, unifiedDiff, type Files } from "../../workspace/index.ts";
import { readBaseline } from "../baseline.ts";
import type { Asked } from "../choose.ts";
import { mergeWith } from "../merge.ts";
import { generateInto } from "./table.ts";
import type { Into } from "./setting.ts";
import { targetOf } from "./recognise.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Creates a project folder with these files; `root` is its path. */
export async function project(
  contents: Readonly<Record<string, string>>,
): Promise<Files & { readonly root: string }> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-existing-"));
  folders.push(base);
  const root = join(base, "root");
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const { files } = await openWorkspace(root, { state: join(base, "state"), clock });
  return { ...files, root };
}

const nothing = { tryRead: () => Promise.resolve(null), async *find() {} } as unknown as Files; // nothing else is requested

/** Returns one API with the named resources. */
export async function apiOf(...names: readonly string[]): Promise<ApiDefinition> {
  let api: ApiDefinition | undefined;
  for (const name of names) {
    const reading = await fromName(name, nothing, api);
    api = joinApis(api, reading.api);
  }
  if (!api) throw new Error("Name a resource.");
  return api;
}

export interface Run extends Into {
  /** Unified diff of the project's own files, except dependency lists. */
  readonly diff: string;
  readonly paths: readonly string[];
  text(path: string): Promise<string>;
}

export const none: Asked = { framework: undefined, database: undefined, testFramework: undefined };

/** Does what the command does, without its questions. */
export async function run(files: Files, api: ApiDefinition, choice: Partial<Asked> = {}): Promise<Run> {
  const [root, previous] = await Promise.all([detectProject(files), readBaseline(files)]);
  const {
    variant,
    existing,
    project: found,
  } = await targetOf(files, {
    project: root,
    asked: { ...none, ...choice },
    previous,
  });
  expect(existing).toBe(true);
  const auth = isSecured(api);
  const into = await generateInto(files, { api, variant, project: found, previous, auth });
  const merged = await mergeWith(files, api, into.files);
  await files.write([...merged.changes, ...into.edits]);
  const ownEdits = into.edits.filter(
    ({ path }) =>
      !/^(?:package\.json|pyproject\.toml|requirements[\w-]*\.txt)$/.test(path) &&
      !path.startsWith(".antiphon/"),
  );
  return {
    ...into,
    diff: unifiedDiff(ownEdits)
      .split("\n")
      .filter((line) => /^[+-](?![+-])/.test(line))
      .join("\n"),
    paths: merged.changes.map(({ path }) => path).filter((path) => !path.startsWith(".antiphon/")),
    text: (path) => files.read(path),
  };
}

/** What compilers know only with a library of ES2022 or later, which applications may not have. */
const tooNew = /\.(?:at|toReversed|toSorted|toSpliced|findLast(?:Index)?)\(|\bError\([^;]*\{\s*cause\b/;

/** Returns syntax errors, relative imports that don't resolve, and methods that an application may lack. */
export async function faults(files: Files): Promise<readonly string[]> {
  const sources = new Map<string, string>();
  for await (const path of files.find("**/*.{ts,js,mjs}"))
    if (!path.startsWith(".antiphon/")) sources.set(path, await files.read(path));
  const wrong: string[] = [];
  for (const [path, text] of sources) {
    const { errors, module } = parseSync(path, text);
    wrong.push(...errors.map(({ message }) => `${path}: ${message}`));
    wrong.push(...(tooNew.exec(text) ?? []).map((method) => `${path}: ${method}`));
    const required = [...text.matchAll(/\brequire\(["'](\.[^"']+)["']\)/g)].map(([, name = ""]) => name);
    for (const specifier of [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...required,
    ]) {
      if (!specifier.startsWith(".")) continue;
      const place = posix.join(posix.dirname(path), specifier);
      const bare = place.replace(/\.[mc]?js$/, "");
      const known = [
        place,
        `${bare}.ts`,
        `${place}.ts`,
        `${place}.js`,
        `${place}/index.ts`,
        `${place}/index.js`,
      ];
      if (!known.some((candidate) => sources.has(candidate))) wrong.push(`${path}: ${specifier}`);
    }
  }
  return wrong;
}
