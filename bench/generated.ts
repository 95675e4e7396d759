/**
 * Compares the generated Express and FastAPI servers with hand-written ones of the same API, and Express' validated
 * create with express-openapi-validator and with plain Express, the upper limit for any validator:
 * `npx node bench/generated.ts [ROUNDS] [SECONDS]`. All keep records in memory. Rounds are interleaved pairs. Prints
 * the median of their ratios and its 95 % confidence interval: of requests per second and, on Linux, of requests per
 * second of the server's processor time, which a busy machine distorts less.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { definitionFromYaml } from "../src/api/index.ts";
import { table } from "../src/lib/index.ts";
import { choose, type Database } from "../src/generate/index.ts";
import { filesOf, freePort, install, remove, write } from "../tests/generated/harness.ts";
import { pythonPrograms } from "../tests/generated/venv.ts";
import { memory } from "./generated/memory.ts";
import { memoryInPython } from "./generated/memory-python.ts";

const rounds = Number(process.argv[2] ?? 15);
const seconds = Number(process.argv[3] ?? 1);
const connections = 16;

const api = definitionFromYaml(
  `title: Tasks
resources:
  Task:
    fields:
      title: string required 1..200
      description: text
      status: enum(open, done) = open
      priority: integer 1..5 = 3
      dueDate: date
`,
  "tasks.yaml",
);

/** Returns the files of a variant whose database is memory. */
function filesInMemory(framework: string, database: Database) {
  const variant = choose({ framework, database: "postgres", testFramework: undefined });
  const databases = table({ postgres: () => Promise.resolve({ default: database }) });
  return filesOf(api, { ...variant, ecosystem: { ...variant.ecosystem, databases } });
}

const body = {
  title: "Write it down",
  description: "Before it is forgotten",
  priority: 2,
  dueDate: "2026-12-31",
};
const agent = new Agent({ keepAlive: true, maxSockets: connections });

interface Answer {
  readonly status: number;
  readonly text: string;
}

const send = (port: number, method: string, path: string, sent?: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = sent && JSON.stringify(sent);
    const headers = text
      ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
      : {};
    const call = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      let answer = "";
      response.setEncoding("utf8").on("data", (part: string) => (answer += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: answer }));
    });
    call.on("error", reject).end(text);
  });

async function expected(status: number, answer: Promise<Answer>): Promise<string> {
  const { status: got, text } = await answer;
  if (got !== status) throw new Error(`${got} instead of ${status}: ${text}`);
  return text;
}

/** Runs one of each operation on a new record. */
async function everything(port: number): Promise<number> {
  const { id } = JSON.parse(await expected(201, send(port, "POST", "/api/tasks", body)));
  await expected(200, send(port, "GET", `/api/tasks/${id}`));
  await expected(200, send(port, "PUT", `/api/tasks/${id}`, { ...body, status: "done" }));
  await expected(200, send(port, "GET", "/api/tasks?limit=10&status=open&sort=-priority"));
  await expected(204, send(port, "DELETE", `/api/tasks/${id}`));
  return 5;
}

async function create(port: number): Promise<number> {
  await expected(201, send(port, "POST", "/api/tasks", body));
  return 1;
}

interface Server {
  readonly port: number;
  readonly child: ChildProcess;
}

