import type { Automaton, Pattern } from "../pattern/index.ts";
import type { Case, Literal, ObjectFacts } from "./cases.ts";
import type { Core } from "./core.ts";
import { exactly, lengths, textFits } from "./facts.ts";
import type { Goal, Goals } from "./goal.ts";
import { Language, type TextState } from "./language.ts";
import { isAmong, literalsFor } from "./literals.ts";

let ids = 0;

/** A node in the trie of names, which knows the names below it. */
export interface NameNode {
  readonly next: Map<number, NameNode>;
  readonly below: number[];
  end: number | undefined;
}

/** The schemas that the properties of an object must match. */
export class ObjectShape {
  readonly id = ids++;
  readonly facts: ObjectFacts;
  readonly names: readonly string[];
  readonly index: ReadonlyMap<string, number>;
  readonly required: readonly number[];
  readonly trie: NameNode = { next: new Map(), below: [], end: undefined };
  readonly #grammar: Goals;
  readonly #goal: Goal;
  readonly #keys: readonly Case[] | undefined;
  readonly #goals: (Goal | undefined)[] = [];
  readonly #usable: (boolean | undefined)[] = [];
  readonly #otherGoals = new Set<Goal>();
  #language: Language | undefined;
  #others: Core | undefined | "none";

  constructor(grammar: Goals, facts: ObjectFacts, goal: Goal) {
    this.#grammar = grammar;
    this.#goal = goal;
    this.facts = facts;
    this.#keys = facts.keys.length > 0 ? grammar.names(facts.keys) : undefined;
    const listed =
      this.#keys?.flatMap((item) => item.values ?? []).filter((value) => typeof value === "string") ?? [];
    const excepted = [
      ...facts.rest.map(({ others }) => others),
      ...facts.witnesses.map(({ among }) => among),
    ];
    const also = excepted.flatMap((others) => ("names" in others ? [...others.names] : []));
    this.names = [...new Set([...facts.named.keys(), ...facts.required, ...also, ...listed])];
    this.index = new Map(this.names.map((name, i) => [name, i]));
    this.required = [...facts.required].map((name) => this.index.get(name) ?? 0);
    this.names.forEach((name, i) => this.#plant(name, i));
  }

  #plant(name: string, index: number): void {
    let node = this.trie;
    node.below.push(index);
    for (const char of name) {
      const code = char.codePointAt(0) ?? 0;
      const next: NameNode = node.next.get(code) ?? { next: new Map(), below: [], end: undefined };
      node.next.set(code, next);
      next.below.push(index);
      node = next;
    }
    node.end = index;
  }

