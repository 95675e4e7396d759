import { describe, expect, it } from "vitest";
import type { Evidence } from "../workspace/index.ts";
import { approve, notFound, proven, share, whole } from "./claim.ts";
import { toJson } from "./json.ts";
import { unproven } from "./unproven.suite.ts";
import type { Block, Report } from "./report.ts";

const run = {
  kind: "run",
  command: ["npm", "test"],
  folder: ".",
  exitCode: 0,
  milliseconds: 5,
  stdout: "",
  stderr: "",
} as unknown as Evidence; // the shape that the workspace records

describe("a claim", () => {
  it("is made only where all of its evidence holds", () => {
    expect(proven("Tests passed", [{ evidence: run, passed: true }])?.words).toBe("Tests passed");
    expect(proven("Tests passed", [])).toBeUndefined();
    expect(proven("Tests passed", [{ evidence: undefined, passed: true }])).toBeUndefined();
    expect(
      proven("Tests passed", [
        { evidence: run, passed: true },
        { evidence: run, passed: false },
      ]),
    ).toBeUndefined();
    expect(whole("All documented.", 3, 3)?.words).toBe("All documented.");
    expect(whole("All documented.", 2, 3)).toBeUndefined();
    expect(whole("All documented.", 0, 0)).toBeUndefined();
    expect(notFound("keys", 3, 1)?.words).toBe("Not found: keys (3 files read, 1 not)");
    expect(notFound("keys", 0)).toBeUndefined();
  });

  it("says 100 % of all alone, and 0 % of none", () => {
    expect(share(199, 200)).toBe("199 of 200 (99 %)");
    expect(share(200, 200)).toBe("200 of 200 (100 %)");
    expect(share(1, 1000)).toBe("1 of 1000 (1 %)");
    expect(share(0, 3)).toBe("0 of 3 (0 %)");
    expect(share(0, 0)).toBe("none there");
  });

  it("carries what it rests on into --json", () => {
    const verdict = proven("Tests passed", [{ evidence: run, passed: true }]);
    expect(toJson({ title: "Tests passed", outcome: "done", sections: [], verdict })).toMatchObject({
      verdict: {
        words: "Tests passed",
        basis: { kind: "checks", checks: [{ passed: true, evidence: { command: ["npm", "test"] } }] },
      },
    });
  });
});

describe("the walk over a report's sentences", () => {
  const report = (block: Block): Report => ({
    title: "Report",
    outcome: "done",
    sections: [{ key: "a", title: "", blocks: [block] }],
  });
  it.each([
    "Everything is documented.",
    "No secret was found",
    "100 % covered",
    "All tests pass",
    "Plan complete",
  ])("finds %s without evidence", (text) => {
    expect(unproven(report({ kind: "text", text }))).toEqual([text]);
    expect(unproven({ ...report({ kind: "list", items: [] }), title: text })).toEqual([text]);
    const section = { key: "a", title: "", voice: "model", blocks: [{ kind: "text", text }] } as const;
    expect(unproven({ ...report({ kind: "text", text: "" }), sections: [section] })).toEqual([]);
  });
  it("takes a claim with its evidence, and words that the project says", () => {
    const claim = approve({
      requested: ["a"],
      looked: [{ check: "x", files: ["a"] }],
      programs: [],
      ran: [],
      missing: [],
    });
    if (claim) expect(unproven(report({ kind: "claim", claim }))).toEqual([]);
    expect(unproven(report({ kind: "list", items: ["`all tests pass`"] }))).toEqual([]);
    const check = { kind: "check", claim: "tests: 1 passed", passed: true } as const;
    expect(unproven(report({ ...check, evidence: undefined }))).toEqual(["tests: 1 passed"]);
    expect(unproven(report({ ...check, evidence: run }))).toEqual([]);
  });
});
