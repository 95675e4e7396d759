/** Writes, installs, checks and starts generated projects. */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fromName, withBearer, type ApiDefinition } from "../../src/api/index.ts";
import { combine, generate, variants, type GeneratedFile, type Variant } from "../../src/generate/index.ts";
import type { Files } from "../../src/workspace/index.ts";

export interface Finished {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end; its output is one text. */
export const run = (
  command: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<Finished> =>
  new Promise((resolve) => {
    const [program = "", ...args] = command;
    const { NODE_OPTIONS: _, VITEST: __, ...inherited } = process.env;
    const child = spawn(program, args, {
      cwd,
      env: { ...inherited, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });

/** A folder in which nothing is found. */
const nothing: Pick<Files, "tryRead" | "find"> = {
  tryRead: () => Promise.resolve(null),
  async *find() {},
};

/** One API of the named resources, as the lexicon knows them or proposes. */
export async function apiOf(names: readonly string[], auth = false): Promise<ApiDefinition> {
  const readings = await Promise.all(names.map((name) => fromName(name, nothing as Files)));
  const [first, ...rest] = readings.map(({ api }) => api);
  if (!first) throw new Error("Name a resource.");
  const api = combine(first, ...rest);
  return auth ? withBearer(api) : api;
}

export const filesOf = (api: ApiDefinition, variant: Variant): Promise<readonly GeneratedFile[]> =>
  generate(api, variant, {
    name: "generated-api",
    previous: undefined,
    project: undefined,
    auth: Object.keys(api.securitySchemes).length > 0,
  });

export function write(files: readonly GeneratedFile[]): string {
  const root = mkdtempSync(join(tmpdir(), "antiphon-generated-"));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** What is installed for generated projects is kept between runs. */
export const installedFolder = (): string =>
  process.env["ANTIPHON_INSTALLED"] ?? join(tmpdir(), "antiphon-installed");
const cache = installedFolder();

/** The folder that the packages of a manifest are in; projects of one manifest share it. */
async function installed(manifest: string): Promise<string> {
  const shared = join(cache, createHash("sha256").update(manifest).digest("hex").slice(0, 16));
  if (existsSync(shared)) return shared;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, "fresh-"));
  writeFileSync(join(fresh, "package.json"), manifest);
  const { code, output } = await run(
    ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"],
    fresh,
  );
  if (code !== 0) throw new Error(output);
  // Another worker may have been as quick.
  if (existsSync(shared)) remove(fresh);
  else renameSync(fresh, shared);
  return shared;
}

/** Gives a project its packages. */
export async function install(root: string, manifest: string): Promise<void> {
  symlinkSync(join(await installed(manifest), "node_modules"), join(root, "node_modules"));
}

type Section = "dependencies" | "devDependencies";
type Manifest = Readonly<Record<Section, Readonly<Record<string, string>>>>;

/** One package file with what every generated project in TypeScript needs: versions are exact, and the same in all. */
async function manifestOfAll(): Promise<string> {
  const own = variants.filter(({ testFramework }) => testFramework !== "pytest");
  const projects = await Promise.all(
    [false, true].flatMap((auth) =>
      own.map(async (variant) => filesOf(await apiOf(["User"], auth), variant)),
    ),
  );
  const manifests = projects
    .flat()
    .filter(({ path }) => path === "package.json")
    .map(({ text }) => JSON.parse(text) as Manifest); // what the generator writes
  const all = (section: Section): Record<string, string> =>
    Object.fromEntries(manifests.flatMap((manifest) => Object.entries(manifest[section])).toSorted());
  return JSON.stringify({
    type: "module",
    dependencies: all("dependencies"),
    devDependencies: all("devDependencies"),
  });
}

let together: Promise<string> | undefined;
const shareable = (): Promise<string> => (together ??= manifestOfAll());

/** Installs, once, what every generated project in TypeScript needs; the folder of its packages. */
export const installAll = async (): Promise<string> =>
  join(await installed(await shareable()), "node_modules");

/** Gives a generated project in TypeScript the packages of all such projects. */
export const installTogether = async (root: string): Promise<void> => install(root, await shareable());

export const remove = (root: string): void => rmSync(root, { recursive: true, force: true });

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A project's server, once it answers. */
export async function serveProject(
  root: string,
  environment: NodeJS.ProcessEnv = {},
  [program = "", ...args]: readonly string[] = ["npm", "run", "dev"],
): Promise<{ readonly port: number; stop(): void }> {
  const port = await freePort();
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: "ignore",
    detached: true,
  });
  const stop = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  for (let tries = 0; tries < 240; tries++) {
    const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return { port, stop };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  stop();
  throw new Error("The server did not start.");
}
