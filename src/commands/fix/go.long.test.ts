import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { calls, project, reply, scripted } from "../session.suite.ts";

const files = {
  "go.mod": "module example.org/calc\n\ngo 1.21\n",
  "calc.go": "package calc\n\n// Half gives a half, rounded up.\nfunc Half(n int) int {\n\treturn n / 2\n}\n",
  "calc_test.go":
    'package calc\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif got := Half(3); got != 2 {\n\t\tt.Errorf("Half(3) is %d, not 2", got)\n\t}\n}\n\nfunc TestWhole(t *testing.T) {\n\tif Half(4) != 2 {\n\t\tt.Error("not 2")\n\t}\n}\n',
};

describe.skipIf(spawnSync("go", ["version"]).status !== 0)("a module of Go", () => {
  it(
    "is mended by a model and proven by its own tests, told in what they say",
    { timeout: 200_000 },
    async () => {
      const at = project(files);
      const { model, requests } = scripted([
        calls("edit", { path: "calc.go", old_string: "n / 2", new_string: "(n + 1) / 2" }),
        reply("All tests pass."),
      ]);
      const { title, text } = await at.run("/fix", { model });
      expect(title, text).toBe("Fixed");
      expect(text).toContain("Half(3) is 1, not 2");
      expect(text).toMatch(/\[x\] fails without the fix \(go test -json .*exit 1/);
      expect(text).toMatch(/\[x\] tests: 2 passed, 0 failed/);
      for (const wording of [text, JSON.stringify(requests)]) expect(wording).not.toMatch(/"?Action\\?"/);
      expect(at.read("calc.go")).toContain("(n + 1) / 2");
    },
  );

  it(
    "is told the place, that no one-line change was tried, and nothing twice",
    { timeout: 200_000 },
    async () => {
      const { text, outcome } = await project(files).run("/fix");
      expect(outcome).toBe("failed");
      expect(text).toMatch(/## Likely places\s+- `calc\.go:4` Half: run by 1 of 1 failing tests/);
      expect(text).toMatch(
        /One-line changes were not tried: they are tried with .*these tests run by go test/,
      );
      expect(text).not.toMatch(/## Verification|declares Test|dependencies:/);
      expect(text.match(/exit 1/g)).toHaveLength(1);
    },
  );

  it("without its go.mod is told how to get one", { timeout: 60_000 }, async () => {
    const at = project({ "calc.go": files["calc.go"], "calc_test.go": files["calc_test.go"] });
    await expect(at.run("/test")).rejects.toMatchObject({ code: "go-module-missing" });
  });
});
