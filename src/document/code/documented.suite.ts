import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { languageOf } from "../../code/index.ts";
import { openIndex } from "../../inspect/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { documentFiles, type FilePlan, type Wanted } from "./index.ts";

export const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

interface Done {
  readonly left: readonly { readonly path: string; readonly why: string }[];
  readonly plans: readonly FilePlan[];
  text(path: string): string;
}

/** Documents a project of these files; nothing is written. */
export async function documented(
  contents: Readonly<Record<string, string>>,
  options: Partial<Wanted> = {},
): Promise<Done> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-doc-"));
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(base, "root", path)), { recursive: true });
    await writeFile(join(base, "root", path), text);
  }
  const workspace = await openWorkspace(join(base, "root"), { state: join(base, "state"), clock });
  const { plans, left } = await documentFiles(Object.keys(contents), {
    files: workspace.files,
    index: await openIndex(workspace),
    wanted: { comprehensive: false, update: false, ...options },
    signal: new AbortController().signal,
  });
  return {
    left,
    plans,
    text: (path: string) => plans.find((plan) => plan.path === path)?.change?.after ?? contents[path] ?? "",
  };
}

/** Documents one file; also checks that a second run changes nothing and the program is the same. */
export async function once(path: string, source: string, options: Partial<Wanted> = {}): Promise<string> {
  const after = (await documented({ [path]: source }, options)).text(path);
  expect((await documented({ [path]: after }, options)).text(path)).toBe(after);
  expect((await languageOf(path))?.sameProgram(source, after)).toBe(true);
  return after;
}
