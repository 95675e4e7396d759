import type { Declared } from "../../../inspect/index.ts";
import { isObject } from "../../../lib/index.ts";
import type { CommandRun, Files, Shell } from "../../../workspace/index.ts";

/** The environment that examples are executed in. */
export interface Engine {
  readonly files: Files;
  readonly index: Declared;
  readonly shell: Shell | undefined;
  readonly shellMissing?: string | undefined;
  readonly signal: AbortSignal;
}

/** The environment, if programs can be run. */
export type Running = Engine & { readonly shell: Shell };

/** The outcome of an example. */
export interface Verdict {
  /** Undefined if it couldn't be executed. */
  readonly good?: boolean;
  /** The result as the engine prints it: in Python `4.0` equals `4`, but doctest compares printed output. */
  readonly prints?: string;
  /** The import lines that worked, if there were alternatives. */
  readonly uses?: readonly string[];
  /** Why it couldn't be executed. */
  readonly why?: string;
}

export interface Execution {
  readonly verdicts: readonly Verdict[];
  readonly run?: CommandRun;
}

/** Time limit in milliseconds for one of several examples, if it can be abandoned. */
export const longestTry = 5000;

/** Prefix of a script's output lines about an example. */
export const mark = "antiphon-example ";

/** Parses a run's output lines into a verdict per example index. */
export const parseVerdicts = ({ stdout }: CommandRun, list: readonly unknown[]): readonly Verdict[] => {
  const verdicts = new Map(stdout.split("\n").flatMap(verdictIn));
  return list.map((_, place) => verdicts.get(place) ?? { why: "they ended early" });
};

function verdictIn(line: string): readonly (readonly [place: number, Verdict])[] {
  if (!line.startsWith(mark)) return [];
  try {
    const record: unknown = JSON.parse(line.slice(mark.length));
    if (!isObject(record) || typeof record["place"] !== "number") return [];
    const { place, good, prints, why } = record;
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
    return []; // a line printed by the project itself
  }
}
