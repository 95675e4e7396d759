import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { dispatch } from "../dispatch.ts";
import { project } from "../session.suite.ts";
import { split } from "../command-words.ts";

const files = {
  "src/cart.ts":
    'import { load } from "./store.ts";\n/**\n * Adds prices.\n * @param rate - Share that is added (default `0.2`).\n */\nexport function total(prices: number[], rate = 0.2): number {\n  load(1);\n  return prices.length * rate;\n}\n',
  "src/store.ts":
    'export function load(id: number): string {\n  if (id < 0) throw new RangeError("id is below zero");\n  return `${id}`;\n}\n',
  "src/broken.ts": "export function broken(a: number {\n",
  "src/names.py":
    'def name(a):\n    """Names.\n\n    Raises:\n        KeyError: if there is none.\n    """\n    return a\n',
  "test/cart.test.ts": "export const shown = 1;\n",
  "README.md": "# Shop\n",
};
const line = "/doc src --update";

/** The report of a run without any records. */
async function afresh(root: string): Promise<string> {
  const { root: base, run } = project({});
  for (const folder of ["src", "test"]) cpSync(join(root, folder), join(base, folder), { recursive: true });
  return (await run(line)).text;
}

it.each([
  ["a comment", "src/store.ts", "// changed\n"],
  ["a declaration", "src/store.ts", "export const most = 3;\n"],
  ["a file of tests", "test/cart.test.ts", "// changed\n"],
  ["a file that can't be parsed", "src/broken.ts", "// changed\n"],
  ["an error that nothing raises any longer", "src/names.py", "# changed\n"],
  [
    "a function that raises what others call",
    "src/store.ts",
    'export function open(): never {\n  throw new TypeError("closed");\n}\n',
  ],
  ["a page", "README.md", "More.\n"],
])("says after a change of %s what a run says that knows nothing", async (_, path, text) => {
  const { root, run, read, write } = project(files);
  await run(line);
  write(path, read(path) + text);
  const wording = (await run(line)).text;
  expect(wording).toBe(await afresh(root));
  expect((await run(line)).text).toBe(wording);
});

it("mends what one file says, and then knows the others still", async () => {
  const { root, run, read, write } = project(files);
  await run(line);
  write("src/cart.ts", read("src/cart.ts").replace("rate = 0.2)", "rate = 0.3)").replace("Adds", "Sums"));
  const mended = await run(line);
  expect(mended.text).toContain("src/cart.ts");
  expect(read("src/cart.ts")).toContain("(default `0.3`)");
  expect((await run(line)).text).toBe(await afresh(root));
});

it("looks again at what a docstring says of another file's constant", async () => {
  const { run, read, write } = project({
    ...files,
    "src/sizes.ts": "export const size = 3;\n",
    "src/box.ts":
      'import { size } from "./sizes.js";\n\n/**\n * Makes one.\n * @param wide - how wide; defaults to 3\n */\nexport function box(wide = size) {\n  return wide;\n}\n',
  });
  await run(line);
  write("src/sizes.ts", "export const size = 5;\n");
  await run(line);
  expect(read("src/box.ts")).toContain("defaults to 5");
});

it.each([
  [
    "nothing of other files where what changed stays as it is",
    (text: string) => `${text}// changed\n`,
    false,
  ],
  // An error of a callee is documented where this call can raise it.
  [
    "what is known of others where it has to be mended",
    (text: string) => text.replace("rate = 0.2)", "rate = 0.3)"),
    true,
  ],
])("asks %s, if that asks them for nothing new", async (_, change, asksModel) => {
  const { run, read, write, open } = project(files);
  await run(line);
  write("src/cart.ts", change(read("src/cart.ts")));
  const session = await open();
  const get = vi.spyOn(session.workspace.records, "get");
  await dispatch(split(line), { session, signal: new AbortController().signal });
  const opened = get.mock.calls.map(([name]) => name.split(" ")[0]);
  expect(opened).toContain("ledger");
  expect(opened.includes("facts")).toBe(asksModel);
});

it.each([
  ["raises something else", "src/store.ts", (text: string) => text.replace("RangeError", "TypeError"), 2],
  ["offers something more", "src/store.ts", (text: string) => `${text}export const most = 3;\n`, 1],
  ["is new", "src/new.ts", () => "export const fresh = 1;\n", 1],
])("looks again only at those whom it concerns where a file %s", async (_, path, change, concerned) => {
  const { root, read, run, write, open } = project({ ...files, "src/new.ts": "// nothing yet\n" });
  if (path === "src/new.ts") rmSync(join(root, path));
  await run(line);
  write(path, change(path === "src/new.ts" ? "" : read(path)));
  const session = await open();
  const seen: string[] = [];
  const progress = (text: string): number => seen.push(...(/^Documenting (\S+)/.exec(text)?.slice(1) ?? []));
  await dispatch(split(line), { session: { ...session, progress }, signal: new AbortController().signal });
  expect(seen).toContain(path);
  expect(seen).toHaveLength(concerned + 1); // and the one that looks up declarations elsewhere
  expect(seen).toContain("src/names.py");
  expect((await run(line)).text).toBe(await afresh(root));
});
