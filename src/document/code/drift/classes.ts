import type { Declaration } from "../../../code/index.ts";
import type { Abroad, Met } from "./abroad.ts";
import { type Tongue, typeOf, type Union } from "./spelling.ts";

const plainBases = new Map(
  Object.entries({
    object: "object",
    ABC: "object",
    Generic: "object",
    TypedDict: "dict",
    NamedTuple: "tuple",
    Enum: "object",
    StrEnum: "str",
    IntEnum: "int",
    Exception: "object",
    Error: "object",
  }),
);

/** A file as used for class lookups. */
export interface Place {
  readonly path: string;
  readonly text: string;
  readonly declarations: readonly Declaration[];
  readonly tongue: Tongue;
  /** Returns the names it imports. */
  imports(): ReadonlySet<string>;
  readonly abroad: Abroad;
}

interface Kind {
  readonly key: string;
  readonly bases: readonly string[];
}

/** Classes and interfaces that a file can name, with their bases; those with unknown bases are left out. */
export class Classes {
  readonly #place: Place;
  readonly #own: ReadonlyMap<string, readonly string[]>;
  readonly #known = new Map<string, Kind | undefined>();

  constructor(place: Place) {
    this.#place = place;
    const { text, declarations } = place;
    this.#own = new Map(
      declarations.flatMap((declaration) => {
        const bases = declaration.name.includes(".")
          ? undefined
          : basesOf(declaration, text.slice(declaration.range.start, declaration.range.end));
        return bases ? [[declaration.name, bases] as const] : [];
      }),
    );
  }

  /** Returns the bases of a type by its key. */
  get(key: string): readonly string[] | undefined {
    return this.#known.get(key)?.bases;
  }

  has(name: string): boolean {
    return this.meaning(name) !== undefined;
  }

  /** Returns the type that a name refers to in the file; undefined unless it is completely known. */
  meaning(name: string): Union | undefined {
    const kind = this.#find(name, this.#place.path);
    if (kind) return [{ name: `class ${kind.key}` }];
    const declared = this.#brought(name);
    const [, alias] =
      /^(?:export\s+|declare\s+)*type\s+[\w$]+\s*=\s*([\s\S]+?);?$/.exec(declared?.code ?? "") ?? [];
    if (!declared || alias === undefined) return undefined;
    return typeOf(alias, this.#place.tongue, (inner) => {
      const found = this.#find(inner, declared.file);
      return found && [{ name: `class ${found.key}` }];
    });
  }

  #brought(name: string): Met | undefined {
    const { imports, abroad, path } = this.#place;
    return imports().has(name) ? abroad.find(name, path) : undefined;
  }

  #find(name: string, file: string): Kind | undefined {
    const at = `${file}#${name}`;
    if (this.#known.has(at)) return this.#known.get(at);
    this.#known.set(at, undefined); // for a class that extends itself
    const found = this.#read(name, file);
    this.#known.set(at, found);
    if (found) this.#known.set(found.key, found);
    return found;
  }

  #read(name: string, file: string): Kind | undefined {
    const { path, tongue, abroad } = this.#place;
    if (tongue.names.has(name)) return undefined;
    const baseNames = file === path ? this.#own.get(name) : undefined;
    if (baseNames) return this.#kind(name, file, baseNames);
    const declared = file === path ? this.#brought(name) : abroad.find(name, file);
    const bases = declared && basesOf(declared.declaration, declared.code ?? "");
    return declared && bases && this.#kind(declared.declaration.name, declared.file, bases);
  }

  #kind(name: string, file: string, bases: readonly string[]): Kind | undefined {
    const { tongue } = this.#place;
    const known = bases.map(
      (base) => plainBases.get(base) ?? tongue.names.get(base) ?? this.#find(base, file)?.key ?? "",
    );
    return known.includes("") ? undefined : { key: `${file}#${name}`, bases: known };
  }
}

/** Returns the bases of a class or interface; undefined for anything else. */
function basesOf({ kind, bases }: Declaration, code: string): readonly string[] | undefined {
  if (kind === "class") return bases ?? [];
  if (kind !== "type") return undefined;
  const [, wide] = /^(?:export\s+|default\s+|declare\s+)*interface\s+\w+(?:\s+extends\s+([^{]*))?\s*\{/.exec(
    code,
  ) ?? ["", "?"];
  return (wide ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}
