/**
 * How long the release takes to say `--help`, and to show its prompt, against bare `node -e 0`. Build first:
 * `npm run build && npx node bench/startup.ts`. Runs are interleaved and medians compared, so that a busy machine
 * disturbs all alike.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const runs = Number(process.argv[2] ?? 30);
const release = join(import.meta.dirname, "..", "dist", "cli.js");
if (!existsSync(release)) throw new Error("Run npm run build first.");
const home = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
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

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;

const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]));
for (let run = 0; run < runs; run++) {
  for (const [name, args] of Object.entries(cases)) {
    const started = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: home, env, input: "" });
    if (status !== 0) throw new Error(`${name}: ${String(stderr)}`);
    times.get(name)?.push(performance.now() - started);
  }
}
rmSync(home, { recursive: true });
const base = median(times.get("node -e 0") ?? []);
for (const [name, all] of times)
  console.log(
    `${name.padEnd(26)} ${median(all).toFixed(1).padStart(7)} ms  ${(median(all) / base).toFixed(2)} ×`,
  );
