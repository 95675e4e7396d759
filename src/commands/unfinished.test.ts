import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { data, table } from "../lib/index.ts";
import { toMarkdown } from "../report/index.ts";
import { split } from "./command-words.ts";
import { command, type Command } from "./command.ts";
import { dispatch } from "./dispatch.ts";
import { project } from "./session.suite.ts";
import { commands } from "./table.ts";

const waits = [
  "process.chdir(__dirname);",
  'require("node:fs").writeFileSync("begun", "");',
  'while (!require("node:fs").existsSync("go")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);',
].join("\n");
const test = (name: string, body: string): string =>
  `require("node:test")(${JSON.stringify(name)}, () => { ${body} });\n`;
const equal = 'require("node:assert").equal(require("./sum.js").sum(1, 2), 3);';

const files = {
  "package.json": JSON.stringify({ name: "a", scripts: { test: "node --test" } }),
  "sum.js": "exports.sum = (a, b) => a - b;\n",
  "sum.test.js": test("adds", equal),
  "slow.js": waits,
  "plan.md": "- [ ] Run `node --version`\n- [ ] Run `node slow.js`\n- [ ] Run `node --test`\n",
};

/** Interrupts a line once the program it runs reports that it has begun. */
async function interruptedAt(line: string, more: Readonly<Record<string, string>> = {}, folder = "") {
  const at = project({ ...files, ...more });
  const ending = new AbortController();
  const running = at.run(line, { signal: ending.signal });
  const begun = join(at.root, folder, "begun");
  const early = running.then((report) => expect.fail(`it ended before it was interrupted: ${report.title}`));
  const seen = (async (): Promise<void> => {
    while (!existsSync(begun)) await setTimeout(20);
  })();
  await Promise.race([seen, early]);
  early.catch(() => undefined);
  ending.abort();
  const report = await running.finally(() => writeFileSync(join(at.root, folder, "go"), ""));
  return { at, report };
}

it("/test says what failed until then", async () => {
  const manifestOf = (name: string): string => JSON.stringify({ name, scripts: { test: "node --test" } });
  const more = {
    "package.json": JSON.stringify({ name: "all", workspaces: ["a", "b"] }),
    "a/package.json": manifestOf("one"),
    "a/sum.js": files["sum.js"],
    "a/sum.test.js": test("adds", equal),
    "b/package.json": manifestOf("two"),
    "b/slow.test.js": test("waits", waits),
    "sum.test.js": "",
  };
  const { report } = await interruptedAt("/test", more, "b");
  expect(report).toMatchObject({ title: "Interrupted", outcome: "failed", error: { code: "interrupted" } });
  expect(report.verdict).toBeUndefined();
  expect(report.text).toContain("`adds`");
});

it("/fix says what fails and where it may come from", async () => {
  const { report } = await interruptedAt("/fix", {
    "sum.test.js": test("adds", equal),
    "slow.test.js": test("waits", waits),
  });
  expect(report.title).toBe("Interrupted");
  expect(report.outcome).toBe("failed");
});

it("/execute-plan says which steps are ticked, and keeps the ticks of those alone", async () => {
  const { at, report } = await interruptedAt("/execute-plan plan.md");
  expect(report.title).toBe("Interrupted");
  expect(report.text).toContain("1 of 1 ticked, 1 now");
  expect(at.read("plan.md")).toBe(
    files["plan.md"].replace("- [ ] Run `node --version`", "- [x] Run `node --version`"),
  );
});

it("/review gives no verdict", async () => {
  const { report } = await interruptedAt("/review", {
    "sum.js": files["sum.js"],
    "slow.test.js": `require("./sum.js");\n${test("waits", waits)}`,
  });
  expect(report.title).toBe("Interrupted");
});

it.each(commands.names)("/%s ends with a report when it is interrupted", async (name) => {
  const at = project(files);
  const session = await at.open();
  const { argument } = await commands.load(name);
  const line = `/${name} ${argument?.required ? (argument.example ?? "x") : ""}`;
  const ending = new AbortController();
  const append: typeof session.journal.append = async (entry) => {
    await session.journal.append(entry);
    ending.abort();
  };
  const journal = { ...session.journal, append };
  const { report } = await dispatch(split(line), { session: { ...session, journal }, signal: ending.signal });
  expect(["Interrupted", name], JSON.stringify(report)).toContain(
    report.outcome === "failed" ? report.title : name,
  );
});

it("lists what ran and what was written, and waits for no command that doesn't end", async () => {
  const at = project(files);
  const session = await at.open();
  const ending = new AbortController();
  const hangs = command({
    summary: "Writes a file, runs a program, and never ends",
    flags: {},
    data: data.object({}),
    run: async () => {
      await session.workspace.files.write([{ path: "new.txt", before: null, after: "a\n" }]);
      await session.workspace.shell?.run(["node", "--version"]);
      ending.abort();
      return new Promise<never>(() => undefined);
    },
  });
  const known = table<Command, string>({ hangs: async () => ({ default: hangs }) });
  const { report, files: written } = await dispatch(split("hangs"), {
    session,
    signal: ending.signal,
    commands: known,
  });
  const text = await toMarkdown(report, "default");
  expect(text).toContain("node --version");
  expect(text).toContain("`new.txt` created");
  expect(written?.map(({ path }) => path)).toEqual(["new.txt"]);
  await dispatch(split("undo"), { session, signal: AbortSignal.any([]) });
  expect(existsSync(join(at.root, "new.txt"))).toBe(false);
});
