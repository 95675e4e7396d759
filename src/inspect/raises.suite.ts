import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { openWorkspace } from "../workspace/index.ts";
import { openIndex } from "./index.ts";

export const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

const head = /^(?:.*\s)?(#?\w+)\s*(?:=\s*(?:async )?)?\(.*?(?:#|\/\/) (.*)$/;

/** Checks that the errors leaving functions are those in the comments at the ends of their signatures. */
export async function leaves(path: string, sources: Readonly<Record<string, string>>): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-raises-"));
  for (const [file, text] of Object.entries(sources)) {
    await mkdir(dirname(join(base, "root", file)), { recursive: true });
    await writeFile(join(base, "root", file), text);
  }
  const index = await openIndex(
    await openWorkspace(join(base, "root"), { state: join(base, "state"), clock }),
  );
  const lines = (sources[path] ?? "").split("\n");
  const actual: string[] = [];
  const rows: string[] = [];
  for (const symbol of index.symbols) {
    const line = lines.slice(symbol.line - 1).find((line) => !line.trim().startsWith("@")) ?? "";
    const match = symbol.file === path ? head.exec(line) : null;
    if (!match) continue;
    const { name } = symbol.declaration;
    rows.push(`${name}: ${match[2] === "(none)" ? "" : (match[2]?.split(" ").sort().join(" ") ?? "")}`);
    actual.push(`${name}: ${[...new Set(index.raises(symbol).map(({ type }) => type))].sort().join(" ")}`);
  }
  expect(rows.length).toBeGreaterThan(3);
  expect(actual).toEqual(rows);
}
