import { limits } from "../limits.ts";
import { Automaton } from "./automaton.ts";
import { Backward } from "./backward.ts";
import { parsePattern, PatternError } from "./parse.ts";
import { program } from "./program.ts";

export { PatternError } from "./parse.ts";
export { Automaton, FOUND, LOST, type State } from "./automaton.ts";
export { alphabet, type Alphabet } from "./program.ts";

/** An ECMA-262 pattern with linear matching time. */
export interface Pattern {
  readonly source: string;
  readonly automaton: Automaton;
  /** Whether the pattern is found anywhere in `text`. */
  test(text: string): boolean;
}

/** Compiles a pattern. Throws PatternError, whose message continues "the pattern …". */
export function pattern(source: string): Pattern {
  const steps = program(parsePattern(source));
  const automaton = new Automaton(steps);
  const forward = steps.ops.some(({ kind }) => kind === "look")
    ? new Automaton(steps, limits.patternNamesTested)
    : automaton;
  let backward: Backward | undefined;
  const test = (text: string): boolean => {
    if (backward) return backward.test(text);
    try {
      return forward.test(text);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      backward = new Backward(steps); // slower, but not affected by lookaheads
      return backward.test(text);
    }
  };
  return { source, automaton, test };
}
