import type { Argument, Flags, Input } from "../../commands/index.ts";
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
