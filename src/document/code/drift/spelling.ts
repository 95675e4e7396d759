/** A type, identified by a name common to all its spellings. */
export interface Type {
  readonly name: string;
  /** Type arguments, if stated. */
  readonly of?: readonly Union[];
  /** The value of a literal type. */
  readonly value?: string;
}
export type Union = readonly Type[];

/** How a language's annotations and docstrings name types. */
export interface Tongue {
  /** The canonical name of each spelling. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of union types, whose arguments are the alternatives. */
  readonly unions: ReadonlySet<string>;
  /** Module prefixes that are ignored. */
  readonly modules: RegExp;
  /** Meaning of `{ }`: the keys of an object, or a set of choices. */
  readonly braces: "keys" | "choices";
  /** Whether a compiler enforces annotations. */
  readonly strict: boolean;
}

const spellings = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([name, all]) => all.split(" ").map((item) => [item, name] as const)),
  );

export const python: Tongue = {
  names: spellings({
    str: "str string Text",
    int: "int integer",
    float: "float",
    number: "number Number numeric",
    complex: "complex",
    bool: "bool boolean",
    bytes: "bytes",
    none: "None NoneType",
    list: "list List",
    dict: "dict Dict dictionary defaultdict OrderedDict DefaultDict",
    set: "set Set",
    frozenset: "frozenset FrozenSet",
    tuple: "tuple Tuple",
    callable: "callable Callable function",
    container:
      "Sequence Iterable Iterator Collection Container Mapping MutableMapping MutableSequence AbstractSet MutableSet Generator Sized Reversible KeysView ValuesView ItemsView sequence iterable mapping iterator",
    async: "Awaitable Coroutine AsyncIterator AsyncIterable AsyncGenerator",
    Path: "Path",
    datetime: "datetime",
    timedelta: "timedelta",
    Decimal: "Decimal",
    UUID: "UUID",
  }),
  unions: new Set([
    "Optional",
    "Union",
    "Literal",
    "Annotated",
    "ClassVar",
    "Final",
    "Required",
    "NotRequired",
  ]),
  modules: /^(?:typing|typing_extensions|t|collections\.abc|abc|builtins|pathlib|datetime|dt|decimal|uuid)\./,
  braces: "choices",
  strict: false,
};

export const ecmascript: Tongue = {
  names: spellings({
    string: "string String",
    number: "number Number int integer float double",
    boolean: "boolean Boolean bool",
    bigint: "bigint BigInt",
    symbol: "symbol Symbol",
    none: "undefined void null Void",
    callable: "Function function",
    object: "object Object Record",
    list: "Array array ReadonlyArray",
    container: "Iterable Iterator Generator ArrayLike IterableIterator",
    async: "AsyncIterable AsyncIterator AsyncGenerator AsyncIterableIterator",
    Promise: "Promise PromiseLike",
    Date: "Date",
    RegExp: "RegExp",
    Map: "Map ReadonlyMap",
    Set: "Set ReadonlySet",
  }),
  unions: new Set(["Readonly", "NonNullable"]),
  modules: /^$/,
  braces: "keys",
  strict: true,
};

/** Returns what a name refers to beyond the language's own types. */
export type Known = (name: string) => Union | undefined;

class Unclear extends Error {}

/**
 * Parses a type from an annotation or from a docstring: `str | None`, `Optional[str]`, `list of int`,
 * `{string[]}`. Undefined unless the whole text is understood; `known` resolves other names.
 */
export function typeOf(text: string, tongue: Tongue, known: Known = () => undefined): Union | undefined {
  if (text.length > 200) return undefined;
  const reader = new Reader(text, tongue, known);
  try {
    const found = reader.union();
    return reader.ended ? found : undefined;
  } catch (error) {
    if (error instanceof Unclear) return undefined;
    throw error;
  }
}

