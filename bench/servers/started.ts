/** Starts generated servers as processes, for measurements. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSpec, type Spec } from "../../src/api/index.ts";
import type { ServerOfSpec } from "../../src/generate/index.ts";
import { freePort } from "../../tests/generated/harness.ts";
import { flag } from "../words.ts";

/** Returns specifications in a folder: all, every n-th, or the first of a seeded shuffle. */
export function filesIn(folder: string): readonly string[] {
  const seed = flag("seed");
  const rank = (file: string): string =>
    seed === undefined ? file : createHash("sha256").update(`${seed}\n${file}`).digest("hex");
  return globSync("**/*.json", { cwd: folder })
    .filter((file) => file !== "index.json" && statSync(join(folder, file)).isFile())
    .toSorted()
    .filter((file) => file.includes(flag("only") ?? ""))
    .filter((_, i) => i % Number(flag("every") ?? 1) === 0)
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

export const specIn = async (folder: string, file: string): Promise<Spec> =>
  (await readSpec(file, (path) => Promise.resolve(readFileSync(join(folder, path), "utf8")))).spec;

/** What a framework's project runs with. */
export interface Runtime {
  readonly framework: string;
  /** Folder of packages; `undefined` for those of this repository. */
  readonly modules: string | undefined;
  readonly python: string | undefined;
}

const commandOf = ({ framework, python }: Runtime): readonly string[] =>
  ({
    nestjs: [process.execPath, "--import", "@oxc-node/core/register", "src/server.ts"],
    fastapi: [python ?? "python3", "-m", "src.server"],
  })[framework] ?? [process.execPath, "src/server.ts"];

/** Returns values for every required environment variable. */
function settings(example: string): Readonly<Record<string, string>> {
  const names = [...example.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  const set: Record<string, string> = { JWT_SECRET: "a secret of 32 characters or more here" };
  for (const name of names) {
    if (/_KEYS$|_USERS$/.test(name)) set[name] = "a:key";
    if (/^JWT_(ISSUER|AUDIENCE)$/.test(name)) set[name] = "api";
  }
  return set;
}

/** Returns the processor seconds that a process has used so far. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export interface Started {
  readonly url: string;
  /** Processor seconds until the first answer. */
  readonly boot: number;
  /** Returns its output so far, as far as it mentions errors. */
  log(): string;
  stop(): void;
}

/** Starts a generated server; throws if it does not answer within two minutes. */
export async function started(made: ServerOfSpec, runtime: Runtime): Promise<Started> {
  const root = mkdtempSync(join(tmpdir(), "antiphon-bench-server-"));
  for (const { path, text } of made.files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const modules = runtime.modules ?? join(import.meta.dirname, "../../node_modules");
  if (runtime.framework !== "fastapi") symlinkSync(modules, join(root, "node_modules"));
  const port = await freePort();
  const example = made.files.find(({ path }) => path === ".env.example")?.text ?? "";
  const [program = "", ...args] = commandOf(runtime);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...settings(example), PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      const text = String(data);
      if (/error|Error/.test(text)) log = (log + text).slice(-100_000);
    });
  const stop = (): void => {
    child.kill(runtime.framework === "fastapi" ? "SIGTERM" : "SIGKILL");
    rmSync(root, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    const until = performance.now() + 120_000;
    while (performance.now() < until && child.exitCode === null) {
      // Any response will do, whatever the document defines at that path.
      const answer = await fetch(`${url}/openapi.json`).catch(() => undefined);
      if (answer) return { url, boot: processorTime(child.pid ?? 0), log: () => log, stop };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(log.split("\n").find((line) => /Error/.test(line)) ?? "it did not listen");
  } catch (error) {
    stop();
    throw error;
  }
}
