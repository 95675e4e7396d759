import { Automaton } from "./automaton.ts";
import { Backward } from "./backward.ts";
import { parsePattern } from "./parse.ts";
import { program } from "./program.ts";

export { PatternError } from "./parse.ts";
export { Automaton, FOUND, LOST, type State } from "./automaton.ts";
export { alphabet, type Alphabet } from "./program.ts";

/** An ECMA-262 pattern that runs in time linear in the text. */
export interface Pattern {
  readonly source: string;
  readonly automaton: Automaton;
  /** Whether the pattern is found anywhere in `text`. */
  test(text: string): boolean;
}

/** Throws PatternError, whose message continues "the pattern …". */
export function pattern(source: string): Pattern {
  const ops = program(parsePattern(source));
  const automaton = new Automaton(ops);
  const tester = ops.ops.some(({ kind }) => kind === "look") ? new Backward(ops) : automaton;
  return { source, automaton, test: (text) => tester.test(text) };
}
