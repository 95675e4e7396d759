/** Builds `dist/`: the bundle of the command line, and a module with types for each subpath export. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "rolldown";
import { bundle, common, root } from "./bundle.ts";

const manifest: { exports?: Record<string, { default: string; types: string } | string> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Entry points: `./dist/loop/index.js` is built from `src/loop/index.ts`. */
const entries = Object.values(manifest.exports ?? {})
  .map((target) => (typeof target === "string" ? target : target.default))
  .flatMap((path) => /^\.\/dist\/(.*index)\.js$/.exec(path)?.[1] ?? [])
  .filter((name) => existsSync(join(root, "src", `${name}.ts`)));

const dir = join(root, "dist");
rmSync(dir, { recursive: true, force: true });
await bundle(dir);
if (entries.length > 0)
  await build({
    ...common,
    input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
    output: { dir, format: "esm", chunkFileNames: "shared/[name]-[hash].js" },
  });
// The server starts its threads from files next to its module, wherever that is installed.
for (const folder of ["server", "shared"]) {
  mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, folder, "worker.js"), 'import "../cli/worker.js";\n');
}
execFileSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });

// Keeps only declarations that an export reaches.
const reached = new Set(
  Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === "string" ? [] : join(root, target.types),
  ),
);
for (const path of reached)
  for (const [, name = ""] of readFileSync(path, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)\.[jt]s"/g))
    reached.add(join(dirname(path), `${name}.d.ts`));
for (const path of globSync("**/*.d.ts", { cwd: dir }))
  if (!reached.has(join(dir, path))) rmSync(join(dir, path));
