import type { Declaration, Held, Language } from "../../../code/index.ts";
import { once } from "../../../lib/index.ts";
import type { Abroad } from "./abroad.ts";
import { Classes } from "./classes.ts";
import { ecmascript, python, type Tongue } from "./spelling.ts";

/** Context of a declaration in its file, computed on demand. */
export interface Surroundings {
  readonly language: Language;
  /** Undefined if docstrings state no types. */
  readonly tongue: Tongue | undefined;
  /** Classes that the file can name, with their bases; only those whose bases are known. */
  readonly classes: Classes;
  /** Whether a text names something of this project or a package that isn't known. */
  foreign(text: string): boolean;
  /** Whether a name is imported from outside this project. */
  outside(name: string): boolean;
  /** Returns the literal value of a constant in this or another file. */
  constant(name: string): string | undefined;
  /** Returns the constructor of a class. */
  constructorOf(declaration: Declaration): Declaration | undefined;
  held(declaration: Declaration): Held | undefined;
}

/** A file and its declarations. */
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
      const value = imports().has(name) ? abroad.find(name, path) : undefined;
      return value?.declaration.kind === "constant" ? literalIn(value.code ?? "") : undefined;
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

/** Returns the literal of `const SIZE: number = 3;`, `SIZE: Final = 3`. */
export const literalIn = (code: string): string | undefined =>
  /^(?:(?:export\s+)?const\s+)?[A-Za-z_$][\w$]*(?:\s*:[^=\n]+)?\s*=\s*("[^"\n]*"|'[^'\n]*'|-?\d+(?:\.\d+)?|true|false|True|False)(?:\s+as\s+const)?\s*;?$/.exec(
    code,
  )?.[1];

const standard = /^(?:typing|typing_extensions|collections|pathlib|datetime|decimal|uuid|builtins|numbers)\b/;
