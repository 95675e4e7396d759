/** Classes that one variable is known to be made of: no program has more. */
const most = 64;
/** Of a chain that leads to a value, in letters. */
const longest = 120;

/** What the variables of a body are made of: classes, and as `f()` what a call gives. */
export class Variables {
  /** The last that each is made of, or the class of its annotation. */
  #made: ReadonlyMap<string, string>;
  /** A copy, once there is more than annotations. */
  #own: Map<string, string> | undefined;
  /** Where that is more than a class or a call of a name: the chain that leads to it. */
  #led: Map<string, string> | undefined;
  /** All that each is made of. */
  #all: Map<string, readonly string[]> | undefined;

  readonly #self: string;

  /** By the classes of annotations; `self` is the name of the object itself. */
  constructor(made: ReadonlyMap<string, string>, self: string) {
    this.#made = made;
    this.#self = `${self}.`;
  }

  /** Whether nothing is known of any. */
  get isEmpty(): boolean {
    return this.#made.size === 0 && !this.#led;
  }

  has(name: string): boolean {
    return this.#made.has(name) || (this.#led?.has(name) ?? false);
  }

  /** The last that a variable is made of. */
  madeOf(name: string): string | undefined {
    return this.#made.get(name);
  }

  /** All that a variable is made of. */
  allOf(name: string): readonly string[] | undefined {
    return this.#all?.get(name);
  }

  /** The chain that leads to a variable's value, or what that is made of. */
  leadOf(name: string): string | undefined {
    return this.#led?.get(name) ?? this.#made.get(name);
  }

  /** What `owner` of `owner.name` is made of, and `owner.a` of `owner.a.name`. */
  ownerOf(name: string): string | undefined {
    if (this.isEmpty || name.startsWith(this.#self)) return undefined;
    const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
    if (first <= 0) return undefined;
    const on = this.leadOf(name.slice(0, first));
    return on && last > first ? on + name.slice(first, last) : on;
  }

  /** Remembers the chain that leads to a variable's value; one that is too long is none. */
  lead(name: string, chain: string | undefined): void {
    if (chain !== undefined && chain.length <= longest) (this.#led ??= new Map()).set(name, chain);
    else this.#led?.delete(name);
  }

  /** Remembers what a variable is made of from here on. */
  make(name: string, made: string): void {
    const own = this.#own ?? new Map(this.#made);
    this.#made = this.#own = own.set(name, made);
    this.add(name, made);
  }

  /** Remembers what a variable may be made of, too. */
  add(name: string, made: string): void {
    this.#all ??= new Map();
    const all = this.#all.get(name) ?? [];
    if (all.length < most && !all.includes(made)) this.#all.set(name, [...all, made]);
  }
}
