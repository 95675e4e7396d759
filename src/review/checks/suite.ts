import { testPlaces } from "../../code/index.ts";
import { UserError } from "../../lib/index.ts";
import {
  readImports,
  countOf,
  failuresOf,
  isGreen,
  type Ran,
  runStep,
  ordered,
  usable,
} from "../../test-runs/index.ts";
import type { Check, Finding, Found, Ground } from "../contract.ts";
import { shellFor, together } from "../programs.ts";

const most = 10;

const suite: Check = {
  summary: "failing tests among those that use what changed",
  focus: "testing",
  reads: () => false,
  async run(ground) {
    const { workspace, changes, signal } = ground;
    const places = await testPlaces(workspace.files);
    if (places.length === 0) return nothing("no test runner that is known is set up here");
    const imports = await readImports(workspace.files);
    const targets = imports.testsOf(changes.map(({ path }) => path));
    if (targets.length === 0) return nothing("no test uses what changed");
    const shell = shellFor(ground);
    if (typeof shell === "string") return { findings: [], skipped: `the test runner ${shell}` };
    const step = { what: "tests that use what changed", targets: usable(targets) };
    const all: Found[] = [];
    for (const { place, step: part } of ordered([step], places)) {
      const ran = await runStep({ ...workspace, shell }, part, { place, signal }).catch(notStarted);
      signal.throwIfAborted();
      const tests = new Set(part.targets.length ? part.targets : targets);
      const read = changes.flatMap(({ path }) =>
        imports.testsOf([path]).some((test) => tests.has(test)) ? [path] : [],
      );
      all.push(typeof ran === "string" ? { findings: [], skipped: ran } : foundIn(ran, read, ground));
    }
    return together(all);
  },
};
export default suite;

const nothing = (unneeded: string): Found => ({ findings: [], unneeded });

function notStarted(error: unknown): string {
  if (error instanceof UserError) return `tests: ${error.message}`;
  throw error;
}

function foundIn(ran: Ran, read: readonly string[], { changes }: Ground): Found {
  const failed = failuresOf(ran);
  const passed = isGreen(ran);
  const counts = `${countOf(ran, "passed")} passed, ${failed.length} failed`;
  const claim = ran.broken ? `${ran.place.runner}: no result` : `${ran.place.runner}: ${counts}`;
  const { path = "" } = changes[0] ?? {};
  const findings = failed.slice(0, most).map(({ name, file, line, message = "" }): Finding => ({
    file: file || path,
    line: file ? (line ?? 1) : 1,
    severity: "important",
    rule: "test-failed",
    reason: `The test ${JSON.stringify(name)} fails: ${message.trim().split("\n")[0]?.slice(0, 200) ?? ""}`,
    suggestion: file ? `See why: /fix ${file}` : "See why: /fix",
  }));
  return {
    findings,
    runs: [{ run: ran.run, claim, passed, read: ran.broken ? [] : read }],
    ...(!passed && failed.length === 0 && { skipped: `${ran.place.runner}: ${ran.broken ?? "nothing ran"}` }),
  };
}
