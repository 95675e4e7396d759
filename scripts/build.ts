/** `dist/`: one minified bundle for the command line; a module and its types for each subpath export. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";

const root = join(import.meta.dirname, "..");
const manifest: {
  exports?: Record<string, { default: string } | string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const external = (id: string): boolean =>
  id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`));

/** Small packages that the prompt or a served model's first answer needs: in the bundle they load in a tenth of the time. */
const carried = new Set(["chrono-node/en", "diff", "ignore", "jsonrepair", "picomatch", "stemmer", "yaml"]);

/** `./dist/loop/index.js` is built from `src/loop/index.ts`. */
const entries = Object.values(manifest.exports ?? {})
  .map((target) => (typeof target === "string" ? target : target.default))
  .flatMap((path) => /^\.\/dist\/(.*index)\.js$/.exec(path)?.[1] ?? [])
  .filter((name) => existsSync(join(root, "src", `${name}.ts`)));

const common = { cwd: root, platform: "node", external } as const;
const dir = join(root, "dist");

rmSync(dir, { recursive: true, force: true });
await build({
  ...common,
  external: (id: string): boolean => !carried.has(id) && external(id),
  input: { cli: "src/cli/main.ts" },
  output: { dir, format: "esm", minify: true, chunkFileNames: "cli/[name]-[hash].js" },
});
writeFileSync(
  join(dir, "help.txt"),
  execFileSync(process.execPath, ["src/cli/main.ts", "--help"], { cwd: root }),
);
if (entries.length > 0)
  await build({
    ...common,
    input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
    output: { dir, format: "esm", chunkFileNames: "shared/[name]-[hash].js" },
  });
// What is data rather than code (modes, lexicon, templates) lies beside the modules that read it.
for (const path of globSync("src/**/*.{md,yaml,sql,css}", { cwd: root })) {
  cpSync(join(root, path), join(dir, path.replace(/^src\//, "")));
}
execFileSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
