import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { openWorkspace } from "../index.ts";
import { captured } from "./captured.ts";

let root = "";
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), "antiphon-captured-"))));
afterEach(() => rm(root, { recursive: true }));

it.each([undefined, new Error("stopped")])(
  "leaves files as they were, whatever a command did to them (%s)",
  async (failure) => {
    const at = (name: string): string => join(root, name);
    for (const name of ["a.ts", "b.ts"]) writeFileSync(at(name), "var a;\n");
    const { files } = await openWorkspace(root, { state: join(root, "state"), clock: systemClock });
    const run = async (): Promise<never> => {
      writeFileSync(at("a.ts"), "let a;\n");
      if (failure) throw failure;
      return { exitCode: 0 } as never; // nothing else is read
    };
    const running = captured({ run }, root, files).run(["fix"], { writes: ["a.ts", "b.ts"] });
    if (failure) await expect(running).rejects.toThrow("stopped");
    else expect((await running).changes).toEqual([{ path: "a.ts", before: "var a;\n", after: "let a;\n" }]);
    expect(readFileSync(at("a.ts"), "utf8")).toBe("var a;\n");
  },
);
