import type { Argument, Flags, Input } from "../../commands/index.ts";
import { inTable, listed, nearest, usageError } from "../../lib/index.ts";
import type { Io } from "../io.ts";

/** A program run by `antiphon <name>` besides the slash commands, such as a server or a check. Returns the exit code. */
export interface Program {
  readonly summary: string;
  /** Omitted for programs without an argument. */
  readonly argument?: Argument;
  readonly flags: Flags;
  /** When interrupted, it ends by itself after finishing open responses. */
  readonly orderly?: true;
  run(input: Input<never>, io: Io): Promise<number>;
}

export function program<const F extends Flags>(definition: {
  readonly summary: string;
  readonly argument?: Argument;
  readonly flags: F;
  readonly orderly?: true;
  run(input: Input<F>, io: Io): Promise<number>;
}): Program {
  return definition as unknown as Program; // main parses by these flags before run
}

/** What a program does by the first word of its argument. Throws UserError for an unknown one. */
export function actionOf<T>(program: string, actions: Readonly<Record<string, T>>, name: string): T {
  const action = inTable(actions, name);
  if (action !== undefined) return action;
  const meant = nearest(name, Object.keys(actions));
  throw usageError(
    "unknown_action",
    `antiphon ${program} can't ${name.slice(0, 40)}.`,
    meant ? `Did you mean: antiphon ${program} ${meant}?` : `It can ${listed(Object.keys(actions), "or")}.`,
  );
}

/** Parses the value of `--port`. */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw usageError("wrong_port", `${text} is not a port.`, "Give a number from 0 to 65535.");
}
