import { limits } from "../limits.ts";
import type { Program } from "./program.ts";
import { isPair } from "./sets.ts";

/** What precedes a position in a text. */
const context = { start: 0, word: 1, other: 2 } as const;
const contexts = 3;

/** For each op of a program, whether the rest of the pattern matches from a position in the text. */
interface State {
  readonly holds: Uint8Array;
  readonly next: (State | undefined)[];
}

/**
 * Runs a program from the end of a text to its beginning: at each position, what follows is already known, lookaheads
 * included. So each character costs at most one look at each op, whatever the pattern.
 */
export class Backward {
  readonly #program: Program;
  readonly #states = new Map<string, State>();
  readonly #most: number;
  #ends: (State | undefined)[] = [];

  constructor(program: Program) {
    this.#program = program;
    this.#most = Math.max(
      16,
      Math.min(limits.patternCache, Math.floor(limits.patternBytes / program.ops.length)),
    );
  }

  /** Whether the pattern is found anywhere in `text`. */
  test(text: string): boolean {
    const { alphabet, entry } = this.#program;
    let state: State | undefined;
    let letter: number | undefined;
    for (let index = text.length; ;) {
      const size = index > 1 && isPair(text, index - 2) ? 2 : 1;
      const before = index > 0 ? alphabet.classOf(text.codePointAt(index - size) ?? 0) : undefined;
      state = this.#before(state, letter, this.#contextOf(before));
      if (before === undefined) return state.holds[entry] === 1;
      letter = before;
      index -= size;
    }
  }

  #contextOf(letter: number | undefined): number {
    if (letter === undefined) return context.start;
    return this.#program.word[letter] ? context.word : context.other;
  }

  /** The state at the position before `letter`, where `after` is the state after it. */
  #before(after: State | undefined, letter: number | undefined, before: number): State {
    const states = after?.next ?? this.#ends;
    const index = (letter ?? 0) * contexts + before;
    return (states[index] ??= this.#state(this.#judge(after?.holds, letter, before)));
  }

  #state(holds: Uint8Array): State {
    const key = Buffer.from(holds).toString("latin1");
    let state = this.#states.get(key);
    if (!state) {
      if (this.#states.size >= this.#most) this.#forget();
      this.#states.set(key, (state = { holds, next: [] }));
    }
    return state;
  }

  /** Removes transitions, so that old states don't keep one another alive. */
  #forget(): void {
    for (const state of this.#states.values()) state.next.length = 0;
    this.#states.clear();
    this.#ends = [];
  }

  #judge(after: Uint8Array | undefined, letter: number | undefined, before: number): Uint8Array {
    const { ops, members, word, loops } = this.#program;
    const holds = new Uint8Array(ops.length);
    const afterWord = before === context.word;
    const beforeWord = letter !== undefined && word[letter] === 1;
    const judged = (index: number): boolean => {
      const op = ops[index];
      switch (op?.kind) {
        case "set":
          return letter !== undefined && members[op.set]?.[letter] === 1 && after?.[op.next] === 1;
        case "split":
          return op.next.some((next) => holds[next] === 1);
        case "start":
          return before === context.start && holds[op.next] === 1;
        case "end":
          return letter === undefined && holds[op.next] === 1;
        case "boundary":
          return (afterWord !== beforeWord) !== op.negated && holds[op.next] === 1;
        case "look":
          return (holds[op.entry] === 1) !== op.negated && holds[op.next] === 1;
        default:
          return true;
      }
    };
    // An op depends on earlier ones only, except at the jump back into a loop: if that changes it, the loop's ops are
    // evaluated again.
    const judge = (from: number, to: number): void => {
      for (let index = from; index <= to; index++) {
        holds[index] = Number(judged(index) || holds[index] === 1);
        for (const loop of loops.get(index) ?? []) {
          if (holds[loop] === 1 || !judged(loop)) continue;
          holds[loop] = 1;
          judge(loop + 1, index);
        }
      }
    };
    judge(0, ops.length - 1);
    return holds;
  }
}