/** Returns the processor milliseconds of a process; not available everywhere. */
function spent({ child }: Server): number {
  try {
    return Number(readFileSync(`/proc/${child.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Returns requests per second over all connections: by the clock, and by the server's processor time. */
async function rate(
  server: Server,
  work: (port: number) => Promise<number>,
): Promise<readonly [number, number]> {
  const { port } = server;
  const before = spent(server);
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - start < 1000 * seconds) {
        const finished = await work(port);
        done += finished; // read after waiting: others have counted meanwhile
      }
    }),
  );
  return [(1000 * done) / (performance.now() - start), (1000 * done) / (spent(server) - before)];
}

async function start(root: string, program: string, args: readonly string[]): Promise<Server> {
  const port = await freePort();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (let tries = 0; tries < 200; tries++) {
    const answer = await send(port, "GET", "/healthz").catch(() => undefined);
    if (answer?.status === 200) return { port, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`${args.join(" ")} did not start.`);
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns the ranks that contain the median with 95 % confidence (normal approximation of the binomial). */
function interval(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const low = Math.max(0, Math.floor(sorted.length / 2 - reach));
  return [sorted[low] ?? 0, sorted[sorted.length - 1 - low] ?? 0];
}

type Rates = readonly [byClock: number, byProcessor: number];

function tell(what: string, pairs: readonly (readonly [Rates, Rates])[]): void {
  for (const [index, unit] of ["a second", "a second of processor time"].entries()) {
    const of = (side: 0 | 1): readonly number[] => pairs.map((pair) => pair[side][index] ?? Number.NaN);
    const ratios = of(0).map((rate, round) => rate / (of(1)[round] ?? Number.NaN));
    if (ratios.some(Number.isNaN)) continue;
    const [low, high] = interval(ratios).map((ratio) => ratio.toFixed(2));
    console.log(
      `${what}, ${unit}: ${middle(ratios).toFixed(2)} (${low} to ${high}; ${Math.round(middle(of(0)))} and ${Math.round(middle(of(1)))}, ${pairs.length} pairs)`,
    );
  }
}

async function compare(
  what: string,
  [ours, other]: readonly [Server, Server],
  work: (port: number) => Promise<number>,
): Promise<void> {
  for (const server of [ours, other]) await rate(server, work);
  const pairs: (readonly [Rates, Rates])[] = [];
  for (let round = 0; round < rounds; round++) {
    // Alternates which goes first.
    const first = round % 2 ? other : ours;
    const a = await rate(first, work);
    const b = await rate(first === ours ? other : ours, work);
    pairs.push(first === ours ? [a, b] : [b, a]);
  }
  tell(what, pairs);
}

const children: ChildProcess[] = [];

/** Starts servers that end with this program. */
async function started(root: string, program: string, commands: readonly (readonly string[])[]) {
  const servers: Server[] = [];
  for (const args of commands) {
    const server = await start(root, program, args);
    children.push(server.child);
    servers.push(server);
  }
  return servers as [Server, Server]; // one per command
}

const besideHand = "all operations, generated against written by hand";

async function expressServers(): Promise<void> {
  const files = await filesInMemory("express", memory);
  const manifest = JSON.parse(files.find(({ path }) => path === "package.json")?.text ?? "{}");
  manifest.dependencies["express-openapi-validator"] = "5.6.2";
  const root = write(files);
  roots.push(root);
  await install(root, JSON.stringify(manifest));
  for (const name of ["handwritten.mjs", "create.mjs"])
    copyFileSync(join(import.meta.dirname, "generated", name), join(root, name));
  const generated = ["--import", "@oxc-node/core/register", "src/server.ts"];
  const [ours, handwritten] = await started(root, process.execPath, [generated, ["handwritten.mjs"]]);
  await compare(`Express, ${besideHand}`, [ours, handwritten], everything);
  const [validator, bare] = await started(root, process.execPath, [
    ["create.mjs", "validated"],
    ["create.mjs"],
  ]);
  await compare("validated create, generated against express-openapi-validator", [ours, validator], create);
  await compare(
    "create, Express without a check against express-openapi-validator",
    [bare, validator],
    create,
  );
}

async function fastApiServers(): Promise<void> {
  const root = write(await filesInMemory("fastapi", memoryInPython));
  roots.push(root);
  copyFileSync(join(import.meta.dirname, "generated", "handwritten.py"), join(root, "handwritten.py"));
  const python = join(await pythonPrograms(), "python");
  const pair = await started(root, python, [["-m", "src.server"], ["handwritten.py"]]);
  await compare(`FastAPI, ${besideHand}`, pair, everything);
}

const roots: string[] = [];
try {
  await fastApiServers();
  await expressServers();
} finally {
  for (const child of children) child.kill();
  agent.destroy();
  roots.forEach(remove);
}
