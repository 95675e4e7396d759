/** Builds the command line for release: one minified bundle, with the data that it reads. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type InputOptions } from "rolldown";

export const root: string = join(import.meta.dirname, "..");
const manifest: {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const external = (id: string): boolean =>
  id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Files of packages that are released as they are (`packageFile` finds them). Other packages outside the manifest's
 * dependencies are bundled: installed, they take ten times the space and the time to load.
 */
const carried: Readonly<Record<string, readonly string[]>> = {
  "@anthropic-ai/sandbox-runtime": ["vendor/seccomp/*/apply-seccomp"],
  "@vscode/tree-sitter-wasm": ["wasm/tree-sitter{,-go,-java,-python,-rust}.wasm", "wasm/tree-sitter.js"],
  compromise: ["builds/three/compromise-three.cjs"],
  preact: ["{,hooks/,jsx-runtime/}dist/*.module.js"],
};

export const common = {
  cwd: root,
  platform: "node",
  external,
  // Rooms are entered through their index: loads only the used modules behind it.
  treeshake: { moduleSideEffects: [{ test: /\/src\//, sideEffects: false }] },
} as const satisfies InputOptions;
const program = { ...common, input: { cli: "src/cli/main.ts" } } as const satisfies InputOptions;

/** Modules that are loaded together, by purpose; modules shared by several purposes get a file of their own. */
const together = {
  start: ["src/cli/main.ts", "src/cli/run.ts"],
  prompt: ["src/cli/interactive.ts", "src/cli/terminal.ts"],
  serve: ["src/cli/programs/serve.ts", "src/models/builtin/index.ts"],
} as const;

/**
 * Returns the file for each module, found by a first bundling without groups: opening a file takes longer than reading
 * it. The entry stays separate, because it is still waiting when its imports are loaded.
 */
async function files(): Promise<ReadonlyMap<string, string>> {
  const { output } = await build({ ...program, write: false });
  const chunks = new Map(
    output.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])),
  );
  const users = new Map<string, Set<string>>();
  for (const [name, entries] of Object.entries(together)) {
    const paths = new Set<string | null>(entries.map((entry) => join(root, entry)));
    const loaded = new Set(
      [...chunks.values()].flatMap((one) => (paths.has(one.facadeModuleId) ? one.fileName : [])),
    );
    for (const fileName of loaded) {
      const { imports = [], moduleIds = [] } = chunks.get(fileName) ?? {};
      for (const next of imports) loaded.add(next);
      for (const id of moduleIds) users.set(id, (users.get(id) ?? new Set()).add(name));
    }
  }
  users.delete(join(root, program.input.cli));
  return new Map([...users].map(([id, names]) => [id, names.has("start") ? "start" : [...names].join("-")]));
}

/** Writes the bundle into a folder, which must be below one with our dependencies in its `node_modules`. */
export async function bundle(dir: string): Promise<void> {
  const fileOf = await files();
  const { output } = await build({
    ...program,
    output: {
      dir,
      format: "esm",
      minify: true,
      chunkFileNames: "cli/[name]-[hash].js",
      codeSplitting: {
        groups: [...new Set(fileOf.values())].map((name) => ({
          name,
          test: (id: string) => fileOf.get(id) === name,
          // A group includes what its modules import, unless another group has it; the most widely shared come first.
          priority: name === "start" ? 2 : name.includes("-") ? 1 : 0,
        })),
      },
    },
  });
  // A thread starts from its own file, next to the chunk that starts it.
  await build({
    ...program,
    input: { thread: "src/document/code/thread.ts", worker: "src/server/work/worker.ts" },
    output: { dir: join(dir, "cli"), format: "esm", minify: true, chunkFileNames: "thread-[name]-[hash].js" },
  });
  writeFileSync(
    join(dir, "help.txt"),
    execFileSync(process.execPath, [join(root, "src/cli/main.ts"), "--help"]),
  );
  // Copies data files (modes, files of generated projects) next to the modules that read them.
  for (const path of globSync(["src/**/*.{md,yaml,sql,css}", "src/**/shipped/**/*.{ts,py}"], { cwd: root })) {
    cpSync(join(root, path), join(dir, path.replace(/^src\//, "")));
  }
  for (const [name, patterns] of Object.entries(carried)) {
    const folder = join(root, "node_modules", name);
    for (const path of globSync([...patterns, "package.json"], { cwd: folder }))
      cpSync(join(folder, path), join(dir, "packages", name, path));
  }
  const bundled = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const folders = bundled.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  folders.push(...Object.keys(carried).map((name) => join(root, "node_modules", name)));
  writeFileSync(join(dir, "LICENSES.txt"), [...new Set(folders)].toSorted().map(licenseOf).join("\n"));
}

/** Returns the license text that a bundled package requires to be included. */
function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = globSync("{LICEN[CS]E,Licen[cs]e,licen[cs]e,NOTICE}*", { cwd: folder });
  return [
    `## ${name} ${version} (${license})\n`,
    ...texts.map((text) => readFileSync(join(folder, text), "utf8")),
  ].join("\n");
}
