/** The command line as it is released: one minified bundle, with the data that it reads. */
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

/** Small packages that the prompt or a served model's first answer needs: in the bundle they load in a tenth of the time. */
const carried = new Set(["chrono-node/en", "diff", "ignore", "jsonrepair", "picomatch", "stemmer", "yaml"]);

export const common = {
  cwd: root,
  platform: "node",
  external,
  // Rooms have one door: of what lies behind it only what is used is loaded.
  treeshake: { moduleSideEffects: [{ test: /\/src\//, sideEffects: false }] },
} as const satisfies InputOptions;
const program = {
  ...common,
  external: (id: string): boolean => !carried.has(id) && external(id),
  input: { cli: "src/cli/main.ts" },
} as const satisfies InputOptions;

/** What is loaded at once, by what it is for; what several need is a file of its own. */
const together = {
  start: ["src/cli/main.ts", "src/cli/run.ts"],
  prompt: ["src/cli/interactive.ts", "src/cli/terminal.ts"],
  serve: ["src/cli/programs/serve.ts", "src/models/builtin/index.ts"],
} as const;

/**
 * The file that each module goes into: to open one takes longer than to read what it holds. Found by bundling once
 * without. The entry stays alone: it is still waiting when what it asked for is loaded.
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

/** Writes it into a folder, which needs to be below one with our dependencies in its `node_modules`. */
export async function bundle(dir: string): Promise<void> {
  const fileOf = await files();
  await build({
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
          // A group takes what its modules import along, unless another has it already: first what most share.
          priority: name === "start" ? 2 : name.includes("-") ? 1 : 0,
        })),
      },
    },
  });
  // A thread starts with a file of its own, beside the chunk that starts it.
  await build({
    ...program,
    input: { thread: "src/document/code/thread.ts", worker: "src/server/work/worker.ts" },
    output: { dir: join(dir, "cli"), format: "esm", minify: true, chunkFileNames: "thread-[name]-[hash].js" },
  });
  writeFileSync(
    join(dir, "help.txt"),
    execFileSync(process.execPath, [join(root, "src/cli/main.ts"), "--help"]),
  );
  // What is data rather than code (modes, files of generated projects) lies beside the modules that read it.
  for (const path of globSync(["src/**/*.{md,yaml,sql,css}", "src/**/shipped/**/*.{ts,py}"], { cwd: root })) {
    cpSync(join(root, path), join(dir, path.replace(/^src\//, "")));
  }
}
