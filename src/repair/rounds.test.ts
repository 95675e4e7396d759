import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../lib/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import type { Probe } from "./contract.ts";
import { groundOf } from "./ground.ts";
import { rounds } from "./rounds.ts";

it("tries no further fix when the time is over, and says so", async () => {
  const base = mkdtempSync(join(tmpdir(), "antiphon-rounds-"));
  try {
    const text = "const round = Math.round;\nexports.cents = (n) => ruond(n * 100);\n";
    writeFileSync(join(base, "cents.js"), text);
    const workspace = await openWorkspace(base, { state: join(base, "state"), clock: systemClock });
    const [code, message] = ["ReferenceError", "ReferenceError: ruond is not defined"];
    const problem = { source: "tests", file: "cents.js", line: 2, code, message, test: "cents" } as const;
    const seen = { problems: [problem], run: undefined, claim: "", passed: false };
    const fixed = { ...seen, problems: [], passed: true };
    const probe: Probe = { name: "tests", see: () => Promise.resolve(fixed) };
    const ground = () => groundOf(workspace, new AbortController().signal);
    const state = new Map([[probe, seen]]);
    expect(await rounds(state, ground, () => true)).toMatchObject({ applied: [], isCut: true });
    expect(readFileSync(join(base, "cents.js"), "utf8")).toBe(text);
    expect((await rounds(state, ground, () => false)).isCut).toBe(false);
    expect(readFileSync(join(base, "cents.js"), "utf8")).toContain("=> round(n");
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
