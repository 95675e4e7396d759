import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clients } from "../../src/generate/index.ts";
import { record } from "../wire/recorder.ts";
import { exampleOptions, writeExamples } from "../wire/readmes.ts";
import { folder, specOf } from "./specification.ts";

describe("examples in READMEs and comments of clients", () => {
  const root = mkdtempSync(join(tmpdir(), "antiphon-examples-"));
  const specifications = globSync("*.{yaml,json}", { cwd: folder }).toSorted();
  const counts = new Map<string, number>();
  let recorder: Awaited<ReturnType<typeof record>>;

  beforeAll(async () => {
    recorder = await record();
    process.env["BASE_URL"] = recorder.url;
    const generator = await clients.load("typescript");
    for (const file of specifications) {
      const spec = await specOf(file);
      counts.set(file, writeExamples(root, basename(file), generator.files(spec)));
    }
    writeFileSync(join(root, "tsconfig.json"), exampleOptions(specifications));
    writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module" }));
  });

  afterAll(() => {
    recorder.server.close();
    rmSync(root, { recursive: true });
  });

  it("compile as they stand", () => {
    let output = "";
    try {
      execFileSync("tsc", ["-p", root], { stdio: "pipe" });
    } catch (error) {
      output = String((error as { readonly stdout?: unknown }).stdout);
    }
    expect(output).toBe("");
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
  });

  it("send a request each", async () => {
    for (const file of specifications) {
      const module = pathToFileURL(join(root, "dist", basename(file), "calls.js")).href;
      const { calls } = (await import(/* @vite-ignore */ module)) as {
        readonly calls: readonly (() => Promise<unknown>)[];
      };
      const before = recorder.seen.length;
      for (const call of calls) await call().catch(() => undefined); // nothing is answered as described
      expect([file, recorder.seen.length - before]).toEqual([file, counts.get(file)]);
    }
  });
});
