import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commands } from "../commands/index.ts";
import { printError } from "./error.ts";
import { globalNames } from "./globals.ts";
import { place, type Place } from "./host.suite.ts";
import { programs } from "./programs/table.ts";

describe("the command line", () => {
  let at: Place;
  beforeEach(async () => {
    at = await place();
    await mkdir(join(at.root, "project"));
  });
  afterEach(() => at.close());

  it("takes a command with and without its slash", async () => {
    const [with_, without] = [await at.antiphon(["/mode", "--list"]), await at.antiphon(["mode", "--list"])];
    expect(with_).toMatchObject({ code: 0, err: "" });
    expect(without.out).toBe(with_.out);
  });

  it.each([
    [["mdoe"], "There is no command mdoe; did you mean mode?", "Try: antiphon mode"],
    [["mdoe", "x", "--list"], "did you mean mode?", "Try: antiphon mode x --list"],
    [["/doctor"], "There is no command doctor", "Try:"],
    [["docter"], "did you mean doctor?", "Try: antiphon doctor"],
    [
      ["mode", "--lsit"],
      "antiphon mode has no flag --lsit; did you mean --list?",
      "Try: antiphon mode --list",
    ],
    [["mode", "--format=ulta"], "did you mean ultra?", "Try: antiphon mode --format=ultra"],
    [["mode", "--format=md"], "document formats are for /doc", "Try:"],
    [["mode", "--jsn"], "did you mean --json?", "Try: antiphon mode --json"],
    [["mode", "tokenefficient"], "did you mean token-efficient?", "Try: /mode token-efficient"],
    [["run", "/mode"], "/mode must come first, and run is before it.", "Leave run out."],
    [["run", "/mode --list"], "/mode must come first, and run is before it.", "Leave run out."],
    [["undo", "it"], "antiphon undo takes no argument", "Try: antiphon undo"],
    [["serve", "--trust-proxy=10.0.0.0/33"], "neither an address nor a network", "like 10.0.0.2"],
    [["serve", "--trust-proxy=10.0.0.0/8/16"], "neither an address nor a network", "like 10.0.0.2"],
    [["serve", "--allow-host=https://a.example/v1"], "is not a host name", "such as a.example"],
    [["completion", "csh"], "no script for csh", "Use bash"],
    [["mode", "--resume=x"], "There is no session x", ""],
  ] as const)("%j is wrong usage: exit 2, one sentence, the corrected line", async (args, message, fix) => {
    const { code, out, err } = await at.antiphon(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.split("\n")).toHaveLength(3);
    expect(err).toContain(message);
    expect(err).toContain(fix);
  });

  it("takes a command's name and a path with a slash as its argument", async () => {
    const explained = await at.antiphon(["help", "/mode", "--quiet"]);
    expect(explained).toMatchObject({ code: 0, err: "" });
    expect((await at.antiphon(["summarise", "/test/notes.txt"])).err).not.toContain("must come first");
  });

  it("shows the command that a sentence asks for, and runs it only after a yes", async () => {
    const { code, err } = await at.antiphon(["-p", "what is here"]);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain('/research "what is here"');
  });

  it("takes a line in one word behind flags too, and leaves a sentence whole", async () => {
    expect((await at.antiphon(["-p", "/help mode", "--quiet"])).code).toBe(0);
    expect((await at.antiphon(["--json", "/mode --list"])).out).toContain("brainstorm");
    expect((await at.antiphon(["-p", "isn't it \"here"])).err).toContain("No command matches");
  });

  it("says its version however it is asked", () => {
    const outputOf = (word: string): string =>
      spawnSync(process.execPath, ["bin/antiphon.js", word], { encoding: "utf8" }).stdout;
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }; // guaranteed by npm
    expect(["--version", "-v", "-V", "version"].map(outputOf)).toEqual(Array(4).fill(`${version}\n`));
  });

  it("takes short flags among others at either end, and as words within a sentence and behind --", async () => {
    const printed = async (...args: string[]): Promise<string> => (await at.antiphon(args)).out;
    expect(await printed("/mode", "-h", "--quiet")).toContain("Usage: antiphon mode");
    expect(await printed("--quiet", "-h", "mode", "--list")).toContain("Usage: antiphon mode");
    expect((await at.antiphon(["/help mode", "-p", "--quiet"])).code).toBe(0);
    expect((await at.antiphon(["mode", "--", "-h"])).err).toContain("There is no mode -h");
    expect((await at.antiphon(["mode", "-h", "is"])).err).toContain("There is no mode -h is");
  });

  it("names the folder that can't be written, and no file of its own on the way there", async () => {
    const path = "/srv/shop/.antiphon-166ce2e1-a1c3-44f2-8a12-33693cea8223.tmp";
    const error = Object.assign(new Error("EACCES"), { code: "EACCES", path });
    let wording = "";
    printError(error, { out: () => undefined, err: (text) => void (wording += text) }, false);
    expect(wording).toMatch(/^antiphon: \/srv\/shop: this user may not/);
  });

  it("fails with 1 where nothing is wrong with the line", async () => {
    expect(await at.antiphon(["undo"])).toMatchObject({ code: 1, out: "" });
  });

  it("prints reports as data, and failures too", async () => {
    const { out } = await at.antiphon(["mode", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      command: "mode",
      outcome: "done",
      mode: "default",
      report: { title: "Mode default", sections: { mode: {} } },
    });
    const failed = await at.antiphon(["undo", "--json"]);
    expect(JSON.parse(failed.out)).toMatchObject({ error: { code: "nothing-to-undo" } });
  });

  it("prints every step as a line of JSON with --events", async () => {
    const { out } = await at.antiphon(["mode", "brainstorm", "--events"]);
    const types = out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(["command", "mode", "report", "result"]);
  });

  it("writes the report into a file, and nothing to stdout when quiet", async () => {
    const { out } = await at.antiphon(["mode", "--quiet", "--report=a/report.md"]);
    expect(out).toBe("");
    expect(await readFile(join(at.root, "project/a/report.md"), "utf8")).toContain("# Mode default");
    await at.antiphon(["undo"]);
    await expect(readFile(join(at.root, "project/a/report.md"), "utf8")).rejects.toThrow("ENOENT");
  });

  it("writes no report into .git, or through a link that leads out", async () => {
    await symlink(at.root, join(at.root, "project/link"));
    for (const path of [".git/hooks/pre-commit", "link/report.md", join(at.root, "other/.git/x.md")]) {
      const { code, err } = await at.antiphon(["mode", "--quiet", `--report=${path}`]);
      expect({ path, code }).toEqual({ path, code: 1 });
      expect(err).toMatch(/belongs to git|outside the folder/);
    }
    expect(await readdir(at.root)).not.toContain("other");
  });

  it("writes nothing through --out into .git, or through a link that leads out", async () => {
    await mkdir(join(at.root, "project/.git/hooks"), { recursive: true });
    await symlink(at.root, join(at.root, "project/link"));
    for (const out of [".git/hooks", "link/api", join(at.root, "project/.git")]) {
      const { code, err } = await at.antiphon(["api-gen", "Task", "--yes", `--out=${out}`]);
      expect(code, out).not.toBe(0);
      expect(err, out).toMatch(/belongs to git|outside the folder/);
    }
    expect(await readdir(join(at.root, "project/.git/hooks"))).toEqual([]);
    expect(await readdir(at.root)).not.toContain("api");
  });

  it("lets a command of the project's file write no more than the person who typed it may", async () => {
    const root = join(at.root, "project");
    for (const folder of [".antiphon/commands", ".git/hooks", "meta/objects", "meta/refs"])
      await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, "meta/HEAD"), "ref: refs/heads/main\n");
    await writeFile(join(root, "a.ts"), "export const notes = 1;\n");
    await symlink(at.root, join(root, "link"));
    const attack = async (line: string, ...words: readonly string[]) => {
      await writeFile(join(root, ".antiphon/commands/handy.md"), `${line}\n`);
      return at.antiphon(["handy", ...words]);
    };
    for (const path of [".git/hooks/a.md", "meta/a.md", "link/a.md", "../a.md"]) {
      const { code, err } = await attack(`/feature archive notes --save=${path}`);
      expect({ path, code }).toEqual({ path, code: 1 });
      expect(err).toMatch(/belongs to git|outside the folder/);
      const typed = await attack("/feature $ARGUMENTS", `archive notes --save=${path}`);
      expect(typed.err, path).not.toBe("");
      expect((await attack(`/mode --report=${path}`)).code, path).not.toBe(0);
      expect(
        (await at.antiphon(["mode", "--quiet", `--report=${path.replace("../", "link/")}`])).code,
        path,
      ).toBe(1);
    }
    const agreed = await attack("/api-gen Task --yes");
    expect({ code: agreed.code, files: await readdir(root) }).toEqual({
      code: agreed.code,
      files: expect.not.arrayContaining(["src", "api.yaml"]),
    });
    expect(agreed.code).not.toBe(0);
    expect(await readdir(join(root, ".git/hooks"))).toEqual([]);
    expect(await readdir(at.root)).not.toContain("a.md");
  });

  it("undoes a report that was written elsewhere", async () => {
    const path = join(at.root, "elsewhere/report.md");
    await at.antiphon(["mode", "--quiet", `--report=${path}`]);
    expect(await readFile(path, "utf8")).toContain("# Mode default");
    await at.antiphon(["undo"]);
    await expect(readFile(path, "utf8")).rejects.toThrow("ENOENT");
  });

  it("helps with every command and program, and with examples that parse", async () => {
    for (const name of [...commands.names, ...programs.names]) {
      const { code, out } = await at.antiphon([name, "--help"]);
      expect({ code, name }).toEqual({ code: 0, name });
      expect(out).toContain(`  antiphon ${name}`);
      expect(out).toContain("--dry-run");
    }
  });

  it("has no flag of a command that a global one hides", async () => {
    for (const table of [commands, programs])
      for (const name of table.names)
        expect(
          Object.keys((await table.load(name)).flags).filter((flag) => globalNames.includes(flag)),
        ).toEqual([]);
  });

  it("changes the last session's mode from one line to the next, and says so", async () => {
    const { out } = await at.antiphon(["/mode", "token-efficient"]);
    expect(out).toContain("antiphon --continue");
    expect(out).toContain("auto_activate");
    expect((await at.antiphon(["mode", "--json"])).out).toContain('"Mode token-efficient"');
    await at.antiphon(["/mode", "default"]);
    expect((await at.antiphon(["mode", "--json"])).out).toContain('"Mode default"');
  });

  it("lists sessions and resumes one by its name", async () => {
    await at.antiphon(["mode", "brainstorm"]);
    const [session] = JSON.parse((await at.antiphon(["sessions", "--json"])).out) as [{ session: string }];
    expect(session).toMatchObject({ mode: "brainstorm", commands: 1 });
    expect((await at.antiphon(["help", `--resume=${session.session}`])).code).toBe(0);
    expect(JSON.parse((await at.antiphon(["sessions", "--json"])).out)).toMatchObject([{ commands: 2 }]);
    expect((await at.antiphon(["help", "--resume=../../x"])).code).toBe(2);
  });

  it("shows all that a dry run would write, without a question", async () => {
    const { out, code } = await at.antiphon(["api-gen", "Book", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("+++ b/src/controllers/book.ts");
    expect(await readdir(join(at.root, "project"))).toEqual([]);
  });

  it("shows the report of a dry run that would write nothing", async () => {
    await writeFile(join(at.root, "project/a.js"), "export const a = 1;\n");
    const { out, err } = await at.antiphon(["doc", "a.js", "--dry-run"]);
    expect(err).toContain("0 files would be written");
    expect(out).toContain("a.js");
  });

  it("writes settings by init, which undo takes back exactly and redo brings again", async () => {
    const path = join(at.root, "project/.antiphon/settings.yaml");
    expect((await at.antiphon(["init", "--dry-run"])).out).toContain("Would write");
    await expect(readFile(path)).rejects.toThrow("ENOENT");
    expect((await at.antiphon(["init"])).code).toBe(0);
    const written = await readFile(path, "utf8");
    expect((await at.antiphon(["undo"])).code).toBe(0);
    await expect(readFile(path)).rejects.toThrow("ENOENT");
    expect((await at.antiphon(["redo"])).code).toBe(0);
    expect(await readFile(path, "utf8")).toBe(written);
  });

  it("takes back what a session wrote last, wherever that was, and brings it again in turn", async () => {
    const there = async (): Promise<readonly boolean[]> =>
      Promise.all(
        ["api/src/models/task.ts", "src/models/label.ts"].map((path) =>
          readFile(join(at.root, "project", path)).then(
            () => true,
            () => false,
          ),
        ),
      );
    const line = async (...words: readonly string[]): Promise<string> => {
      const { out, err } = await at.antiphon([...words, "--continue"]);
      return out + err;
    };
    await line("api-gen", "Label", "--yes", "--framework=express");
    await line("api-gen", "Task", "--yes", "--out=api");
    expect(await there()).toEqual([true, true]);
    expect(await line("diff")).toContain("api/src/models/task.ts");
    expect(await line("undo")).toContain("api/src/models/task.ts");
    expect(await there()).toEqual([false, true]);
    expect(await line("undo")).not.toContain("api/src");
    expect(await there()).toEqual([false, false]);
    await line("redo");
    expect(await there()).toEqual([false, true]);
    await line("redo");
    expect(await there()).toEqual([true, true]);
    expect(await line("redo")).toContain("nothing to redo");
    expect(await line("undo", "--out=api")).toContain("src/models/task.ts");
    await line("api-gen", "Tag", "--yes", "--framework=express");
    expect(await line("redo")).toContain("nothing to redo");
  });

  it("writes, undoes and redoes with --print only what a yes agrees to, here or in another folder", async () => {
    const path = join(at.root, "project/a.ts");
    const source =
      "export function half(n: number): number {\n  if (n < 0) throw new RangeError('negative');\n  return n / 2;\n}\n";
    await writeFile(path, source);
    await mkdir(join(at.root, "other"));
    const printing = (...args: readonly string[]) => at.antiphon(["--print", "--quiet", ...args]);
    const refused = async (...args: readonly string[]): Promise<void> => {
      const { code, err } = await printing(...args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(err).toMatch(/ was not approved.*\n.*Add --yes/);
    };
    await refused("doc", "a.ts");
    await refused("feature", "halve numbers", "--out=../other");
    await refused("feature", "halve numbers");
    expect(await readFile(path, "utf8")).toBe(source);
    expect(await readdir(join(at.root, "project"))).not.toContain("docs");
    expect(await readdir(join(at.root, "other"))).toEqual([]);
    await mkdir(join(at.root, "project/.antiphon/commands"), { recursive: true });
    await writeFile(join(at.root, "project/.antiphon/commands/handy.md"), "/doc a.ts\n");
    await refused("handy");

    expect((await printing("doc", "a.ts", "--yes")).code).toBe(0);
    const written = await readFile(path, "utf8");
    expect(written).not.toBe(source);
    await refused("undo");
    expect(await readFile(path, "utf8")).toBe(written);
    expect((await printing("undo", "--yes")).code).toBe(0);
    expect(await readFile(path, "utf8")).toBe(source);
    await refused("redo");
    expect((await printing("review", "a.ts", "--report=review.md")).code).toBeLessThan(2);
    expect(await readdir(join(at.root, "project"))).toContain("review.md");
    expect((await at.antiphon(["doc", "--help"])).out).toMatch(/only\s+--report\s+is\s+written/);
  });

  it("runs the commands of a Markdown file, with what was typed in it", async () => {
    await mkdir(join(at.root, "project/.antiphon/commands"), { recursive: true });
    const file = (name: string, text: string): Promise<void> =>
      writeFile(join(at.root, "project/.antiphon/commands", `${name}.md`), text);
    await file(
      "calm",
      "---\nsummary: Enter a mode\nargument: mode\n---\n# Calm\n\n/mode $ARGUMENTS\n/mode\n",
    );
    await file("mode", "/clear\n");
    const { out } = await at.antiphon(["calm", "brainstorm"]);
    expect(out).toContain("# 2 commands done");
    expect(out).toContain("/mode brainstorm");
    expect(out).not.toContain("$ARGUMENTS");
    expect((await at.antiphon(["calm"])).err).toContain("antiphon calm needs mode");
    expect((await at.antiphon(["calm", "$& nothing"])).code).toBe(2);
    expect((await at.antiphon(["mode"])).out).toContain("# Mode");
    expect((await at.antiphon(["/help"])).out).toContain("/calm");
  });

  it("lists modes although one can't be read, and says so of that one", async () => {
    const modes = join(at.root, "project/.antiphon/modes");
    await mkdir(modes, { recursive: true });
    await writeFile(join(modes, "broken.md"), "---\ndefault_level: ultraa\n---\nX\n");
    await writeFile(join(modes, "endless.md"), "x".repeat(100_001));
    const { code, out } = await at.antiphon(["mode", "--list"]);
    expect(code).toBe(0);
    expect(out).toMatch(/broken \| – \| Can't be read: default_level is/);
    expect(out).toMatch(/endless \| – \| Can't be read: More than 100,000 characters/);
    expect(out).toContain("token-efficient");
  });

  it("ends commands of files that run each other without end, and names the circle", async () => {
    await mkdir(join(at.root, "project/.antiphon/commands"), { recursive: true });
    const file = (name: string, text: string): Promise<void> =>
      writeFile(join(at.root, "project/.antiphon/commands", `${name}.md`), text);
    await file("one", "/two\n");
    await file("two", "/mode\n/three\n");
    await file("three", "/two\n");
    const { code, err } = await at.antiphon(["one"]);
    expect(code).toBe(1);
    expect(err).toContain("without end: /two → /three → /two.");
  });

  it("switches token-efficient mode on where its file says so", async () => {
    await at.antiphon(["init"]);
    const path = join(at.root, "project/.antiphon/modes/token-efficient.md");
    await writeFile(path, "---\ndefault_level: ultra\nauto_activate: { commands: [help] }\n---\nX\n");
    const { out, err } = await at.antiphon(["help"]);
    expect(err).toContain("Token-efficient mode for this command: auto_activate names /help");
    expect(out).not.toContain("| --- |");
    expect((await at.antiphon(["help", "--format=concise"])).out).toContain("| --- |");
    expect((await at.antiphon(["mode"])).err).toBe("");
  });

  it("counts tool definitions one by one", async () => {
    await writeFile(
      join(at.root, "project/tools.json"),
      JSON.stringify({ tools: [{ name: "a" }, { name: "b", description: "longer" }] }),
    );
    const { out } = await at.antiphon(["tokens", "tools.json"]);
    expect(out).toMatch(/\| b \| \d+ \|\n\| a \| \d+ \|\n\| all \| \d+ \|/);
    expect((await at.antiphon(["tokens", "none.json"])).err).toContain("none.json: The file can't be read.");
  });

  it("compares the levels of a command's report", async () => {
    const { out } = await at.antiphon(["tokens", "--compare", "/help mode"]);
    expect(out).toMatch(/\| default \| \d+ \| 0 % \|/);
    expect(out).toMatch(/\| ultra \| \d+ \| \d+(\.\d)? % \|/);
  });

  it("never prints a key in doctor's findings", async () => {
    await writeFile(join(at.root, "project/.env"), "ANTHROPIC_API_KEY=canary-4711-canary\n");
    const { out, err } = await at.antiphon(["doctor"]);
    expect(out).toContain("| ok | ANTHROPIC_API_KEY | set in .env |");
    expect(out + err).not.toContain("canary");
  });
});
