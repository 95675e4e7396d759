import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axed, chromium, rendered, documentText, say, scripted } from "../src/commands/doc/browser.suite.ts";
import { program } from "../src/lib/program.suite.ts";
import { documents, root } from "./documents.ts";

/** This repository's site, as the workflow publishes it. */
const folder = mkdtempSync(join(tmpdir(), "antiphon-site-"));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const site = join(folder, "docs/site", version);
const run = (line: string): string =>
  execFileSync(process.execPath, [program, line], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, XDG_STATE_HOME: join(folder, ".state"), NO_COLOR: "1" },
  });

beforeAll(() => {
  for (const name of ["src", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  run("/doc all --format=html");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("has every page of docs/ among its guides, no broken link, and is as the sources show", () => {
  const guides = documents().filter((path) => path.startsWith("docs/") && path !== "docs/examples");
  const made = readdirSync(join(site, "guides"), { recursive: true, encoding: "utf8" });
  for (const path of guides) expect(made).toContain(path.replace(/\.md$/, ".html"));
  expect(
    readdirSync(join(site, "pictures"))
      .map((name) => name.replace(/-\w+(?=\.)/, ""))
      .toSorted(),
  ).toEqual(["dashboard.png", "report.svg"]);
  const output = run("/doc all --format=html --check");
  expect(output).toMatch(/between pages followed, 0 broken/);
});

it.skipIf(!chromium).each(["index.html", "guides.html", "guides/docs/tour.html", "guides/docs/models.html"])(
  "%s fits a phone, and axe has nothing against it, light and dark",
  (page) => {
    const path = join(site, page);
    const html = readFileSync(path, "utf8");
    const wide = "scrollX = 0; say(String(document.documentElement.scrollWidth > innerWidth));";
    for (const [theme, size] of [
      ["light", "1440,900"],
      ["dark", "390,844"],
    ] as const) {
      const shown = (script: string): string => {
        const copy = path.replace(/\.html$/, ".shown.html");
        writeFileSync(copy, scripted(html, `document.documentElement.dataset.theme = "${theme}"; ${script}`));
        return documentText(rendered(`file://${copy}`, { profile: join(folder, ".profile"), size }));
      };
      expect(JSON.parse(shown(axed())), theme).toEqual([]);
      expect(shown(`${say} addEventListener("load", () => { ${wide} });`), theme).toBe("false");
    }
  },
);
