import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { homeFolder } from "../lib/index.ts";
import { program } from "../lib/program.suite.ts";
import { processHost } from "./process.ts";

const sandboxed = spawnSync("bwrap", ["--version"]).status === 0;

describe("a process", () => {
  it("starts from its sources as it does where it is released", () => {
    const sources = join(import.meta.dirname, "../../bin/antiphon.js");
    const [one, other] = [sources, program].map((path) =>
      spawnSync(process.execPath, [path, "help", "/doc"], { encoding: "utf8" }),
    );
    expect(one?.stdout).toContain("/doc");
    expect(one).toMatchObject({ status: 0, stdout: other?.stdout, stderr: "" });
  });

  it("shows control characters of a project's settings, and doesn't let the terminal obey them", () => {
    const root = mkdtempSync(join(tmpdir(), "antiphon-controls-"));
    try {
      mkdirSync(join(root, ".antiphon"));
      const env = {
        ...process.env,
        ANTIPHON_STATE: join(root, "state"),
        ANTIPHON_SETTINGS: join(root, "own"),
      };
      const settings = (text: string): string => {
        writeFileSync(join(root, ".antiphon/settings.yaml"), text);
        const { stdout, stderr } = spawnSync(process.execPath, [program, "mode"], { cwd: root, env });
        return `${stdout.toString()}${stderr.toString()}`;
      };
      const hook = settings('hooks: [{ files: "\\e[2Kx\\e]0;t\\a\\u202e", run: ["\\e[1A"] }]');
      const wrong = settings('"\\e[31mred": 1');
      expect(hook).toContain("asks to run");
      expect(wrong).toContain("There is no setting");
      expect(`${hook}${wrong}`.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});

describe("folders of the user", () => {
  it("are never the project's, whose packages and settings would be loaded", () => {
    for (const name of ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"]) vi.stubEnv(name, ".");
    vi.stubEnv("ANTIPHON_SETTINGS", "");
    vi.stubEnv("ANTIPHON_STATE", "");
    const { folders } = processHost();
    vi.unstubAllEnvs();
    expect(folders.settings).toBe(join(homeFolder(), ".config", "antiphon"));
    expect(Object.values(folders).map((path) => isAbsolute(path))).toEqual([true, true, true]);
    expect([homeFolder(""), homeFolder("share"), homeFolder("/home/x")].map(isAbsolute)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("lines of the prompt", () => {
  it("may ask for the version, and look for models, as the command line may", () => {
    const root = mkdtempSync(join(tmpdir(), "antiphon-prompt-"));
    const env = { ...process.env, ANTIPHON_STATE: join(root, "state"), ANTIPHON_SETTINGS: join(root, "own") };
    const input = "version\n/version\n--version\n/connect --url=http://127.0.0.1:9/v1\n";
    const run = spawnSync(process.execPath, [program], { cwd: root, env, input, encoding: "utf8" });
    rmSync(root, { recursive: true, force: true });
    expect(run.stdout).toMatch(/^(\d+\.\d+\.\d+\S*)\n\1\n\1\n# No model answers\n/);
    expect(run.stdout).toContain("http://127.0.0.1:9/v1/models");
    expect(run.stderr).toBe("");
  });
});

describe("what isn't there", () => {
  it.runIf(existsSync("/proc/self"))("is told where no folder of that name can be made", () => {
    const env = { ...process.env, ANTIPHON_STATE: "/proc/antiphon" };
    const { status, stderr } = spawnSync(process.execPath, [program, "mode"], { env });
    expect({ status, said: stderr.toString() }).toEqual({
      status: 1,
      said: "antiphon: /proc/antiphon: no folder can be made there.\n  Name another one.\n",
    });
  });

  it.runIf(existsSync("/dev/full"))("tells in a sentence that its output has no room", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [program, "help"], {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect({ status, said: stderr.toString() }).toEqual({
      status: 1,
      said: "antiphon: What stdout leads to: the disk is full.\n  Make room, and run this again.\n",
    });
  });

  it.runIf(process.platform === "linux")("tells in a sentence that its folder is gone", () => {
    const root = mkdtempSync(join(tmpdir(), "antiphon-gone-"));
    const line = 'rmdir "$PWD"; exec "$0" "$1" mode';
    const { status, stderr } = spawnSync("sh", ["-c", line, process.execPath, program], { cwd: root });
    expect({ status, said: stderr.toString() }).toEqual({
      status: 1,
      said: "antiphon: The current folder no longer exists.\n  Change to another folder, and run this again.\n",
    });
  });
});

describe("a signal", () => {
  let base: string;
  let root: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "antiphon-signals-"));
    root = join(base, "project");
    mkdirSync(root);
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    rmSync(base, { recursive: true, force: true });
  });

  const start = (...args: readonly string[]): ChildProcess => {
    const folders = { ANTIPHON_STATE: join(base, "state"), ANTIPHON_SETTINGS: join(base, "settings") };
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...process.env, ...folders },
    });
    children.push(child);
    return child;
  };

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends a command and what it runs, with code %i", async (name, code) => {
    writeFileSync(join(root, "package.json"), '{"name":"slow","scripts":{"test":"node --test"}}');
    writeFileSync(
      join(root, "slow.test.js"),
      `setInterval(() => require("node:fs").writeFileSync(__dirname + "/alive", String(Date.now())), 50);
       require("node:test")("waits", () => new Promise((done) => setTimeout(done, 50_000)));`,
    );
    const child = start("test", "all", ...(sandboxed ? [] : ["--no-sandbox"]));
    while (!existsSync(join(root, "alive")) && child.exitCode === null) await sleep(50);
    const ended = once(child, "exit");
    child.kill(name);
    expect(await ended).toEqual([code, null]);
    rmSync(join(root, "alive"), { force: true });
    await sleep(300);
    expect(existsSync(join(root, "alive"))).toBe(false);
  });

  it("SIGINT ends a command that waits for an answer, though more could come", async () => {
    const child = start("api-gen", "Task");
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
    while (!text.includes("Generate this API?") && child.exitCode === null) await sleep(50);
    const ended = once(child, "exit");
    child.kill("SIGINT");
    expect(await ended).toEqual([130, null]);
    expect(text).toContain("Interrupted");
    expect(text).not.toContain("Nobody answered");
  });

  it("serves a model whose service starts later", async () => {
    const key = "sk-not-for-logs";
    const child = start("serve", "--port=0", `--key=${key}`, "--model=openai:http://127.0.0.1:9/v1");
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
    while (!text.includes("curl") && child.exitCode === null) await sleep(50);
    const url = /http:\/\/\S+\/v1\/messages/.exec(text)?.[0] ?? "";
    const headers = { "content-type": "application/json", "x-api-key": key };
    const body = JSON.stringify({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] });
    const answer = await fetch(url, { method: "POST", headers, body });
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({
      status: 500,
      text: expect.stringContaining("can't be reached") as string,
    });
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    expect(text).toContain("http://127.0.0.1:9 can't be reached. Requests are answered");
    expect(text).not.toContain(key);
  });

  it("lets a server finish the answer that is under way", async () => {
    const child = start("serve", "--port=0", "--model=fault:slow_stream");
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
    while (!text.includes("curl")) await sleep(50);
    const url = /http:\/\/\S+\/v1\/messages/.exec(text)?.[0] ?? "";
    const messages = [{ role: "user", content: "Say hello, and then say it once more." }];
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "builtin", max_tokens: 100, stream: true, messages }),
    });
    const ended = once(child, "exit");
    child.kill("SIGINT");
    expect(await answer.text()).toContain("message_stop");
    expect(await ended).toEqual([0, null]);
  });
});
