import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strictest } from "../../src/generate/typescript/strictest.ts";
import { measured, type Bounds, type Cost } from "./measure.ts";
import type { Place } from "./tools.ts";

/** The strictest flags, except that module names may lack extensions, as in peers' code. */
const tsconfig = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
    module: "esnext",
    moduleResolution: "bundler",
    noEmit: true,
    declaration: true,
    ...strictest,
    isolatedModules: true,
    isolatedDeclarations: true,
    skipLibCheck: true,
  },
};

/** Compiles generated code under the strictest flags and prints one error per line. */
export function compiled(folder: string, scratch: string, bounds: Bounds): Cost {
  const file = join(folder, "tsconfig.strict.json");
  const include = existsSync(join(folder, "src")) ? ["src"] : ["."];
  writeFileSync(file, JSON.stringify({ ...tsconfig, include }));
  return measured(["tsc", "-p", file, "--pretty", "false"], { cwd: folder, scratch, bounds });
}

const importAll = `
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
root = importlib.import_module(sys.argv[2])
for module in pkgutil.walk_packages(root.__path__, sys.argv[2] + "."):
    importlib.import_module(module.name)
`;

/** Imports every module of a generated package. */
export function imported(folder: string, { python, scratch }: Place, bounds: Bounds): Cost {
  const source = existsSync(join(folder, "src")) ? join(folder, "src") : folder;
  const name = readdirSync(source).find((entry) => existsSync(join(source, entry, "__init__.py")));
  if (name === undefined) return { ok: false, seconds: 0, megabytes: 0, output: "no package" };
  return measured([python, "-c", importAll, source, name], { cwd: folder, scratch, bounds });
}
