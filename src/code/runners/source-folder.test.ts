import { expect, it } from "vitest";
import type { CommandRun } from "../../workspace/index.ts";
import { needsSource } from "./source-folder.ts";

it("looks in src where another version of its package is installed", async () => {
  const text =
    "ImportError: cannot import name 'b' from 'cart._a' (/usr/lib/python3/site-packages/cart/_a.py)";
  const run = { report: text, stdout: "", stderr: "" } as CommandRun; // nothing else is read
  const files = { tryRead: async (path: string) => (path === "src/cart/__init__.py" ? "" : null) };
  expect(await needsSource(files, run, "")).toBe(true);
  expect(await needsSource(files, { ...run, report: text.replace(/\(.*/, "(src/cart/_a.py)") }, "")).toBe(
    false,
  );
});
