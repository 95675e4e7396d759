import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentFiles } from "../../document/index.ts";
import { openIndex } from "../../inspect/index.ts";
import { systemClock } from "../../lib/index.ts";
import { openWorkspace, type Workspace } from "../../workspace/index.ts";
import { dispatch } from "../dispatch.ts";
import { project } from "../session.suite.ts";
import { split } from "../command-words.ts";
import { targetOf } from "./target.ts";

let home = "";
let workspace: Workspace;

const good =
  'export function area(width: number, height = 2): number {\n  if (width < 0) throw new RangeError("width is below zero");\n  return width * height;\n}\n';
const files: Readonly<Record<string, string | Buffer>> = {
  "src/good.ts": good,
  "src/broken.ts": "export function broken(a: number {\n",
  "src/broken.py": "def broken(:\n    return 1\n",
  "src/flow.js": "/**\n * @flow\n */\nexport const a = (b: any);\n",
  "src/generated.ts": `// @generated\n${good}`,
  "src/vendor/lib.js": "export function v(a) { return a; }\n",
  "src/binary.ts": Buffer.from([0, 1, 2, 255, 254]),
  "src/latin.py": Buffer.from("def caf\xe9(a):\n    return a\n", "latin1"),
  "src/wide.ts": Buffer.from(`\uFEFF${good}`, "utf16le"),
  "src/wide-without-mark.py": Buffer.from("def wide(a):\n    return a\n", "utf16le"),
  "src/two\nlines.ts": good,
  "src/line.js": `export const data = [${"1,".repeat(4000)}];\n`,
  "src/large.js": `export const data = [\n${"1,\n".repeat(800_000)}];\n`,
  "src/deep.ts": `export const deep = ${"[".repeat(40_000)}${"]".repeat(40_000)};\n`,
  "src/hostile.ts":
    'export function ends(path = "*/ alert(1) /*") {\n  if (!path) throw new Error("*/ exit() /*");\n  return path + 1;\n}\n',
};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "antiphon-bad-"));
  for (const [path, content] of Object.entries(files)) {
    const place = join(home, "project", path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  symlinkSync(".", join(home, "project/src/loop"));
  symlinkSync("/etc/hostname", join(home, "project/src/outside.ts"));
  symlinkSync("nowhere.ts", join(home, "project/src/dangling.ts"));
  workspace = await openWorkspace(join(home, "project"), { state: join(home, "state"), clock: systemClock });
});
afterEach(() => rmSync(home, { recursive: true }));

