/**
 * How many one-line bugs of QuixBugs' Python programs the search for one-line changes repairs:
 * `npx node bench/mutation.ts FOLDER` with a checkout of jkoppel/QuixBugs. A patch counts when its program passes all its
 * test cases; whether it is right is another question, which is why a patch is only offered. Programs that work on graphs
 * have no test cases in data and are left out, as is usual.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detectProject } from "../src/code/index.ts";
import { testsProbe } from "../src/commands/fix/probes.ts";
import { repaired } from "../src/commands/fix/mutation/repair.ts";
import { systemClock } from "../src/lib/index.ts";
import { openWorkspace } from "../src/workspace/index.ts";

const source = process.argv[2] ?? "";
const only = process.argv[3];
const root = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const signal = new AbortController().signal;
const names = readdirSync(join(source, "json_testcases"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5))
  .sort();
let solved = 0;
let all = 0;
const times: number[] = [];

try {
  for (const name of names) {
    if (only !== undefined && name !== only) continue;
    const folder = join(root, name);
    mkdirSync(folder);
    writeFileSync(
      join(folder, `${name}.py`),
      readFileSync(join(source, "python_programs", `${name}.py`), "utf8"),
    );
    writeFileSync(
      join(folder, "cases.json"),
      `[${readFileSync(join(source, "json_testcases", `${name}.json`), "utf8")
        .trim()
        .split("\n")
        .join(",")}]`,
    );
    writeFileSync(
      join(folder, `test_${name}.py`),
      `import json, types\nfrom ${name} import ${name}\n\ndef plain(value):\n    if isinstance(value, types.GeneratorType):\n        value = list(value)\n    return json.loads(json.dumps(value, default=list))\n\ndef test_${name}():\n    for given, wanted in json.load(open("cases.json")):\n        given = given if isinstance(given, list) else [given]\n        got = plain(${name}(*given))\n        assert got == wanted or (isinstance(got, float) and abs(got - wanted) < 1e-6)\n`,
    );
    const workspace = await openWorkspace(folder, {
      state: join(root, "state"),
      clock: systemClock,
      shell: { environment: { PATH: process.env["PATH"], HOME: root }, sandbox: "none" },
    });
    if (!workspace.shell) throw new Error("no shell");
    const runnable = { ...workspace, shell: workspace.shell };
    const [runner = ""] = (await detectProject(workspace.files)).runners;
    // A program that never ends has failed too; its test alone is what is run for each change.
    const limited = {
      ...runnable,
      shell: {
        run: (command: Parameters<typeof runnable.shell.run>[0], options = {}) =>
          runnable.shell.run(command, { milliseconds: 15_000, ...options }),
      },
    };
    const probe = await testsProbe({ workspace: limited, signal }, []);
    const seen = await probe?.see();
    const problems = (seen?.problems ?? []).map((one) =>
      one.code === "broken" ? { ...one, test: `test_${name}.py ${name}`, message: `${name}.py:1` } : one,
    );
    if (problems.length === 0) continue; // its test cases don't show the bug
    all++;
    const started = performance.now();
    const result = await repaired(problems, { workspace: runnable, runner, signal });
    const seconds = (performance.now() - started) / 1000;
    const good = (result?.patches.length ?? 0) > 0;
    if (good) times.push(seconds);
    solved += good ? 1 : 0;
    console.log(
      `${good ? "repaired" : "not     "} ${name} (${seconds.toFixed(1)} s, ${result?.tried ?? 0} tried)`,
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
console.log(`${solved} of ${all} repaired, median ${median.toFixed(1)} s`);
