import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const hasTmux: boolean = spawnSync("tmux", ["-V"]).status === 0;
const main = join(import.meta.dirname, "main.ts");
const prompt = / · builtin › \s*$/;

/** The prompt in a tmux pane, 120 columns wide, with its own project and settings. */
export interface Pane {
  project(path: string): string;
  start(...args: readonly string[]): Promise<void>;
  key(name: string): void;
  /** Sends one key at a time: a Tab among other characters is text, as in a paste. */
  type(text: string): void;
  /** Returns the pane's content as soon as it shows what is wanted; fails after about 30 seconds. */
  until(pattern: RegExp | string): Promise<string>;
  /** Types a line and waits for its output, and for the next prompt. */
  enter(line: string, pattern: RegExp | string): Promise<void>;
  /** Ends the program in the pane, so that it can be started again. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export async function pane(): Promise<Pane> {
  const socket = `antiphon-${process.pid}`;
  const folder = await mkdtemp(join(tmpdir(), "antiphon-tmux-"));
  await mkdir(join(folder, "project"));
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8" });
  const screen = (): string => tmux("capture-pane", "-p", "-J", "-S", "-500", "-t", "a");
  const key = (name: string): void => void tmux("send-keys", "-t", "a", name);
  const type = (text: string): void => void tmux("send-keys", "-t", "a", "-l", text);

  async function until(pattern: RegExp | string): Promise<string> {
    for (let tries = 0; tries < 600; tries++) {
      const text = screen();
      if (typeof pattern === "string" ? text.includes(pattern) : pattern.test(text)) return text;
      await sleep(50);
    }
    throw new Error(`waited for ${String(pattern)}, saw:\n${screen()}`);
  }

  return {
    project: (path) => join(folder, "project", path),
    key,
    type,
    until,
    async start(...args) {
      const variables = [
        `ANTIPHON_STATE=${join(folder, "state")}`,
        `ANTIPHON_SETTINGS=${join(folder, "settings")}`,
      ];
      const command = ["env", ...variables, process.execPath, main, ...args, "; echo left with $?; sleep 60"];
      const size = ["-x", "120", "-y", "50", "-s", "a", "-c", join(folder, "project")];
      tmux("new-session", "-d", ...size, command.join(" "));
      await until(/ · builtin › $/m);
    },
    async enter(line, pattern) {
      type(line);
      await until(line.slice(0, 60));
      key("Enter");
      await until(pattern);
      await until(prompt);
    },
    async leave() {
      key("C-d");
      await until("left with 0");
      tmux("kill-session", "-t", "a");
    },
    async close() {
      spawnSync("tmux", ["-L", socket, "kill-server"]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
