import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { program } from "../src/lib/program.suite.ts";

export const root = join(import.meta.dirname, "..");

/** A fenced block; `long` if the comment before it says that it installs things. */
export interface Block {
  readonly file: string;
  /** Line number, starting at 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly long: boolean;
}

export const documents = (): readonly string[] =>
  ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: root }).sort()].filter(
    (file) => !file.startsWith("docs/examples/"),
  );

export function blocksOf(file: string): readonly Block[] {
  const found: Block[] = [];
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  for (let i = 0; i < lines.length; i++) {
    const open = /^(\s*)(```+)\s*([\w-]*)/.exec(lines[i] ?? "");
    if (!open) continue;
    const start = i;
    const body: string[] = [];
    while (++i < lines.length && (lines[i] ?? "").trim() !== open[2])
      body.push((lines[i] ?? "").replace(open[1] ?? "", ""));
    const before = lines.slice(Math.max(0, start - 2), start).join("\n");
    found.push({
      file,
      line: start + 1,
      language: open[3] ?? "",
      text: `${body.join("\n")}\n`,
      long: before.includes("<!-- long -->"),
    });
  }
  return found;
}

export interface Result {
  readonly code: number;
  readonly output: string;
}

/**
 * A folder in which a reader's commands run unchanged: `antiphon` is this checkout, `npm ci` counts as done, and
 * `npm test` of this checkout counts as already running.
 */
export class Reader {
  readonly folder: string = mkdtempSync(join(tmpdir(), "antiphon-docs-"));
  readonly #bin: string = join(this.folder, ".bin");

  constructor() {
    mkdirSync(this.#bin);
    this.#program("antiphon", `exec "${process.execPath}" "${program}" "$@"`);
    this.#program(
      "npx",
      `[ "$1" = antiphon ] && { shift; exec antiphon "$@"; }\nexec "${join(root, "node_modules/.bin")}/$1" "\${@:2}"`,
    );
    this.#program(
      "npm",
      `[ "$PWD" = "${this.folder}" ] && case "$1" in ci|test) exit 0;; esac\nPATH="\${PATH#*:}" exec npm "$@"`,
    );
  }

  #program(name: string, text: string): void {
    writeFileSync(join(this.#bin, name), `#!/usr/bin/env bash\n${text}\n`);
    chmodSync(join(this.#bin, name), 0o755);
  }

  /** Runs a block with bash; ends its background processes with it. */
  run(script: string, input = ""): Promise<Result> {
    return new Promise((resolve) => {
      const child = spawn(
        "bash",
        [
          "-eo",
          "pipefail",
          "-c",
          `${script}\nstatus=$?\nfor job in $(jobs -p); do kill $job 2>/dev/null || true; done\nexit $status`,
        ],
        {
          cwd: this.folder,
          detached: true,
          env: {
            ...process.env,
            PATH: [this.#bin, process.env["PATH"]].join(delimiter),
            HOME: this.folder,
            NO_COLOR: "1",
            XDG_STATE_HOME: join(this.folder, ".state"),
            XDG_CONFIG_HOME: join(this.folder, ".config"),
          },
        },
      );
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (data: Buffer) => (output += data.toString()));
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
      child.on("exit", (code) => {
        if (child.pid !== undefined) endGroup(child.pid);
        resolve({ code: code ?? 1, output });
      });
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    return; // no process of it is left
  }
}

/** Whether a transcript's expected lines occur in the output, in order; a line `…` matches any lines. */
export function matchesTranscript(expected: string, output: string): boolean {
  const lines = output.split("\n").map((line) => line.trimEnd());
  let at = 0;
  for (const want of expected
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && line !== "…")) {
    const found = lines.findIndex((line, i) => i >= at && line === want);
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}
