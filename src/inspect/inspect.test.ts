import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../workspace/index.ts";
import { openIndex } from "./index.ts";
import { words } from "./identifier-words.ts";

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

async function index(files: Readonly<Record<string, string>> = contents) {
  const base = await mkdtemp(join(tmpdir(), "antiphon-inspect-"));
  for (const [path, text] of Object.entries(files)) {
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

  it("takes no method of a language's own object for a function of the project", async () => {
    const all = await index({
      "read.js":
        "function parse(text) { return text; }\nfunction load(text) { return JSON.parse(text); }\nfunction open(reader) { return reader.parse(); }\n",
    });
    expect(all.named("load").flatMap((item) => all.calls(item))).toEqual([]);
    expect(all.named("open").flatMap((item) => all.calls(item))).toEqual(all.named("parse"));
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

describe("raised errors", () => {
  const raised = async (files: Readonly<Record<string, string>>, name: string) => {
    const all = await index(files);
    const [symbol] = all.named(name);
    return symbol
      ? all.raises(symbol).map(({ type, from }) => `${type} from ${from.declaration.name}`)
      : undefined;
  };

  it("come through fields, bases, and modules that pass names on", async () => {
    const files = {
      "a.ts": `import { Service } from "./index.ts";
export class Controller {
  constructor(private readonly service: Service, readonly other: Unknown) {}
  show(id: string) { this.other.find(id); return this.service.find(id); }
}`,
      "index.ts": `export * from "./service.ts";`,
      "service.ts": `class Base { find(id: string) { if (!id) throw new MissingError(); return this.size; }
  get size() { throw new SizeError(); } }
export class Service extends Base { }
class Unrelated { find() { throw new WrongError(); } }`,
    };
    expect(await raised(files, "Controller.show")).toEqual([
      "MissingError from Base.find",
      "SizeError from Base.size",
    ]);
  });

  it("mean in Rust what stands below each file, also where one beside it names the same", async () => {
    const files = {
      "src/cart.rs": "use self::rules::check;\npub fn fill() -> Result<(), E> { check() }\n",
      "src/cart/rules.rs": "pub fn check() -> Result<(), CartError> { Err(CartError::Full) }\n",
      "src/user.rs": "use self::rules::check;\npub fn enter() -> Result<(), E> { check() }\n",
      "src/user/rules.rs": "pub fn check() -> Result<(), UserError> { Err(UserError::Late) }\n",
    };
    const all = await index(files);
    const called = ["fill", "enter"].map((name) => all.named(name).flatMap((item) => all.calls(item)));
    expect(called.map((some) => some.map(({ file }) => file))).toEqual([
      ["src/cart/rules.rs"],
      ["src/user/rules.rs"],
    ]);
  });

  it("end at handlers that take them, by class", async () => {
    const files = {
      "a.py": `from .errors import NotThere, Refused
def read(key):
    if not key:
        raise NotThere(key)
    raise Refused.by_rule()
def narrow(key):
    try:
        return read(key)
    except LookupError:
        return None
def passing(key):
    try:
        return read(key)
    except Exception:
        log()
        raise
def quiet(key):
    with suppress(NotThere, Refused):
        return read(key)
`,
      "errors.py": "class NotThere(KeyError):\n    pass\nclass Refused(Exception):\n    pass\n",
    };
    expect(await raised(files, "narrow")).toEqual(["Refused from read"]);
    expect(await raised(files, "passing")).toEqual(["NotThere from read", "Refused from read"]);
    expect(await raised(files, "quiet")).toEqual([]);
  });

  it("come from callbacks and promises only where their failure is the function's own", async () => {
    const files = {
      "a.ts": `export async function save(it) { await database.transaction(async () => { throw new ConflictError(); }); }
export function later(it) { it.on("end", () => { throw new LateError(); }); }
export function again() { try { step(); } catch (error) { note(error); throw error; } }
function step() { throw new StepError(); }
export const wrapped = handler(async (request) => { throw new RefusedError(); });
export function outer() { const check = () => { throw new LocalError(); }; const unused = () => { throw new Unused(); }; check(); }
export const calm = async () => step().catch(() => null);
`,
    };
    expect(await raised(files, "save")).toEqual(["ConflictError from save"]);
    expect(await raised(files, "later")).toEqual([]);
    expect(await raised(files, "again")).toEqual(["StepError from step"]);
    expect(await raised(files, "calm")).toEqual([]);
    expect(await raised(files, "wrapped")).toEqual(["RefusedError from wrapped"]);
    expect(await raised(files, "outer")).toEqual(["LocalError from outer"]);
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
