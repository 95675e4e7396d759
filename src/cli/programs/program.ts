import type { Argument, Flags, Input } from "../../commands/index.ts";
import type { Io } from "../io.ts";

/** What `antiphon <name>` runs beside the slash commands: a server, a check of the machine. Gives the exit code. */
export interface Program {
  readonly summary: string;
  /** Left out by a program that takes none. */
  readonly argument?: Argument;
  readonly flags: Flags;
  /** It ends by itself when it is interrupted, in its own time: answers under way are finished first. */
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