it("documents what it can, and names what it left alone and why", async () => {
  const found: string[] = [];
  for await (const path of workspace.files.find("src/**")) found.push(path);
  expect(found.sort()).toEqual(Object.keys(files).sort()); // links aren't followed
  const { plans, left } = await documentFiles(found, {
    files: workspace.files,
    index: await openIndex(workspace),
    wanted: { comprehensive: false, update: false },
    signal: new AbortController().signal,
  });
  expect(plans.map(({ path }) => path)).toEqual(["src/good.ts", "src/hostile.ts", "src/two\nlines.ts"]);
  expect(plans.every(({ change }) => change)).toBe(true);
  expect(Object.fromEntries(left.map(({ path, why }) => [path, why]))).toEqual({
    "src/binary.ts": "holds zero bytes, as binary files do",
    "src/broken.py": "has a syntax error",
    "src/broken.ts": "has a syntax error",
    "src/deep.ts": "is nested too deeply to be read",
    "src/flow.js": "is written in Flow",
    "src/generated.ts": "is generated",
    "src/large.js": "is larger than 2 MB",
    "src/latin.py": "isn't UTF-8 text",
    "src/line.js": "has a line of 8023 characters",
    "src/vendor/lib.js": "lies in a folder of vendored or built files",
    "src/wide-without-mark.py": "is UTF-16 text",
    "src/wide.ts": "is UTF-16 text",
  });
  const hostile = plans.find(({ path }) => path === "src/hostile.ts")?.change?.after ?? "";
  expect(hostile.match(/\*\//g)).toHaveLength(3); // the comment's own end, and the two texts that were there
});

it("finds a target that can't be read, so that it is told as such, and none that isn't there", async () => {
  await expect(targetOf("src/binary.ts", workspace.files)).resolves.toBeDefined();
  await expect(targetOf("src/loop", workspace.files)).resolves.toBeDefined();
  await expect(targetOf("src/dangling.ts", workspace.files)).rejects.toThrow("no such file");
  await expect(targetOf("src/outside.ts", workspace.files)).rejects.toThrow("no such file");
  expect(readFileSync(join(home, "project/src/good.ts"), "utf8")).toBe(good);
});

it("writes nothing where a file changes while others are still read", async () => {
  const { open, read, write } = project({ "src/a.ts": good, "src/b.ts": good });
  const session = await open();
  const meddling = {
    ...session,
    progress: (text: string) => text.includes("src/b.ts") && write("src/a.ts", `${good}// mine\n`),
  };
  const signal = new AbortController().signal;
  await expect(dispatch(split("/doc src"), { session: meddling, signal })).rejects.toThrow(
    '"src/a.ts" was changed by someone else',
  );
  expect([read("src/a.ts"), read("src/b.ts")]).toEqual([`${good}// mine\n`, good]);
});

it("fails as a whole where a part of all fails, but for what a project needn't have", async () => {
  const { open, run, write } = project({ "src/a.ts": good, "src/b.ts": good });
  const session = await open();
  const meddling = {
    ...session,
    progress: (text: string) => text.includes("src/b.ts") && write("src/a.ts", `${good}// mine\n`),
  };
  const signal = new AbortController().signal;
  await expect(dispatch(split("/doc all"), { session: meddling, signal })).rejects.toThrow(
    '"src/a.ts" was changed by someone else',
  );
  await expect(run("/doc all --check --threshold=eighty")).rejects.toThrow("it is a percentage");
  await expect(run("/doc readme --check --threshold=80")).rejects.toThrow("counts no declarations");
  expect((await run("/doc all")).text).toContain("holds no endpoint");
});

it("lists what isn't opened: links, pipes, folders that may not be read, and files of 50 MB", async () => {
  const { root, run, write } = project({ "src/a.ts": good, "src/closed/b.ts": good, "src/huge.ts": "" });
  await run("/doc src --update"); // its records don't include any of them
  const at = (path: string): string => join(root, path);
  symlinkSync("a.ts", at("src/link.ts"));
  symlinkSync("..", at("src/loop"));
  symlinkSync("notes.md", at("src/NOTES.md"));
  execFileSync("mkfifo", [at("src/pipe.ts")]);
  truncateSync(at("src/huge.ts"), 50 * 1024 * 1024);
  chmodSync(at("src/closed"), 0);
  const isRoot = process.getuid?.() === 0; // root can read everything
  const listed = ["src/huge.ts", "is larger than 2 MB", "src/link.ts", "src/loop", "is a link", "is a pipe"];
  for (const line of ["/doc src --update", "/doc src --update", "/doc src --check"]) {
    const { text } = await run(line);
    for (const item of [...listed, ...(isRoot ? [] : ["src/closed", "may not be read"])])
      expect(text).toContain(item);
    expect(text).not.toContain("NOTES.md");
  }
  chmodSync(at("src/closed"), 0o755);
  rmSync(at("src/pipe.ts"));
  write("src/huge.ts", good);
  const { text } = await run("/doc src --update");
  for (const item of ["is larger", "is a pipe"]) expect(text).not.toContain(item);
});

it("says that an update makes no page where there is none", async () => {
  const { run } = project({ "src/a.ts": good });
  expect((await run("/doc src --update")).text).toContain("docs/src.md isn't there");
  expect((await run("/doc src")).text).toContain("docs/src.md is new");
});
