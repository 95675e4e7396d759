import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const installed = spawnSync("tmux", ["-V"]).status === 0;
const main = join(import.meta.dirname, "main.ts");

describe.skipIf(!installed)("the prompt, on a pseudo-terminal of tmux", () => {
  const socket = `antiphon-${process.pid}`;
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-tmux-"));
    await mkdir(join(folder, "project"));
  });
  afterEach(async () => {
    spawnSync("tmux", ["-L", socket, "kill-server"]);
    await rm(folder, { recursive: true, force: true });
  });

  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8" });
  const screen = (): string => tmux("capture-pane", "-p", "-J", "-S", "-500", "-t", "a");
  const project = (path: string): string => join(folder, "project", path);

  async function start(...args: readonly string[]): Promise<void> {
    const variables = [
      `ANTIPHON_STATE=${join(folder, "state")}`,
      `ANTIPHON_SETTINGS=${join(folder, "settings")}`,
    ];
    const command = [
      "env",
      ...variables,
      process.execPath,
      main,
      ...args,
      ";",
      "echo",
      "left with $?",
      ";",
      "sleep",
      "60",
    ];
    tmux(
      "new-session",
      "-d",
      "-x",
      "120",
      "-y",
      "50",
      "-s",
      "a",
      "-c",
      join(folder, "project"),
      command.join(" "),
    );
    await until(/ · builtin › $/m);
  }
  const key = (name: string): string => tmux("send-keys", "-t", "a", name);
  /** One key at a time: a Tab among other characters is text, as in what is pasted. */
  const type = (text: string): string => tmux("send-keys", "-t", "a", "-l", text);

  async function until(wanted: RegExp | string): Promise<string> {
    for (let tries = 0; tries < 600; tries++) {
      const text = screen();
      if (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)) return text;
      await sleep(50);
    }
    throw new Error(`waited for ${String(wanted)}, saw:\n${screen()}`);
  }
  async function enter(line: string, wanted: RegExp | string): Promise<void> {
    type(line);
    await until(line.slice(0, 60));
    key("Enter");
    await until(wanted);
    await until(/ · builtin › \s*$/);
  }

  it(
    "walks through completion, modes, questions, undo, interruption and resumption",
    { retry: 2 },
    async () => {
      await start();
      type("/mod");
      key("Tab");
      await until("/mode");
      type(" tok");
      await until("/mode tok");
      key("Tab");
      await until("/mode token-efficient ");
      key("Enter");
      await until("token-efficient · builtin › ");

      await enter("/mdoe", "did you mean mode?");
      type("/api-gen Task --fra");
      await until("--fra");
      key("Tab");
      await until("--framework=");
      type("exp");
      await until("--framework=exp");
      key("Tab");
      await until("--framework=express");

      key("Enter");
      await until("[y/n/e]");
      key("C-c");
      await until("Interrupted.");
      expect(existsSync(project("src"))).toBe(false);

      type("/api-gen Task");
      await until("› /api-gen Task");
      key("Enter");
      await until(/\[y\/n\/e\] $(?![\s\S]*Interrupted)/m);
      await enter("n", "Nothing was written");
      expect(existsSync(project("src"))).toBe(false);

      await enter("/api-gen Task --yes --quiet", "builtin › ");
      expect(existsSync(project("src/models/task.ts"))).toBe(true);
      await enter("/undo", "removed");
      expect(existsSync(project("src"))).toBe(false);
      await enter("/redo", "created");
      expect(existsSync(project("src/models/task.ts"))).toBe(true);

      type("/help not this");
      await until("/help not this");
      key("C-c");
      key("C-d");
      await until("left with 0");
      tmux("kill-session", "-t", "a");

      await start("--continue");
      await until("token-efficient · builtin › ");
      key("Up");
      await until("› /redo");
      key("C-c");
      await enter("/mode default", "default · builtin › ");
      key("C-d");
      await until("left with 0");
    },
  );
});
