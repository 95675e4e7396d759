import type { Declaration, Held, Language } from "../../../code/index.ts";
import { once } from "../../../lib/index.ts";
import type { Abroad } from "./abroad.ts";
import { Classes } from "./classes.ts";
import { ecmascript, python, type Tongue } from "./spelling.ts";

/** What stands around a declaration in its file, as far as it is asked for. */
export interface Surroundings {
  readonly language: Language;
  /** Undefined where docstrings tell of no types. */
  readonly tongue: Tongue | undefined;
  /** The classes that the file can name and that extend nothing unknown, with what they extend. */
  readonly classes: Classes;
  /** Whether one of the names in a text stands for something of this project, or of a package, that isn't known. */
  foreign(text: string): boolean;
  /** Whether a name is imported and nothing of this project. */
  outside(name: string): boolean;
  /** The literal that a constant is, of this file or of another. */
  constant(name: string): string | undefined;
  /** What makes an object of a class. */
  constructorOf(declaration: Declaration): Declaration | undefined;
  held(declaration: Declaration): Held | undefined;
}

/** A file with what it declares. */
export interface Own {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly declarations: readonly Declaration[];
}

export function surroundings({ path, text, language, declarations }: Own, abroad: Abroad): Surroundings {
  const isPython = language.extensions.includes(".py");
  const tongue = isPython
    ? python
    : language.extensions.some((extension) => /^\.[jt]s$/.test(extension))
      ? ecmascript
      : undefined;
  const imports = once(
    () => new Set(language.imports(text).flatMap(({ local, from }) => (standard.test(from) ? [] : [local]))),
  );
  const classes = once(
    () => new Classes({ path, text, declarations, tongue: tongue ?? python, imports, abroad }),
  );
  const declared = once(() => new Set(declarations.map(({ name }) => name)));
  const isBrought = (word: string): boolean => declared().has(word) || imports().has(word);
  return {
    language,
    tongue,
    get classes() {
      return classes();
    },
    foreign: (words) =>
      (words.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => isBrought(word) && !classes().has(word)),
    outside: (name) => imports().has(name) && !declared().has(name) && abroad.find(name, path) === undefined,
    constant(name) {
      const [declaration, other] = declarations.filter((item) => item.name === name);
      if (declaration)
        return other || declaration.kind !== "constant"
          ? undefined
          : literalIn(text.slice(declaration.range.start, declaration.range.end));
      const met = imports().has(name) ? abroad.find(name, path) : undefined;
      return met?.declaration.kind === "constant" ? literalIn(met.code ?? "") : undefined;
    },
    constructorOf: ({ name, kind }) =>
      kind === "class"
        ? declarations.find(
            (declaration) => declaration.name === `${name}.${isPython ? "__init__" : "constructor"}`,
          )
        : undefined,
    held: (declaration) => language.held?.(text, declaration),
  };
}

/** `const SIZE: number = 3;`, `SIZE: Final = 3` */
export const literalIn = (code: string): string | undefined =>
  /^(?:(?:export\s+)?const\s+)?[A-Za-z_$][\w$]*(?:\s*:[^=\n]+)?\s*=\s*("[^"\n]*"|'[^'\n]*'|-?\d+(?:\.\d+)?|true|false|True|False)(?:\s+as\s+const)?\s*;?$/.exec(
    code,
  )?.[1];

const standard = /^(?:typing|typing_extensions|collections|pathlib|datetime|decimal|uuid|builtins|numbers)\b/;
