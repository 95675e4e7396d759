import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const canaries = {
  ANTHROPIC_API_KEY: "qX7vT2mK9pLw4RzB8nYc",
  OPENAI_API_KEY: "hD3sJ6fG1aWe5UoI0kVb",
  ANTIPHON_API_KEY: "tN8yM4cP2xQr7ZlS9gEj",
};
const inFile = "uB5iH9oK3wFd1XvA6mTq";

/** Every sequence of eight characters in a key. */
const pieces = [...Object.values(canaries), inFile].flatMap((key) =>
  Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8)),
);

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/half.js": "export const half = (n) => n / 2; // TODO\n",
  "src/half.test.js": `import test from "node:test";
import { readFileSync } from "node:fs";
test("leaks what it can", () => {
  console.log(process.env, readFileSync(".env", "utf8"));
  throw new Error(JSON.stringify(process.env) + readFileSync(".env", "utf8"));
});
`,
};

describe("keys of the environment and of .env", () => {
  it("stand in no report, note, event, journal or checkpoint, not even in part", async () => {
    const base = await mkdtemp(join(tmpdir(), "antiphon-keys-"));
    const project = join(base, "project");
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), text);
    }
    await writeFile(join(project, ".env"), `OPENAI_API_KEY=${inFile}\n`);
    const env = {
      PATH: process.env["PATH"],
      HOME: base,
      ...canaries,
      ANTIPHON_STATE: join(base, "state"),
      ANTIPHON_SETTINGS: join(base, "settings"),
    };
    const main = join(import.meta.dirname, "..", "bin", "antiphon.js");
    const run = (args: readonly string[], input = ""): string => {
      const options = { cwd: project, env, input, encoding: "utf8" } as const;
      const { stdout, stderr } = spawnSync(process.execPath, [main, ...args], options);
      return stdout + stderr;
    };
    const said = [
      run(
        [],
        "/doc src/half.js\n/review src\n/test src/half.test.js\n/research half\n/cost\n/undo\n/mode nothing\n",
      ),
      run(["test", "src/half.test.js", "--events"]),
      run(["doctor"]),
      run(["init"]),
    ].join("\n");
    expect(said).toContain("Documentation of src/half.js");
    expect(said).toMatch(/1 failing|Programs aren't run|can't be run here/);
    const kept: string[] = [];
    for (const entry of await readdir(base, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name !== ".env")
        kept.push(await readFile(join(entry.parentPath, entry.name), "latin1"));
    expect(kept.length).toBeGreaterThan(5);
    const all = [said, ...kept].join("\n");
    expect(pieces.filter((piece) => all.includes(piece))).toEqual([]);
    await rm(base, { recursive: true });
  });
});

describe("what is installed with us", () => {
  it("runs nothing when it is installed, and is what the lockfile says", async () => {
    const read = async (path: string): Promise<Manifest> =>
      JSON.parse(await readFile(join(import.meta.dirname, "..", path), "utf8"));
    const { packages = {} } = await read("package-lock.json");
    const foreign = Object.entries(packages).filter(
      ([path, { link }]) => path.startsWith("node_modules/") && !link,
    );
    expect(foreign.length).toBeGreaterThan(100);
    expect(foreign.filter(([, one]) => one.hasInstallScript || !one.integrity)).toEqual([]);
    const { dependencies = {}, scripts = {} } = await read("package.json");
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
  });
});

interface Manifest {
  readonly packages?: Readonly<
    Record<string, { hasInstallScript?: boolean; integrity?: string; link?: boolean }>
  >;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}
