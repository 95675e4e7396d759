import type { Declared } from "../../../inspect/index.ts";
import { isObject } from "../../../lib/index.ts";
import type { CommandRun, Files, Shell } from "../../../workspace/index.ts";

/** What examples are executed with. */
export interface Engine {
  readonly files: Files;
  readonly index: Declared;
  readonly shell: Shell | undefined;
  readonly shellMissing?: string | undefined;
  readonly signal: AbortSignal;
}

/** What examples are executed with, where programs are. */
export type Running = Engine & { readonly shell: Shell };

/** What came of an example. */
export interface Verdict {
  /** Undefined for what couldn't be executed. */
  readonly good?: boolean;
  /** The result as the engine shows it: in Python `4.0` is equal to `4`, and a doctest compares what is printed. */
  readonly prints?: string;
  /** The lines that bring its names in, where there were several ways. */
  readonly uses?: readonly string[];
  /** Why it couldn't be executed. */
  readonly why?: string;
}

export interface Execution {
  readonly verdicts: readonly Verdict[];
  readonly run?: CommandRun;
}

/** Milliseconds that one of several may take, where it can be left behind. */
export const longestTry = 5000;

/** What a line of the script's begins with that tells of an example. */
export const mark = "antiphon-example ";

/** What a run tells of each example, by its place. */
export const toldBy = ({ stdout }: CommandRun, list: readonly unknown[]): readonly Verdict[] => {
  const told = new Map(stdout.split("\n").flatMap(verdictIn));
  return list.map((_, place) => told.get(place) ?? { why: "they ended early" });
};

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
