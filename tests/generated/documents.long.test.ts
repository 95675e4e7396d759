import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { choose } from "../../src/generate/index.ts";
import { apiOf, filesOf, install, remove, run, serveProject, write } from "./harness.ts";

const variant = choose({ framework: "express", database: "postgres", testFramework: "vitest" });

/** Each block of shell lines on a page, with the status that the page says its last line is answered with. */
const examplesOf = (page: string): readonly (readonly [lines: string, status: string])[] =>
  [...page.matchAll(/```sh\n([\s\S]*?)```\n\nAnswers (\d{3})/g)].map(([, lines = "", status = ""]) => [
    lines,
    status,
  ]);

describe.each(["Task", "User", "Order", "Category", "Gizmo"])("the project of %s alone", (name) => {
  let root = "";
  let pages: readonly string[] = [];
  let server: Awaited<ReturnType<typeof serveProject>> | undefined;

  beforeAll(async () => {
    const files = await filesOf(await apiOf([name]), variant);
    root = write(files);
    pages = files.map(({ path }) => path).filter((path) => path.startsWith("docs/api/"));
    await install(root, files.find(({ path }) => path === "package.json")?.text ?? "");
  });

  afterAll(() => {
    server?.stop();
    remove(root);
  });

  it.each(["typecheck", "lint", "test"])("npm run %s", async (script) => {
    const { code, output } = await run(["npm", "run", script], root);
    expect(code, output.slice(-20_000)).toBe(0);
  });

  it("answers the curl lines of its own documentation as they say", async () => {
    server = await serveProject(root);
    let seen = 0;
    for (const page of pages) {
      for (const [lines, status] of examplesOf(readFileSync(join(root, page), "utf8"))) {
        const { output } = await run(["bash", "-c", lines.replaceAll(":3000/", `:${server.port}/`)], root);
        expect(output, lines).toMatch(new RegExp(`HTTP/1\\.1 ${status} `));
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(4);
  });
});
