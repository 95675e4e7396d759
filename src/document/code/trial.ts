import { execPath } from "node:process";
import type { Declared } from "../../inspect/index.ts";
import { isObject } from "../../lib/index.ts";
import type { CommandRun, Files, Shell } from "../../workspace/index.ts";
import { modulesFrom } from "./modules.ts";
import type { Found } from "./setup.ts";
import { goTrial } from "./trial-go.ts";
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
export const isGo = (file: string): boolean => file.endsWith(".go");

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
export async function execute(list: readonly Found[], engine: Engine): Promise<Execution> {
  const { shell, shellMissing, signal, files, index } = engine;
  const untried = (why: string): readonly Verdict[] => list.map(() => ({ why }));
  if (!shell) return { verdicts: untried(shellMissing ?? "no programs are run here") };
  if (list.some(({ test }) => isGo(test))) return executeGo(list, { ...engine, shell });
  const python = list.some(({ test }) => isPython(test));
  const modules = python ? undefined : await modulesFrom(entriesOf(list), { paths: index.files, files });
  // the engine that runs this knows hooks: the project's own may not
  const command = modules ? ([execPath, "--input-type=module", "-"] as const) : (["python3", "-"] as const);
  const input = modules ? nodeScript(list, modules) : pythonScript(list);
  const run = await shell.run([...command], { signal, input, milliseconds: 30_000 }).catch(() => undefined);
  if (!run) return { verdicts: untried(`${command[0]} isn't there`) };
  return { run, verdicts: toldBy(run, list) };
}

const toldBy = ({ stdout }: CommandRun, list: readonly Found[]): readonly Verdict[] => {
  const told = new Map(stdout.split("\n").flatMap(verdictIn));
  return list.map((_, place) => told.get(place) ?? { why: "they ended early" });
};

/** Neither modules nor another engine are fetched. */
const goAlone = { GOPROXY: "off", GOTOOLCHAIN: "local", GOFLAGS: "-vet=off", GOWORK: "off" };
const goTest = "go test -v -count=1 -gcflags=-e -run=^TestAntiphonExamples$ .".split(" ");

/** Runs the examples of a package of Go; those that don't compile are told by their lines, and the rest is run without them. */
async function executeGo(
  list: readonly Found[],
  { shell, signal, files }: Engine & { readonly shell: Shell },
): Promise<Execution> {
  const broken = new Map<number, Verdict>();
  const verdicts = (rest: (place: number) => Verdict): readonly Verdict[] =>
    list.map((_, place) => broken.get(place) ?? rest(place));
  for (let round = 0; round < 3; round++) {
    const left = list.flatMap((one, place) => (broken.has(place) ? [] : [[place, one] as const]));
    const trial = await goTrial(left, files);
    if (!trial) break;
    const run = await shell
      .run(["sh", "-s", ...goTest], {
        folder: trial.folder,
        signal,
        input: trial.script,
        milliseconds: 180_000, // the first compiles Go's own packages
        environment: goAlone,
      })
      .catch(() => undefined);
    if (!run) return { verdicts: verdicts(() => ({ why: "sh isn't there" })) };
    const all = toldBy(run, list);
    if (run.stdout.includes(mark)) return { run, verdicts: verdicts((place) => all[place] ?? {}) };
    const said = `${run.stdout}\n${run.stderr}`;
    const known = broken.size;
    for (const [, file = "", line = "", why = ""] of said.matchAll(
      /(antiphon_\w+_test\.go):(\d+):\d+: (.*)/g,
    )) {
      const place = trial.at(file, Number(line));
      if (place !== undefined) broken.set(place, { why: `it doesn't compile: ${why.slice(0, 160)}` });
    }
    if (broken.size === known) return { verdicts: verdicts(() => ({ why: reasonOf(said) })) };
  }
  return { verdicts: verdicts(() => ({ why: "they can't be compiled beside the package" })) };
}

/** The first line in which Go says what is wrong. */
const reasonOf = (said: string): string =>
  /^(?!\s*$|# |FAIL\b|go: downloading|===).+$/m.exec(said)?.[0].trim().slice(0, 160) || "they ended early";

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
