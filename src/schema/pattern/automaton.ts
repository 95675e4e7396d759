import { spend } from "../budget.ts";
import { limits } from "../limits.ts";
import { PatternError } from "./parse.ts";
import { MATCH, type Program } from "./program.ts";

/** An open lookahead: another run of the same program from its own entry. */
interface Duty {
  readonly negated: boolean;
  readonly state: State;
}

interface Thread {
  readonly at: number;
  readonly duties: readonly Duty[];
}

/**
 * A state of the deterministic automaton: all the places where a match may be. States with equal keys behave the same.
 */
export interface State {
  readonly key: string;
  readonly threads: readonly Thread[];
  readonly afterWord: boolean;
  readonly atStart: boolean;
  readonly next: (State | undefined)[];
  end: boolean | undefined;
}

const fixed = (key: string, end: boolean): State => ({
  key,
  threads: [],
  afterWord: false,
  atStart: false,
  next: [],
  end,
});

/** The pattern was found, whatever follows. */
export const FOUND: State = fixed("found", true);
/** The pattern can no longer be found. */
export const LOST: State = fixed("lost", false);

const threadKey = (thread: Thread): string =>
  thread.duties.length === 0
    ? String(thread.at)
    : `${thread.at}(${thread.duties.map((duty) => `${duty.negated ? "!" : "="}${duty.state.key}`).join("&")})`;

/** Deduplicates and sorts duties, so that equal sets have equal keys. */
function ordered(duties: readonly Duty[]): readonly Duty[] {
  if (duties.length < 2) return duties;
  const unique = new Map(duties.map((duty) => [`${duty.negated}${duty.state.key}`, duty]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, duty]) => duty);
}

const holds = (kind: "start" | "end", state: State, letter: number | undefined): boolean =>
  kind === "start" ? state.atStart : letter === undefined;

/** Determinises a program on demand; linear in the text unless lookaheads multiply. */
export class Automaton {
  readonly program: Program;
  readonly start: State;
  readonly #states = new Map<string, State>();
  /** Characters spent on the keys of places with open lookaheads. */
  #named = 0;
  readonly #mostNamed: number;

  /** Throws PatternError once the keys of places with open lookaheads exceed this many characters. */
  constructor(program: Program, mostNamed: number = limits.patternNames) {
    this.program = program;
    this.#mostNamed = mostNamed;
    this.start = this.#state([{ at: program.entry, duties: [] }], false, true);
  }

  /** The state after one more character of a class. */
  step(state: State, letter: number): State {
    const known = state.next[letter];
    if (known) return known;
    const next = state === FOUND || state === LOST ? state : this.#step(state, letter);
    state.next[letter] = next;
    return next;
  }

  /** Whether the pattern is found if the text ends here. */
  ends(state: State): boolean {
    state.end ??= this.#closure(state, undefined).some(
      ({ at, duties }) => at === MATCH && duties.every((duty) => this.ends(duty.state) !== duty.negated),
    );
    return state.end;
  }

  test(text: string): boolean {
    const { alphabet } = this.program;
    let state = this.start;
    for (let i = 0; i < text.length; i++) {
      const code = text.codePointAt(i) ?? 0;
      if (code > 0xffff) i++;
      const letter = alphabet.classOf(code);
      state = state.next[letter] ?? this.step(state, letter);
      if (state === FOUND) return true;
      if (state === LOST) return false;
    }
    return this.ends(state);
  }

  #step(state: State, letter: number): State {
    const next = new Map<string, Thread>();
    for (const thread of this.#closure(state, letter)) {
      const op = this.program.ops[thread.at];
      const matched = thread.at === MATCH;
      if (matched && thread.duties.length === 0) return FOUND;
      if (!matched && (op?.kind !== "set" || !this.program.members[op.set]?.[letter])) continue;
      const duties = this.#kept(thread.duties, letter);
      if (!duties) continue;
      if (matched && duties.length === 0) return FOUND;
      const moved = { at: op?.kind === "set" ? op.next : MATCH, duties };
      next.set(threadKey(moved), moved);
    }
    if (next.size === 0) return LOST;
    return this.#state([...next.values()], this.program.word[letter] === 1, false);
  }

  /** The duties still open after a character, or undefined if one has failed. */
  #kept(duties: readonly Duty[], letter: number): readonly Duty[] | undefined {
    if (duties.length === 0) return duties;
    const openDuties: Duty[] = [];
    for (const { negated, state } of duties) {
      const next = this.step(state, letter);
      if (next === (negated ? FOUND : LOST)) return undefined;
      if (next !== FOUND && next !== LOST) openDuties.push({ negated, state: next });
    }
    return ordered(openDuties);
  }

  /** Follows all transitions that consume no character; `letter` is the next one, undefined at the end. */
  #closure(state: State, letter: number | undefined): readonly Thread[] {
    const out: Thread[] = [];
    const seen = new Set<string>();
    const open = [...state.threads];
    for (let thread = open.pop(); thread; thread = open.pop()) {
      const key = threadKey(thread);
      if (seen.has(key)) continue;
      seen.add(key);
      spend(1 + (key.length >> 4));
      if (thread.duties.length > 0 && (this.#named += key.length) > this.#mostNamed)
        throw new PatternError("has lookaheads that multiply");
      const { duties } = thread;
      const op = this.program.ops[thread.at];
      if (!op || op.kind === "match" || op.kind === "set") out.push(thread);
      else if (op.kind === "split") for (const index of op.next) open.push({ at: index, duties });
      else if (op.kind === "look") {
        const begun = this.#state([{ at: op.entry, duties: [] }], state.afterWord, state.atStart);
        open.push({ at: op.next, duties: ordered([...duties, { negated: op.negated, state: begun }]) });
      } else if (
        op.kind === "boundary" ? this.#bounds(op.negated, state, letter) : holds(op.kind, state, letter)
      )
        open.push({ at: op.next, duties });
    }
    return out;
  }

  #bounds(negated: boolean, state: State, letter: number | undefined): boolean {
    const beforeWord = letter !== undefined && this.program.word[letter] === 1;
    return (state.afterWord !== beforeWord) !== negated;
  }

  #state(threads: readonly Thread[], afterWord: boolean, atStart: boolean): State {
    const keys = threads.map(threadKey).sort();
    const key = `${afterWord ? "w" : ""}${atStart ? "^" : ""}${keys.join()}`;
    const known = this.#states.get(key);
    if (known) return known;
    if (this.#states.size >= limits.patternCache) this.#forget();
    const state: State = { key, threads, afterWord, atStart, next: [], end: undefined };
    this.#states.set(key, state);
    return state;
  }

  /** Removes transitions, so that old states don't keep one another alive. */
  #forget(): void {
    for (const state of this.#states.values()) state.next.length = 0;
    this.#states.clear();
  }
}
