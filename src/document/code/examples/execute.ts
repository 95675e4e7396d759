import { execPath } from "node:process";
import { modulesFrom } from "./modules.ts";
import type { Found } from "./setup.ts";
import { executeGo } from "./go.ts";
import { executeJava } from "./java.ts";
import { entriesOf, nodeScript } from "./node.ts";
import { pythonScript } from "./python.ts";
import { executeRust } from "./rust.ts";
import { type Engine, type Execution, type Running, parseVerdicts, type Verdict } from "./verdict.ts";

/** Runs examples of one language in one process, in the sandbox. */
export async function execute(list: readonly Found[], engine: Engine): Promise<Execution> {
  const { shell, shellMissing } = engine;
  if (!shell) {
    const why = shellMissing ?? "no programs are run here";
    return { verdicts: list.map(() => ({ why })) };
  }
  const [, run] = engines.find(([files]) => files.test(list[0]?.test ?? "")) ?? [];
  return run ? run(list, { ...engine, shell }) : { verdicts: [] };
}

const executePython = (list: readonly Found[], engine: Running): Promise<Execution> =>
  inOne(list, ["python3", "-"], pythonScript(list), engine);

async function executeNode(list: readonly Found[], engine: Running): Promise<Execution> {
  const modules = await modulesFrom(entriesOf(list), { paths: engine.index.files, files: engine.files });
  // this engine supports module hooks, the project's own may not
  return inOne(list, [execPath, "--input-type=module", "-"], nodeScript(list, modules), engine);
}

/** Engines by the extension of the test file. */
const engines: readonly (readonly [
  files: RegExp,
  execute: (list: readonly Found[], engine: Running) => Promise<Execution>,
])[] = [
  [/\.go$/, executeGo],
  [/\.rs$/, executeRust],
  [/\.java$/, executeJava],
  [/\.py$/, executePython],
  [/$/, executeNode],
];

async function inOne(
  list: readonly Found[],
  [program, ...rest]: readonly [string, ...string[]],
  input: string,
  { shell, signal }: Running,
): Promise<Execution> {
  const run = await shell
    .run([program, ...rest], { signal, input, milliseconds: 30_000 })
    .catch(() => undefined);
  const missing = (): Verdict => ({ why: `${program} isn't there` });
  return run ? { run, verdicts: parseVerdicts(run, list) } : { verdicts: list.map(missing) };
}
