import type { Declaration, Held, Language } from "../../../code/index.ts";
import { once } from "../../../lib/index.ts";
import type { Classes } from "./differs.ts";
import { ecmascript, python, type Tongue } from "./spelling.ts";

/** What stands around a declaration in its file, as far as it is asked for. */
export interface Surroundings {
  readonly language: Language;
  /** Undefined where docstrings tell of no types. */
  readonly tongue: Tongue | undefined;
  /** The classes of the file that extend nothing unknown, with what they extend. */
  readonly classes: Classes;
  /** Whether one of the names in a text stands for something of this project, or of a package. */
  foreign(text: string): boolean;
  /** What makes an object of a class. */
  constructorOf(declaration: Declaration): Declaration | undefined;
  held(declaration: Declaration): Held | undefined;
}

export function surroundings(
  text: string,
  language: Language,
  declarations: readonly Declaration[],
): Surroundings {
  const isPython = language.extensions.includes(".py");
  const tongue = isPython
    ? python
    : language.extensions.some((one) => /^\.[jt]s$/.test(one))
      ? ecmascript
      : undefined;
  const classes = once(() =>
    tongue ? classesIn(text, declarations, tongue) : new Map<string, readonly string[]>(),
  );
  const brought = once(() => namesFrom(text, { language, declarations, classes: classes() }));
  return {
    language,
    tongue,
    get classes() {
      return classes();
    },
    foreign: (words) => (words.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => brought().has(word)),
    constructorOf: ({ name, kind }) =>
      kind === "class"
        ? declarations.find((one) => one.name === `${name}.${isPython ? "__init__" : "constructor"}`)
        : undefined,
    held: (declaration) => language.held?.(text, declaration),
  };
}

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

/** Classes and interfaces by what they extend; those that extend what isn't known here are left out. */
function classesIn(text: string, declarations: readonly Declaration[], tongue: Tongue): Classes {
  const all = new Map<string, readonly string[]>();
  for (const { kind, name, bases, range } of declarations) {
    if (name.includes(".") || tongue.names.has(name)) continue;
    if (kind === "class") all.set(name, bases ?? []);
    if (kind !== "type") continue;
    const [, wide = ""] =
      /^(?:export\s+|default\s+|declare\s+)*interface\s+\w+(?:\s+extends\s+([^{]*))?\s*\{/.exec(
        text.slice(range.start, range.end),
      ) ?? ["", "?"];
    all.set(
      name,
      wide
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    );
  }
  const known = new Map<string, readonly string[]>();
  for (let grew = true; grew;) {
    grew = false;
    for (const [name, bases] of all) {
      if (known.has(name)) continue;
      const plain = bases.map(
        (base) => plainBases.get(base) ?? tongue.names.get(base) ?? (known.has(base) ? base : ""),
      );
      if (plain.includes("")) continue;
      known.set(name, plain);
      grew = true;
    }
  }
  return known;
}

const standard = /^(?:typing|typing_extensions|collections|pathlib|datetime|decimal|uuid|builtins|numbers)\b/;

/** Names that the file declares or imports, but for its classes and those of the standard library. */
function namesFrom(
  text: string,
  {
    language,
    declarations,
    classes,
  }: { language: Language; declarations: readonly Declaration[]; classes: Classes },
): ReadonlySet<string> {
  return new Set([
    ...declarations.map(({ name }) => name).filter((name) => !classes.has(name)),
    ...language.imports(text).flatMap(({ local, from }) => (standard.test(from) ? [] : [local])),
  ]);
}
