import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLinks } from "../../document/index.ts";
import { program } from "../../lib/program.suite.ts";
import { axed, chromium, rendered, documentText, say, scripted } from "./browser.suite.ts";

describe("the site of a project", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-site-"));
  const site = join(folder, "docs/site/1.2.0");
  const put = (path: string, text: string): void => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const run = (line: string): { readonly code: number; readonly output: string } => {
    try {
      const env = { ...process.env, XDG_STATE_HOME: join(folder, ".state"), NO_COLOR: "1" };
      return {
        code: 0,
        output: execFileSync(process.execPath, [program, line], {
          cwd: folder,
          encoding: "utf8",
          env,
          stdio: "pipe",
        }),
      };
    } catch (error) {
      const failure = error as { status: number; stdout: string; stderr: string }; // the type of execFileSync's errors
      return { code: failure.status, output: failure.stdout + failure.stderr };
    }
  };
  /** The text of a page after a script ran in it, in a browser without network access. */
  const browsed = (page: string, script: string, size = "1200,900"): string => {
    const copy = join(folder, ".browsed");
    cpSync(site, copy, { recursive: true });
    const path = join(copy, page);
    writeFileSync(path, scripted(readFileSync(path, "utf8"), script));
    const message = documentText(rendered(`file://${path}`, { profile: join(folder, ".profile"), size }));
    rmSync(copy, { recursive: true });
    return message;
  };

  beforeAll(() => {
    put("package.json", JSON.stringify({ name: "shop", version: "1.2.0", repository: "github:ada/shop" }));
    put(
      "README.md",
      "# Shop\n\nSee [the cart](src/cart.ts), [how to buy](guide/buying.md#paying), [nothing](guide/none.md) and [what changed](CHANGELOG.md#010).\n\n<script>alert(1)</script> [bad](javascript:alert(1)) ![logo](https://example.com/logo.png)\n\n> [!NOTE]\n> Mind it.\n\n| | Price |\n| --- | ---: |\n| a | 1 |\n\n## Use\n\n## More\n",
    );
    put(
      "guide/buying.md",
      "# How to `buy`\n\nIt takes a minute.\n\n## Paying\n\n![A till](../pictures/till.svg) ![gone](gone.png)\n\nSee [more](deep/more.md), [the start](../README.md#use), [out](../../etc/passwd.md).\n",
    );
    put("guide/deep/more.md", "More of [it](../buying.md).\n");
    put("guide/unlinked.md", "# Nobody leads here\n");
    put("pictures/till.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    put("CHANGELOG.md", "# Changelog\n\n## 0.1.0\n\n- Begun\n");
    put(
      "src/cart.ts",
      `import type { Item } from "./item.ts";
/**
 * The sum of all prices, see {@link Cart.add} and <img src=x onerror=alert(1)>.
 * @param items What is bought; \`</code><script>alert(1)</script>\`.
 * @returns In cents.
 * @throws RangeError where one is negative
 * @example
 * total([])
 */
export function total(items: readonly Item[], rate = 0.2): number { return items.length * rate; }
/** Holds items. */
export class Cart {
  /** Puts one in. */
  add(item: Item): void {}
  #hidden = 1;
}
export const limits: Readonly<Record<string, number>> = { most: 10 };
export const constructor = 1;
`,
    );
    put(
      "src/item.ts",
      "/** What is sold. */\nexport interface Item {\n  /** In cents. */\n  readonly price: number;\n}\n/** Makes one. */\nexport const Item = { of: (price: number): Item => ({ price }) };\n",
    );
    put(
      "src/names.py",
      'class Name:\n    """A name.\n\n    Args:\n        text: What it is.\n    """\n\n    def __init__(self, text: str = "a: b") -> None:\n        self.text = text\n\n    def shown(self, *, loud: bool = False) -> str:\n        """Gives the text."""\n        return self.text\n',
    );
    put("src/broken.ts", "export function (");
    put(
      "src/app.js",
      'const app = require("express")();\napp.get("/items/:id", (req, res) => res.json({}));\n',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is written, linked, escaped, checked and kept beside other versions", () => {
    expect(run("/doc all --format=html --check").code).toBe(1);
    const { code, output } = run("/doc all --format=html");
    expect(code, output).toBe(0);
    expect(output).toContain("docs/site/1.2.0/index.html");
    const paths = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.includes("."),
    );
    const pages = new Map(
      paths
        .filter((path) => /\.\w+$/.test(path) && !path.endsWith("src"))
        .map((path) => [path, readFileSync(join(site, path), "utf8")]),
    );
    expect([...pages.keys()].sort()).toEqual([
      "changelog.html",
      "endpoints.html",
      "guides.html",
      "guides/guide/buying.html",
      "guides/guide/deep/more.html",
      "index.html",
      "modules.html",
      "modules/src/cart.ts.html",
      "modules/src/item.ts.html",
      "modules/src/names.py.html",
      expect.stringMatching(/^pictures\/till-[\da-f]{8}\.svg$/),
      "search.js",
      "site.js",
      "style.css",
    ]);
    const { links, broken } = checkLinks(pages);
    expect(broken).toEqual([]);
    expect(links).toBeGreaterThan(30);
    const all = [...pages.values()].join("");
    expect(all.match(/<img[^>]*>/g)).toEqual([
      expect.stringMatching(
        /^<img src="..\/..\/pictures\/till-[\da-f]{8}.svg" alt="A till" loading="lazy" \/>$/,
      ),
    ]);
    const guide = pages.get("guides/guide/buying.html") ?? "";
    expect(guide).toContain('<a href="deep/more.html">more</a>');
    expect(guide).toContain('<a href="../../index.html#use">the start</a>');
    expect(pages.get("index.html")).toContain('<a href="guides/guide/buying.html#paying">how to buy</a>');
    expect(pages.get("guides.html")).toMatch(
      /buying.html">How to buy<\/a>\s*<span class="kind">It takes a minute\./,
    );
    expect(pages.get("search.js")).toContain(
      '["Paying","section","guides/guide/buying.html#paying","How to buy"]',
    );
    expect(all).not.toMatch(/<script>|javascript:alert\(1\)"/);
    const cart = pages.get("modules/src/cart.ts.html") ?? "";
    expect(cart).toContain('<a href="item.ts.html#Item">Item</a>');
    expect(cart).toContain('<a href="#Cart.add"><code>Cart.add</code></a>');
    expect(cart).toContain("&lt;/code&gt;");
    expect(pages.get("index.html")).toContain('href="modules/src/cart.ts.html"');
    expect(pages.get("modules/src/item.ts.html")).toContain('id="Item.constant"');
    expect(pages.get("endpoints.html")).toContain("GET /items/{id}");
    expect(run("/doc all --format=html --check").code).toBe(0);
    for (const version of ["1.3.0", "1.3.0-beta.2"]) {
      put("package.json", JSON.stringify({ name: "shop", version }));
      expect(run("/doc all --format=html").code).toBe(0);
    }
    expect(readFileSync(join(folder, "docs/site/versions.js"), "utf8")).toContain(
      '["1.3.0","1.3.0-beta.2","1.2.0"]',
    );
    rmSync(join(folder, "docs/site/1.3.0-beta.2"), { recursive: true });
    put("package.json", JSON.stringify({ name: "shop", version: "1.2.0" }));
    rmSync(join(folder, "docs/site/1.3.0"), { recursive: true });
    rmSync(join(folder, "src/names.py"));
    put("pictures/till.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>');
    const theirs = join(site, "pictures/mine-00000000.png");
    writeFileSync(theirs, "mine");
    expect(run("/doc all --format=html").code).toBe(0);
    expect(readdirSync(join(site, "pictures"))).toHaveLength(2); // the new picture, and the file that isn't generated
    expect(existsSync(theirs)).toBe(true);
    expect(existsSync(join(site, "modules/src/names.py.html"))).toBe(false);
  });

  it.skipIf(!chromium)("has nothing that axe objects to, wide, narrow, light and dark", () => {
    for (const page of [
      "index.html",
      "guides/guide/buying.html",
      "modules.html",
      "endpoints.html",
      "modules/src/cart.ts.html",
    ])
      for (const [theme, size] of [
        ["light", "1200,900"],
        ["dark", "390,844"],
      ] as const)
        expect(
          JSON.parse(browsed(page, `document.documentElement.dataset.theme = "${theme}"; ${axed()}`, size)),
          `${page} ${theme}`,
        ).toEqual([]);
  });

  it.skipIf(!chromium)("is searched by keyboard, from a file, and fits a phone", () => {
    const keys = `${say} addEventListener("load", async () => {
      const press = (on, key) => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const input = document.querySelector("#search");
      press(document.body, "/");
      const focused = document.activeElement === input;
      input.value = "tot"; input.dispatchEvent(new Event("input"));
      for (let i = 0; i < 50 && document.querySelector("#found").hidden; i++) await new Promise((done) => setTimeout(done, 50));
      press(input, "ArrowDown");
      const chosen = document.querySelector('[aria-selected="true"]');
      document.querySelector("#theme").click();
      say([focused, chosen?.dataset.place, document.documentElement.dataset.theme, document.documentElement.scrollWidth <= innerWidth].join(" "));
    });`;
    expect(browsed("modules/src/cart.ts.html", keys, "390,844")).toBe(
      "true modules/src/cart.ts.html#total dark true",
    );
  });
});