const token =
  /\s*(:(?:py:)?(?:class|obj|func|data):`~?[^`]+`|"[^"\\]*"|'[^'\\]*'|-?\d+(?:\.\d+)?|=>|\.\.\.|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*|\.?<|[^\s])/y;

class Reader {
  readonly #words: readonly string[];
  readonly #tongue: Tongue;
  readonly #known: Known;
  #at = 0;

  constructor(text: string, tongue: Tongue, known: Known) {
    this.#words = [...text.trim().matchAll(new RegExp(token, "gy"))].map(([, word = ""]) => word);
    this.#tongue = tongue;
    this.#known = known;
  }

  get ended(): boolean {
    return this.#at === this.#words.length;
  }

  union(): Union {
    this.#take("|");
    const found = [...this.#one()];
    while (this.#take("|") || this.#take("or")) found.push(...this.#one());
    return found;
  }

  #one(): Union {
    this.#take("readonly");
    let found = this.#plain();
    while (this.#take("[")) {
      this.#must("]");
      found = [{ name: "list", of: [found] }];
    }
    if (this.#take("of")) {
      const [only, other] = found;
      if (!only || other) throw new Unclear();
      return [{ ...only, of: [this.#many()] }];
    }
    return found;
  }

  /** Parses `list of strings`. */
  #many(): Union {
    const word = this.#peek() ?? "";
    if (!/^[a-z]+s$/.test(word) || this.#tongue.names.has(word)) return this.#one();
    this.#at += 1;
    return [this.#named(word.slice(0, -1))];
  }

  #plain(): Union {
    const word = this.#words[this.#at++] ?? "";
    if (word === "(") return this.#grouped();
    if (word === "{") return this.#braced();
    if (word === "[" && this.#tongue.braces === "keys") {
      this.#close("]");
      return [{ name: "list" }];
    }
    if (/^["'\d-]/.test(word)) return [{ name: "literal", value: word.replaceAll('"', "'") }];
    if (/^(?:true|false)$/i.test(word)) return [this.#named("bool")];
    const name = word.replaceAll(/^:.*:`~?|`$/g, "").replace(this.#tongue.modules, "");
    if (!/^[A-Za-z_$]/.test(name)) throw new Unclear();
    const of = this.#arguments();
    if (this.#tongue.unions.has(name)) return combined(name, of);
    const meant = this.#tongue.names.has(name) ? undefined : this.#known(name);
    if (!meant) return [{ ...this.#named(name), ...(of && { of }) }];
    return meant.map((item) => ({ ...item, ...(of && { of }) }));
  }

  /** Parses `(A | B)` and `(a: A) => B`. */
  #grouped(): Union {
    const from = this.#at;
    this.#close(")");
    if (this.#take("=>")) {
      for (let word = this.#peek(); word !== undefined && !/^[)\]},>]$/.test(word); word = this.#peek()) {
        this.#at += 1;
        const close = { "(": ")", "[": "]", "{": "}", "<": ">" }[word];
        if (close) this.#close(close);
      }
      return [{ name: "callable" }];
    }
    this.#at = from;
    const inner = this.union();
    this.#must(")");
    return inner;
  }

  /** Parses `{ key: A }` and `{'a', 'b'}`. */
  #braced(): Union {
    if (this.#tongue.braces === "keys") {
      this.#close("}");
      return [{ name: "object" }];
    }
    const found = [...this.union()];
    while (this.#take(",")) found.push(...this.union());
    this.#must("}");
    return found;
  }

  /** Skips past the closing bracket. */
  #close(bracket: string): void {
    const open = { ")": "(", "]": "[", "}": "{", ">": "<" }[bracket];
    for (let depth = 1; depth > 0; this.#at += 1) {
      const word = this.#peek();
      if (word === undefined) throw new Unclear();
      depth += word === open ? 1 : word === bracket ? -1 : 0;
    }
  }

  #named(spelt: string): Type {
    const name = this.#tongue.names.get(spelt);
    if (name !== undefined) return { name };
    const [meant, other] = this.#known(spelt) ?? [];
    if (meant && !other) return meant;
    throw new Unclear();
  }

  /** Parses `[A, B]`, `<A, B>`, `.<A, B>`; not `[]`. */
  #arguments(): readonly Union[] | undefined {
    const open = this.#peek();
    const python = open === "[" && this.#words[this.#at + 1] !== "]";
    if (!python && open !== "<" && open !== ".<") return undefined;
    this.#at += 1;
    const found: Union[] = [];
    const close = python ? "]" : ">";
    while (!this.#take(close)) {
      if (this.#take("[")) {
        this.#close("]"); // parameters of a callable
        found.push([{ name: "callable" }]);
      } else if (this.#take("...")) found.push([]);
      else found.push(this.union());
      if (!this.#take(",") && this.#peek() !== close) throw new Unclear();
    }
    return found;
  }

  #peek(): string | undefined {
    return this.#words[this.#at];
  }

  #take(word: string): boolean {
    if (this.#peek() !== word) return false;
    this.#at += 1;
    return true;
  }

  #must(word: string): void {
    if (!this.#take(word)) throw new Unclear();
  }
}

function combined(name: string, of: readonly Union[] | undefined): Union {
  const [first] = of ?? [];
  if (!of || !first) throw new Unclear();
  if (name === "Union" || name === "Literal") return of.flat();
  return name === "Optional" ? [...first, { name: "none" }] : first;
}
