import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toReferenceHtml } from "../../api/index.ts";
import { definitionOf, scanRoutes } from "../../endpoints/index.ts";
import { axed, chromium, rendered, documentText, say, scripted } from "./browser.suite.ts";

const source = `const app = require("express")();
const signedIn = (req, res, next) => (req.headers.authorization ? next() : res.status(401).end());
app.get("/notes/:id", (req, res) => res.json({ id: 1 }));
app.post("/notes", signedIn, (req, res) => res.status(201).json({ title: req.body.title }));
app.delete("/users/:id", signedIn, (req, res) => res.status(204).end());
`;

describe.skipIf(!chromium)("the page of an API", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-api-page-"));
  const page = join(folder, "api.html");
  const looked = (script: string, size = "1200,900"): string => {
    const copy = join(folder, "copy.html");
    writeFileSync(copy, scripted(readFileSync(page, "utf8"), script));
    return documentText(rendered(`file://${copy}`, { profile: join(folder, "profile"), size }));
  };

  beforeAll(async () => {
    const { routes } = await scanRoutes({
      tryRead: async (path) => (path === "app.js" ? source : null),
      async *find() {
        yield "app.js";
      },
    });
    writeFileSync(page, toReferenceHtml(definitionOf(routes, { title: "Notes", version: "1.0.0" })));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("runs its own script under its own policy, and opens the endpoint that the address names", () => {
    const id = /<details id="([^"]*)"><summary><span class="method POST">/.exec(
      readFileSync(page, "utf8"),
    )?.[1];
    const renderedPage = rendered(`file://${page}#${id}`, { profile: join(folder, "profile") });
    expect(renderedPage).toContain(`<details id="${id}" open="">`);
    expect(renderedPage.match(/<details [^>]*open/g)).toHaveLength(1);
    expect(renderedPage).toContain('<div class="tools">');
  });

  it("is narrowed to what is typed, by the keyboard too", () => {
    expect(
      looked(`${say} addEventListener("load", () => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
        const input = document.querySelector("input");
        const isFocused = document.activeElement === input;
        input.value = "delete users";
        input.dispatchEvent(new Event("input"));
        const seen = [...document.querySelectorAll("details:not([hidden]) summary code")].map((one) => one.textContent);
        const links = [...document.querySelectorAll("nav a:not([hidden])")].length;
        say([isFocused, seen, links, document.querySelector("[role=status]").textContent].join(" "));
      });`),
    ).toBe("true /users/{id} 1 1 of 3 endpoints");
  });

  it("has nothing that axe objects to and fits a phone, opened too", () => {
    const opened = 'for (const one of document.querySelectorAll("details")) one.open = true;';
    for (const size of ["1200,900", "390,844"])
      expect(JSON.parse(looked(`${opened} ${axed()}`, size))).toEqual([]);
    expect(
      looked(`${opened} ${say} say(document.documentElement.scrollWidth <= innerWidth)`, "390,844"),
    ).toBe("true");
  });
});
