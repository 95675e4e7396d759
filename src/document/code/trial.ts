import { execPath } from "node:process";
import type { Declared } from "../../inspect/index.ts";
import { isObject } from "../../lib/index.ts";
import type { CommandRun, Files, Shell } from "../../workspace/index.ts";
import { modulesFrom } from "./modules.ts";
import type { Found } from "./setup.ts";
import { entriesOf, nodeScript } from "./trial-node.ts";
import { pythonScript } from "./trial-python.ts";

/** What examples are executed with. */
export interface Engine {
  readonly files: Files;
  readonly index: Declared;
  readonly shell: Shell | undefined;
  readonly shellMissing?: string | undefined;
  readonly signal: AbortSignal;
}

export const isPython = (file: string): boolean => file.endsWith(".py");

/** What came of an example. */
export interface Verdict {
  /** Undefined for what couldn't be executed. */
  readonly good?: boolean;
  /** The result as the engine shows it: in Python `4.0` is equal to `4`, and a doctest compares what is printed. */
  readonly prints?: string;
  /** Why it couldn't be executed. */
  readonly why?: string;
}

export interface Execution {
  readonly verdicts: readonly Verdict[];
  readonly run?: CommandRun;
}

/** What a line of the script's begins with that tells of an example. */
const mark = "antiphon-example ";

/** Runs examples in one process, in the sandbox. */
export async function execute(
  list: readonly Found[],
  { shell, shellMissing, signal, files, index }: Engine,
): Promise<Execution> {
  const untried = (why: string): readonly Verdict[] => list.map(() => ({ why }));
  if (!shell) return { verdicts: untried(shellMissing ?? "no programs are run here") };
  const python = list.some(({ test }) => isPython(test));
  const modules = python ? undefined : await modulesFrom(entriesOf(list), { paths: index.files, files });
  // the engine that runs this knows hooks: the project's own may not
  const command = modules ? ([execPath, "--input-type=module", "-"] as const) : (["python3", "-"] as const);
  const input = modules ? nodeScript(list, modules) : pythonScript(list);
  const run = await shell.run([...command], { signal, input, milliseconds: 30_000 }).catch(() => undefined);
  if (!run) return { verdicts: untried(`${command[0]} isn't there`) };
  const told = new Map(run.stdout.split("\n").flatMap(verdictIn));
  return { run, verdicts: list.map((_, place) => told.get(place) ?? { why: "they ended early" }) };
}

function verdictIn(line: string): readonly (readonly [place: number, Verdict])[] {
  if (!line.startsWith(mark)) return [];
  try {
    const told: unknown = JSON.parse(line.slice(mark.length));
    if (!isObject(told) || typeof told["place"] !== "number") return [];
    const { place, good, prints, why } = told;
    return [
      [
        place,
        {
          ...(typeof good === "boolean" && { good }),
          ...(typeof prints === "string" && { prints }),
          ...(typeof why === "string" && { why: why.slice(0, 200) }),
        },
      ],
    ];
  } catch {
    return []; // a line of the project's own
  }
}
