import type { Declaration } from "../code/index.ts";
import { type Facts, none } from "./facts.ts";
import { unpack } from "./pack.ts";

/** Files whose declarations are at hand whole. */
const atHand = 48;

/**
 * What files declare, so that a large project takes little memory: of each declaration only what questions across files
 * begin with is held; the rest lies packed and is opened with its file when it is asked for.
 */
export class Shelf {
  readonly #packed = new Map<string, string>();
  readonly #open = new Map<string, Facts>();

  /** Packed facts; what comes back holds little. */
  put<F extends Facts>(file: string, packed: string): F {
    const whole = unpack<F>(packed);
    this.#packed.set(file, packed);
    const at = { file, shelf: this };
    return {
      ...whole,
      declarations: whole.declarations.map(
        (one, place) => new Shelved(one, at, place) as Declaration, // what it lacks is undefined, not absent
      ),
    };
  }

  whole(file: string, place: number): Declaration | undefined {
    return (this.#open.get(file) ?? this.#load(file)).declarations[place];
  }

  #load(file: string): Facts {
    const facts = unpack<Facts>(this.#packed.get(file) ?? empty);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= atHand) this.#open.delete(oldest);
    this.#open.set(file, facts);
    return facts;
  }
}

const empty = '{"parts":[],"declarations":[],"rest":{}}';

interface At {
  readonly file: string;
  readonly shelf: Shelf;
}

/** A declaration of which the rest is asked for where it is needed. */
class Shelved {
  readonly kind: Declaration["kind"];
  readonly name: string;
  readonly exported: boolean;
  readonly getter: boolean | undefined;
  readonly setter: boolean | undefined;
  readonly bases: Declaration["bases"] | undefined;
  readonly fields: Declaration["fields"] | undefined;
  readonly gives: Declaration["gives"] | undefined;
  readonly #at: At;
  readonly #place: number;

  constructor(whole: Declaration, at: At, place: number) {
    this.kind = whole.kind;
    this.name = whole.name;
    this.exported = whole.exported;
    this.getter = whole.getter;
    this.setter = whole.setter;
    this.bases = whole.bases;
    this.fields = whole.fields;
    this.gives = whole.gives;
    this.#at = at;
    this.#place = place;
  }

  get #whole(): Declaration | undefined {
    return this.#at.shelf.whole(this.#at.file, this.#place);
  }

  get range(): Declaration["range"] {
    return this.#whole?.range ?? nowhere;
  }

  get parameters(): Declaration["parameters"] {
    return this.#whole?.parameters ?? none;
  }

  get returns(): string | undefined {
    return this.#whole?.returns;
  }

  get docstring(): Declaration["docstring"] | undefined {
    return this.#whole?.docstring;
  }

  get raises(): Declaration["raises"] {
    return this.#whole?.raises ?? none;
  }

  get calls(): Declaration["calls"] {
    return this.#whole?.calls ?? none;
  }

  toJSON(): Declaration | undefined {
    return this.#whole;
  }
}

const nowhere = { start: 0, end: 0 };
