/** Measures what a sandbox adds to a call: `node bench/sandbox.ts [calls]` runs `true` without and in each sandbox. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "../src/workspace/index.ts";

const calls = Number(process.argv[2] ?? 30);
const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const base = await mkdtemp(join(tmpdir(), "antiphon-bench-"));
for (const sandbox of ["none", "bubblewrap", "srt"] as const) {
  const options = { state: join(base, "state"), clock, shell: { environment: process.env, sandbox } };
  const { shell, shellMissing } = await openWorkspace(join(base, "project"), options);
  const times: number[] = [];
  for (let call = shell ? 0 : calls; call < calls; call++) {
    const started = performance.now();
    await shell?.run(["true"]);
    times.push(performance.now() - started);
  }
  const [median] = times.sort((a, b) => a - b).slice(Math.floor(times.length / 2));
  console.log(
    `${sandbox.padEnd(11)} ${median === undefined ? shellMissing : `${median.toFixed(1)} ms a call (median of ${calls})`}`,
  );
}
await rm(base, { recursive: true, force: true });
