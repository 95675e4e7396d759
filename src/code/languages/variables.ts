/** Maximum number of classes recorded for one variable. */
const most = 64;
/** Maximum length of a recorded chain, in characters. */
const longest = 120;

/** Tracks the classes of a body's variables; a call's result is recorded as `f()`. */
export class Variables {
  /** The last class assigned to each variable, or its annotation's. */
  #made: ReadonlyMap<string, string>;
  /** A writable copy, once there is more than annotations. */
  #own: Map<string, string> | undefined;
  /** Chains that lead to a value, if it is more than a class or a call of a name. */
  #led: Map<string, string> | undefined;
  /** Every class assigned to each variable. */
  #all: Map<string, readonly string[]> | undefined;

  readonly #self: string;

  /** Starts with the classes of annotations; `self` is the name of the object itself. */
  constructor(types: ReadonlyMap<string, string>, self: string) {
    this.#made = types;
    this.#self = `${self}.`;
  }

  /** Whether nothing is known about any variable. */
  get isEmpty(): boolean {
    return this.#made.size === 0 && !this.#led;
  }

  has(name: string): boolean {
    return this.#made.has(name) || (this.#led?.has(name) ?? false);
  }

  /** Returns the last class assigned to a variable. */
  madeOf(name: string): string | undefined {
    return this.#made.get(name);
  }

  /** Returns every class assigned to a variable. */
  allOf(name: string): readonly string[] | undefined {
    return this.#all?.get(name);
  }

  /** Returns the chain that leads to a variable's value, or its class. */
  leadOf(name: string): string | undefined {
    return this.#led?.get(name) ?? this.#made.get(name);
  }

  /** Returns the chain or class of `owner` in `owner.name`, and of `owner.a` in `owner.a.name`. */
  ownerOf(name: string): string | undefined {
    if (this.isEmpty || name.startsWith(this.#self)) return undefined;
    const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
    if (first <= 0) return undefined;
    const on = this.leadOf(name.slice(0, first));
    return on && last > first ? on + name.slice(first, last) : on;
  }

  /** Records the chain that leads to a variable's value; one that is too long is dropped. */
  lead(name: string, chain: string | undefined): void {
    if (chain !== undefined && chain.length <= longest) (this.#led ??= new Map()).set(name, chain);
    else this.#led?.delete(name);
  }

  /** Records the class of a variable from here on. */
  make(name: string, type: string): void {
    const ownNames = this.#own ?? new Map(this.#made);
    this.#made = this.#own = ownNames.set(name, type);
    this.add(name, type);
  }

  /** Records another possible class of a variable. */
  add(name: string, type: string): void {
    this.#all ??= new Map();
    const all = this.#all.get(name) ?? [];
    if (all.length < most && !all.includes(type)) this.#all.set(name, [...all, type]);
  }
}
