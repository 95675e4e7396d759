import { describe, expect, it } from "vitest";
import { project } from "../commands/session.suite.ts";
import { suggestions, welcome } from "./welcome.ts";

const lines = async (at: ReturnType<typeof project>): Promise<readonly string[]> =>
  (await suggestions((await at.open({ shell: false })).workspace)).slice(0, 3).map(({ line }) => line);

describe("the first screen", () => {
  it("suggests what the project has", async () => {
    const at = project({
      "package.json": '{"name":"a","scripts":{"test":"node --test"}}',
      "a.test.js": 'require("node:test")("a", () => {});\n',
      "docs/plans/2026-01-01-cart.md": "# Cart\n\n- [x] Begin\n- [ ] Run `npm test`\n",
    });
    expect(await lines(at)).toEqual(["/execute-plan docs/plans/2026-01-01-cart.md", "/test", "/doc readme"]);
    at.write("b.js", "1;\n");
    expect((await lines(at))[0]).toBe("/review");
  });

  it("suggests what makes something in an empty folder", async () => {
    expect((await lines(project({})))[0]).toBe('/api-gen "books with title and author"');
  });

  it("says who it is, where it is and how to leave, within 80 columns", async () => {
    const { workspace } = await project({ "openapi.yaml": "openapi: 3.0.0\n" }).open({ shell: false });
    const text = await welcome({ workspace, model: undefined, home: undefined });
    expect(text).toContain(`in ${workspace.root}`);
    expect(text).toContain("/api-gen openapi.yaml --client");
    expect(text).toContain("Ctrl-D leaves");
    for (const line of text.split("\n").slice(1)) expect(line.length).toBeLessThanOrEqual(80);
  });
});
