import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../workspace/index.ts";
import { openIndex } from "./index.ts";
import { words } from "./words.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const contents = {
  "src/http.ts": `import { findUser } from "./users.ts";
/** Answers a request for one user. */
export async function getUser(request: Request) {
  return findUser(request.id);
}
export function safe(request: Request) {
  try { return findUser(request.id); } catch { return null; }
}
`,
  "src/users.ts": `export function findUser(id: string) {
  if (!id) throw new TypeError("no id");
  return load(id);
}
function load(id: string) { throw new NotFound(id); }
`,
  "src/other.ts": `function load() { return "another of that name"; }
export class Cart { total() { return load(); } }
`,
  "lib/tax.py": `from .rates import rate_of

def tax(amount):
    """Computes value added tax."""
    return amount * rate_of("DE")
`,
  "lib/rates.py": "def rate_of(country):\n    raise LookupError(country)\n",
  "README.md": "# Shop\n\nHow invoices are archived.\n",
  "broken.ts": "export function (((",
};

async function index() {
  const base = await mkdtemp(join(tmpdir(), "antiphon-inspect-"));
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(base, "root", path)), { recursive: true });
    await writeFile(join(base, "root", path), text);
  }
  return openIndex(await openWorkspace(join(base, "root"), { state: join(base, "state"), clock }));
}

describe("the index", () => {
  it("knows what is declared and where", async () => {
    const all = await index();
    expect(all.named("getUser")).toMatchObject([{ file: "src/http.ts", line: 3, endLine: 5 }]);
    expect(all.named("total")).toMatchObject([{ declaration: { name: "Cart.total" } }]);
    expect(all.at("src/users.ts", 2)?.declaration.name).toBe("findUser");
    expect(all.at("src/other.ts", 2)?.declaration.name).toBe("Cart.total");
    expect(all.files).toContain("broken.ts");
  });

  it("follows calls within and across files", async () => {
    const all = await index();
    const [getUser] = all.named("getUser");
    const [findUser] = all.named("findUser");
    const [tax] = all.named("tax");
    expect(all.calls(getUser!)).toEqual([findUser]);
    expect(all.callers(findUser!).map(({ declaration }) => declaration.name)).toEqual(["getUser", "safe"]);
    expect(all.calls(findUser!)).toMatchObject([{ file: "src/users.ts", declaration: { name: "load" } }]);
    expect(all.raises(getUser!).map(({ type, from }) => [type, from.declaration.name])).toEqual([
      ["TypeError", "findUser"],
      ["NotFound", "load"],
    ]);
    expect(all.raises(all.named("safe")[0]!)).toEqual([]);
    expect(all.raises(tax!)).toMatchObject([{ type: "LookupError" }]);
  });

  it("ranks places by names and text", async () => {
    const all = await index();
    expect(all.search("find users")[0]).toMatchObject({
      file: "src/users.ts",
      line: 1,
      symbol: { declaration: { name: "findUser" } },
    });
    expect(all.search("value added tax")[0]).toMatchObject({ file: "lib/tax.py" });
    expect(all.search("where are invoices archived?")[0]).toMatchObject({ file: "README.md", line: 1 });
    expect(all.search("answers request", 1)).toMatchObject([
      { line: 2, text: expect.stringContaining("/** Answers") },
    ]);
    expect(all.search("zebra")).toEqual([]);
  });
});

it("takes names apart", () => {
  expect(words("createUserByID HTTPServer snake_case classes are")).toEqual([
    "create",
    "user",
    "id",
    "http",
    "server",
    "snake",
    "case",
    "class",
  ]);
});
