import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Found } from "./batches.ts";
import { measured } from "./measure.ts";
import type { Place } from "./tools.ts";

/** Returns the first output line that names each client's folder. */
function faultsIn(output: string): ReadonlyMap<number, string> {
  const first = new Map<number, string>();
  for (const line of output.split("\n")) {
    const [, index, words] = /(?:^|\/)c(\d+)\/(.*)/.exec(line) ?? [];
    if (index !== undefined && !first.has(Number(index))) first.set(Number(index), words ?? "");
  }
  return first;
}

/** Compiles TypeScript clients under their own flags, the strictest, all at once. */
export function compiledTogether(folder: string): Found {
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, "c0/tsconfig.json"), "utf8")) as {
    compilerOptions: object;
  }; // generated
  const options = { ...compilerOptions, rootDir: ".", noEmit: true };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["*/src"] }),
  );
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const { ok, seconds, output } = measured(["tsc", "-p", folder, "--pretty", "false"], {
    cwd: folder,
    scratch: join(folder, "cost.json"),
  });
  const faults = faultsIn(output);
  if (!ok && faults.size === 0) throw new Error(`the compiler failed: ${output.slice(0, 1000)}`);
  return { seconds, faults };
}

/** Imports each package and makes pydantic build its first classes, which it otherwise defers until use. */
const importEach = `
import importlib, pkgutil, sys
from pathlib import Path
from pydantic import BaseModel
for folder in sorted(Path(sys.argv[1]).glob("c*")):
    before = set(sys.modules)
    sys.path.insert(0, str(folder / "src"))
    try:
        [name] = [one.name for one in (folder / "src").iterdir()]
        root = importlib.import_module(name)
        for module in pkgutil.walk_packages(root.__path__, name + "."):
            importlib.import_module(module.name)
        models = vars(sys.modules[name + ".models"]) if name + ".models" in sys.modules else {}
        classes = [one for one in models.values() if isinstance(one, type) and issubclass(one, BaseModel) and one is not BaseModel]
        for one in classes[:100]:
            one.model_rebuild()
    except BaseException as error:
        print(f"{folder.name}/ {type(error).__name__}: {' '.join(str(error).split())[:500]}")
    sys.path.pop(0)
    for name in set(sys.modules) - before:
        del sys.modules[name]
`;

/** Imports Python clients, and runs ruff to find undefined and redefined names. */
export function importedTogether(folder: string, { python }: Place): Found {
  const where = { cwd: folder, scratch: join(folder, "cost.json") };
  const ran = measured([python, "-B", "-c", importEach, folder], where);
  if (!ran.ok) throw new Error(`Python failed: ${ran.output.slice(-1000)}`);
  const look = ["check", "--isolated", "--no-cache", "--output-format=concise", "--select=E9,F", folder];
  const linted = measured([join(python, "../ruff"), ...look], where);
  const faults = faultsIn(`${ran.output}\n${linted.output}`);
  if (!linted.ok && faults.size === 0) throw new Error(`ruff failed: ${linted.output.slice(0, 1000)}`);
  return { seconds: ran.seconds + linted.seconds, faults };
}
