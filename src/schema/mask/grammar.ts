import { limits } from "../limits.ts";
import { PatternError, type Automaton } from "../pattern/index.ts";
import { SchemaError } from "../problem.ts";
import { TYPES, typeOf, type Node, type Reading } from "../read/index.ts";
import { type Case, type Literal } from "./cases.ts";
import { isEverything } from "./literals.ts";
import { Expander } from "./expand.ts";
import { exactly, textFits } from "./facts.ts";
import type { Goal, Goals } from "./goal.ts";
import { Core, TooManyStates } from "./core.ts";
import { freeCore, sharedCore } from "./shared.ts";
import { Language } from "./language.ts";
import { NumberSet } from "./numbers.ts";
import { ArrayShape } from "./array-shape.ts";
import { ObjectShape } from "./object-shape.ts";
import { Texts } from "./texts.ts";
import { Values } from "./values.ts";

/** How a value may begin: scalars listed one by one, and the unrestricted sets of each type. */
export interface Opening {
  readonly texts: Texts;
  readonly numbers: readonly NumberSet[];
  readonly strings: readonly Language[];
  readonly arrays: readonly ArrayShape[];
  readonly objects: readonly ObjectShape[];
}

/** The schema as a tree grammar, expanded on demand. */
export class Grammar implements Goals {
  readonly root: Goal;
  readonly #expander: Expander;
  readonly #goals = new Map<string, Goal>();
  readonly #openings = new Map<Goal, Opening>();
  readonly #inhabited = new Map<Goal, boolean>();
  readonly #asking = new Set<Goal>();
  readonly #cores = new Map<string, Core>();
  /** Whether an answer assumed the result of an unfinished question. */
  #assumed = false;

  constructor(reading: Reading, formats: boolean) {
    const tracking = reading.nodes.some((node) => node.unevaluatedItems ?? node.unevaluatedProperties);
    this.#expander = new Expander({ formats, tracking, values: new Values(reading.nodes.length) });
    this.root = this.goal([{ node: reading.root, not: false }]);
  }

  goal(literals: readonly Literal[]): Goal {
    const goalLiterals = new Map<number, Literal>();
    for (const literal of literals)
      if (literal.not || !isEverything(literal.node))
        goalLiterals.set(literal.node.id * 2 + Number(literal.not), literal);
    const keys = [...goalLiterals.keys()].sort((a, b) => a - b);
    const key = keys.join();
    let goal = this.#goals.get(key);
    if (!goal)
      this.#goals.set(
        key,
        (goal = { id: this.#goals.size, literals: keys.flatMap((k) => goalLiterals.get(k) ?? []) }),
      );
    return goal;
  }

  opening(goal: Goal): Opening {
    let opening = this.#openings.get(goal);
    if (!opening) this.#openings.set(goal, (opening = this.#open(goal)));
    return opening;
  }

  inhabited(goal: Goal): boolean {
    const known = this.#inhabited.get(goal);
    if (known !== undefined) return known;
    if (this.#asking.has(goal)) {
      this.#assumed = true;
      return false; // a value that requires itself inside cannot exist
    }
    const outside = this.#assumed;
    this.#assumed = false;
    this.#asking.add(goal);
    const { texts, numbers, strings, arrays, objects } = this.opening(goal);
    const found =
      texts.size > 0 ||
      numbers.length + strings.length > 0 ||
      arrays.some((shape) => shape.inhabited()) ||
      objects.some((shape) => shape.inhabited());
    this.#asking.delete(goal);
    if (found || !this.#assumed || this.#asking.size === 0) this.#inhabited.set(goal, found);
    this.#assumed = outside || (this.#assumed && !found && this.#asking.size > 0);
    return found;
  }

  /** Expands every goal that a value may have to match, so that schemas are rejected before the first text. */
  explore(): void {
    const seen = new Set([this.root]);
    for (const goal of seen) {
      if (seen.size > limits.goals)
        throw new SchemaError([], "", `the schema has more than ${limits.goals} combinations`);
      const { arrays, objects } = this.opening(goal);
      for (const shape of [...arrays, ...objects]) for (const next of shape.goals()) seen.add(next);
    }
  }

  count(goal: Goal): number {
    const { texts, numbers, strings, arrays, objects } = this.opening(goal);
    const open = numbers.length + strings.length + arrays.length + objects.length > 0;
    return open ? Number.POSITIVE_INFINITY : texts.size;
  }

  names(literals: readonly Literal[]): readonly Case[] {
    return this.#expander.all(literals).filter((item) => item.types & TYPES.string);
  }

  core(automata: readonly Automaton[], key: string, accepts: (found: readonly boolean[]) => boolean): Core {
    if (automata.length === 0 && accepts([])) return freeCore();
    let core = this.#cores.get(key);
    if (!core) this.#cores.set(key, (core = new Core(automata, accepts)));
    return core;
  }

  placed<T>(literals: readonly Literal[], make: () => T): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof TooManyStates) && !(error instanceof PatternError)) throw error;
      const node: Node | undefined =
        literals.find((literal) => literal.node.pattern ?? literal.node.format)?.node ?? literals[0]?.node;
      const keyword = node?.pattern ? "pattern" : node?.format ? "format" : "patternProperties";
      throw new SchemaError(
        [...(node?.path ?? []), keyword],
        keyword,
        `the language of its strings ${error.message}`,
      );
    }
  }

  #open(goal: Goal): Opening {
    const values = new Set<unknown>();
    const out = {
      numbers: [] as NumberSet[],
      strings: [] as Language[],
      arrays: [] as ArrayShape[],
      objects: [] as ObjectShape[],
    };
    for (const item of this.#expander.all(goal.literals)) {
      const numbers = new NumberSet(item);
      if (item.values) {
        for (const value of item.values) if (fits(value, item, numbers)) values.add(value === 0 ? 0 : value);
        continue;
      }
      if (item.types & TYPES.null && !item.excluded.includes(null)) values.add(null);
      for (const flag of [true, false])
        if (item.types & TYPES.boolean && !item.excluded.includes(flag)) values.add(flag);
      if (item.types & TYPES.number && numbers.alive("")) out.numbers.push(numbers);
      if (item.types & TYPES.string) {
        const language = this.placed(goal.literals, () => this.#language(item));
        if (language.start) out.strings.push(language);
      }
      if (item.types & TYPES.array) out.arrays.push(new ArrayShape(this, item.array));
      if (item.types & TYPES.object) out.objects.push(new ObjectShape(this, item.object, goal));
    }
    return { texts: new Texts([...values]), ...out };
  }

  #language({ text, excluded }: Case): Language {
    const { min, max } = text;
    const unique = new Map(
      text.patterns.map((pattern) => [`${pattern.not ? "!" : "="}${pattern.pattern.source}`, pattern]),
    );
    const texts = excluded.filter((value) => typeof value === "string");
    if (texts.length > 0)
      unique.set(`!texts ${JSON.stringify(texts)}`, { pattern: exactly(texts), not: true });
    const parts = [...unique.values()];
    const automata = parts.map((part) => part.pattern.automaton);
    const make = (): Core => new Core(automata, (found) => found.every((yes, i) => yes !== parts[i]?.not));
    return new Language(sharedCore([...unique.keys()].join("\n"), make), min, max);
  }
}

function fits(value: unknown, one: Case, numbers: NumberSet): boolean {
  if (!(typeOf(value) & one.types)) return false;
  if (typeof value === "number") return numbers.accepts(value);
  return typeof value !== "string" || textFits(value, one.text);
}
