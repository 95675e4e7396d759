import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorkspace } from "../workspace/index.ts";
import { openDeclared, openIndex, type Declared, type Symbol } from "./index.ts";

const contents: Readonly<Record<string, string>> = {
  "src/users.ts": `import { load } from "./store.ts";
/** Finds one. */
export function find(id: string) { if (!id) throw new TypeError("no id"); return load(id); }
`,
  "src/store.ts": "export function load(id: string) { throw new Missing(id); }\n",
  "lib/tax.py": "from .rates import rate\n\ndef tax(a):\n    return a * rate('DE')\n",
  "lib/rates.py": "def rate(country):\n    raise LookupError(country)\n",
  "README.md": "# Shop\n",
};

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "antiphon-declared-"));
  for (const [path, text] of Object.entries(contents)) put(path, text);
});
afterEach(() => rmSync(home, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(home, "project", path, ".."), { recursive: true });
  writeFileSync(join(home, "project", path), text);
}

/** With a clock that is ahead, so that no file counts as just changed. */
async function open(): Promise<{
  read: readonly string[];
  declared: Declared & { more(file: string): unknown };
}> {
  const clock = { now: () => Date.now() + 10_000, sleep: () => Promise.resolve() };
  const workspace = await openWorkspace(join(home, "project"), { state: join(home, "state"), clock });
  const read: string[] = [];
  const declared = await openDeclared(workspace, {
    more: {
      name: "size",
      read({ path, text }, facts) {
        read.push(path);
        return { size: text.length, names: facts.declarations.map(({ name }) => name) };
      },
    },
  });
  return { read, declared };
}

/** Without lazy properties. */
const plain = (declared: Declared): unknown => JSON.parse(JSON.stringify(symbolsIn(declared)));

const symbolsIn = (declared: Declared): readonly Symbol[] =>
  declared.files.flatMap((file) => declared.in(file));

const raised = (declared: Declared, file: string): readonly (readonly string[])[] =>
  declared.in(file).map((symbol) => declared.raises(symbol).map(({ type, from }) => `${type} ${from.file}`));

it("says of a project what an index of its texts says, from what is kept too", async () => {
  const workspace = await openWorkspace(join(home, "project"), {
    state: join(home, "other"),
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
  });
  const index = await openIndex(workspace);
  for (const count of [4, 0]) {
    const { read, declared } = await open();
    expect(read).toHaveLength(count);
    expect(declared.files).toEqual(index.files);
    expect(plain(declared)).toEqual(plain(index));
    expect(raised(declared, "src/users.ts")).toEqual([["TypeError src/users.ts", "Missing src/store.ts"]]);
    expect(raised(declared, "lib/tax.py")).toEqual([["LookupError lib/rates.py"]]);
    expect(declared.more("lib/rates.py")).toEqual({ size: 50, names: ["rate"] });
    expect(declared.more("README.md")).toBeUndefined();
    expect(declared.holds("src/store.ts", contents["src/store.ts"] ?? "")).toBe(true);
    expect(declared.holds("src/store.ts", "")).toBe(false);
  }
});

it("looks only into what changed, and what others raise follows", async () => {
  await open();
  put("src/store.ts", "export function load(id: string) { throw new RangeError(id); }\n");
  put("lib/tax.py", `${contents["lib/tax.py"] ?? ""}`); // rewritten with the same content
  const { read, declared } = await open();
  expect(read).toEqual(["src/store.ts"]);
  expect(raised(declared, "src/users.ts")).toEqual([["TypeError src/users.ts", "RangeError src/store.ts"]]);
  rmSync(join(home, "project/src/store.ts"));
  put("src/broken.ts", "export function (((");
  const after = await open();
  expect(after.read).toEqual(["src/broken.ts"]);
  expect(after.declared.files).not.toContain("src/store.ts");
  expect(raised(after.declared, "src/users.ts")).toEqual([["TypeError src/users.ts"]]);
});

it("reads anew what it kept where that was cut, changed or is another's, and keeps it again", async () => {
  const whole = JSON.stringify(symbolsIn((await open()).declared));
  const [project = ""] = readdirSync(join(home, "state/projects"));
  const records = join(home, "state/projects", project, "records");
  const names = readdirSync(records);
  expect(names).toHaveLength(2); // one per folder
  const [one = "", other = ""] = names.map((name) => readFileSync(join(records, name), "utf8"));
  for (const damaged of [one.slice(0, -20), one.replace("names", "namez"), other, "", "{}\n{}"]) {
    writeFileSync(join(records, names[0] ?? ""), damaged);
    const { read, declared } = await open();
    expect(read).toHaveLength(2);
    expect(JSON.stringify(symbolsIn(declared))).toBe(whole);
    expect((await open()).read).toEqual([]);
  }
});

it("opens a file that was put away again when it is asked for", async () => {
  const count = 120; // more than are kept in memory
  for (let file = 0; file < count; file++)
    put(`many/f${file}.py`, `def f${file}(a=${file}):\n    """Says ${file}."""\n    raise E${file}(a)\n`);
  const { declared } = await open();
  for (const file of [0, count - 1, 0, 60]) {
    const [symbol] = declared.in(`many/f${file}.py`);
    expect(symbol?.declaration.parameters).toEqual([{ name: "a", default: String(file) }]);
    expect(symbol?.declaration.docstring?.doc.summary).toBe(`Says ${file}.`);
    const [raised] = symbol ? declared.raises(symbol) : [];
    expect(raised?.type).toBe(`E${file}`);
    expect(raised?.from).toBe(symbol);
  }
});