  goalOf(name: string, more: readonly Literal[] = []): Goal {
    const index = this.index.get(name);
    if (index === undefined || more.length > 0)
      return this.#grammar.goal([...literalsFor(this.facts, name), ...more]);
    return (this.#goals[index] ??= this.#grammar.goal(literalsFor(this.facts, name)));
  }

  /** All goals that a property may have to match; also prepares the reading of other names. */
  goals(): readonly Goal[] {
    const { witnesses } = this.facts;
    const listed = this.names.map((name) => this.goalOf(name));
    const found = this.others ? [...this.#otherGoals.values()] : [];
    return [...listed, ...found, ...witnesses.map(({ literal }) => this.#grammar.goal([literal]))];
  }

  /** Whether a listed name is allowed at all. */
  usable(index: number): boolean {
    const name = this.names[index] ?? "";
    return (this.#usable[index] ??= this.#named(name) && this.#grammar.inhabited(this.goalOf(name)));
  }

  #named(name: string): boolean {
    if (!this.#keys) return true;
    return this.#keys.some((item) => {
      if (item.excluded.includes(name)) return false;
      return (item.values ? item.values.includes(name) : true) && textFits(name, item.text);
    });
  }

  /** The language of unlisted names; undefined if there are none. */
  get others(): Core | undefined {
    this.#others ??= this.#grammar.placed(this.#goal.literals, () => this.#unlisted()) ?? "none";
    return this.#others === "none" ? undefined : this.#others;
  }

  /** The state in the language of other names, if it is infinite: what follows then depends on nothing else. */
  endless(state: number): TextState | undefined {
    const core = this.others;
    if (core?.longest(state) !== Number.POSITIVE_INFINITY) return undefined;
    this.#language ??= new Language(core, 0, Number.POSITIVE_INFINITY);
    return this.#language.state(state, 0);
  }

  #unlisted(): Core | undefined {
    const { patterns, rest, witnesses } = this.facts;
    const fromWitnesses = witnesses.flatMap(({ among }) => ("names" in among ? among.patterns : [among]));
    const rules = unique([
      ...patterns.map((pattern) => pattern.pattern),
      ...rest.flatMap(({ others }) => others.patterns),
      ...fromWitnesses,
    ]);
    const keys = this.#keys?.filter((item) => !item.values);
    if (keys?.length === 0) return undefined;
    const automata = [...rules.values()].map(({ automaton }) => automaton);
    const conditions = (keys ?? []).map((key) => {
      const parts: { at: number; not: boolean }[] = [];
      const add = (automaton: Automaton, not: boolean): void => {
        parts.push({ at: automata.push(automaton) - 1, not });
      };
      for (const part of key.text.patterns) add(part.pattern.automaton, part.not);
      const length = lengths(key.text);
      if (length) add(length, false);
      const texts = key.excluded.filter((value) => typeof value === "string");
      if (texts.length > 0) add(exactly(texts).automaton, true);
      return parts;
    });
    // listed names don't count as others, which matters if few names are left
    const listed = automata.length > 0 && this.names.length > 0 && this.names.join("").length < 1_000;
    if (listed) automata.push(exactly(this.names).automaton);
    const sources = [...rules.keys()];
    const core = this.#grammar.core(automata, `${this.id} names`, (found) => {
      if (listed && found.at(-1)) return false;
      if (keys && !conditions.some((parts) => parts.every(({ at, not }) => found[at] !== not))) return false;
      return this.#grammar.inhabited(this.#otherGoal(new Set(sources.filter((_, i) => found[i]))));
    });
    return core.longest(core.start) < 0 ? undefined : core;
  }

  #otherGoal(found: ReadonlySet<string>): Goal {
    const { patterns, rest } = this.facts;
    const literals = patterns
      .filter(({ pattern }) => found.has(pattern.source))
      .map(({ literal }) => literal);
    for (const { others, literal } of rest)
      if (!others.patterns.some(({ source }) => found.has(source))) literals.push(literal);
    const goal = this.#grammar.goal(literals);
    this.#otherGoals.add(goal);
    return goal;
  }

  /** Whether a property called `name` may be witness number `which`. */
  witnesses(which: number, name: string): boolean {
    const witness = this.facts.witnesses[which];
    return (
      witness !== undefined &&
      isAmong(witness.among, name) &&
      this.#grammar.inhabited(this.goalOf(name, [witness.literal]))
    );
  }

  inhabited(): boolean {
    const { min, max, required, witnesses } = this.facts;
    if (required.size > max || !this.required.every((index) => this.possible(index))) return false;
    if (min > required.size && this.#room(min) < min) return false;
    return witnesses.every(
      (_, i) => this.others !== undefined || this.names.some((name) => this.witnesses(i, name)),
    );
  }

  /** Like `usable`, but not cached while the question is still open. */
  possible(index: number): boolean {
    const name = this.names[index] ?? "";
    return this.#usable[index] ?? (this.#named(name) && this.#grammar.inhabited(this.goalOf(name)));
  }

  /** The maximum number of properties, counted up to `enough`. */
  #room(enough: number): number {
    let count = 0;
    for (let i = 0; i < this.names.length && count < enough; i++) if (this.possible(i)) count++;
    if (count >= enough || !this.others) return count;
    return count + this.others.words(enough - count);
  }
}

const unique = (patterns: readonly Pattern[]): ReadonlyMap<string, Pattern> =>
  new Map(patterns.map((pattern) => [pattern.source, pattern]));
