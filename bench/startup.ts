/**
 * Measures the release's time for `--help` and for showing its prompt, compared with `node -e 0`: by the clock, and in
 * processor time, which a busy machine affects less. Build first:
 * `npm run build && npx node bench/startup.ts [ROUNDS]`. Runs are interleaved, and medians are compared.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { record } from "./figures.ts";

const runs = Number(process.argv[2] ?? 30);
const root = join(import.meta.dirname, "..");
if (!existsSync(join(root, "dist", "cli.js"))) throw new Error("Run npm run build first.");

/** A copy of the package: the program and the build, without sources. */
const home = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
cpSync(join(root, "bin"), join(home, "bin"), { recursive: true });
cpSync(join(root, "package.json"), join(home, "package.json"));
symlinkSync(join(root, "dist"), join(home, "dist"));
const release = join(home, "bin", "antiphon.js");
const env = {
  ...process.env,
  ANTIPHON_STATE: join(home, "state"),
  ANTIPHON_SETTINGS: join(home, "settings"),
};

const cases = {
  "node -e 0": ["-e", "0"],
  "antiphon --help": [release, "--help"],
  "antiphon --version": [release, "--version"],
  "antiphon (to the prompt)": [release],
} as const;

interface Run {
  readonly clock: number;
  readonly processor: number;
}
const times = new Map(Object.keys(cases).map((name) => [name, [] as Run[]]));

/** Measures one run in milliseconds; the shell's `time` reports the child's processor time. */
function measured(args: readonly string[]): Run {
  const started = performance.now();
  const line = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1 </dev/null';
  const { status, stderr } = spawnSync("bash", ["-c", line, "bash", process.execPath, ...args], {
    cwd: home,
    env,
  });
  const clock = performance.now() - started;
  const used = String(stderr).trim().split(" ").map(Number);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return { clock, processor: 1000 * used.reduce((sum, one) => sum + one, 0) };
}

for (let run = 0; run < runs; run++)
  for (const [name, args] of Object.entries(cases)) times.get(name)?.push(measured(args));
rmSync(home, { recursive: true });

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
const of = (name: string, what: keyof Run): number => median((times.get(name) ?? []).map((run) => run[what]));
const cell = (name: string, what: keyof Run): string =>
  `${of(name, what).toFixed(0).padStart(5)} ms  ${(of(name, what) / of("node -e 0", what)).toFixed(2)} ×`;
console.log(`${"".padEnd(26)}  by the clock       of the processor`);
for (const name of times.keys())
  console.log(`${name.padEnd(26)} ${cell(name, "clock")}  ${cell(name, "processor")}`);
for (const name of [...times.keys()].slice(1)) {
  const peer = { name: "node -e 0", value: of("node -e 0", "clock") };
  record({ what: name, value: of(name, "clock"), unit: "ms", better: "less", peer });
}
