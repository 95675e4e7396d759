import { once } from "../lib/index.ts";
import type { Language, LanguageLeaf } from "./language.ts";

/** A language whose module is loaded on first use. */
const leaf = (extensions: readonly string[], load: () => Promise<{ readonly default: LanguageLeaf }>) => ({
  extensions,
  load: once(async () => guarded({ ...(await load()).default, extensions })),
});

const leaves = {
  typescript: leaf([".ts", ".tsx", ".mts", ".cts"], () => import("./languages/typescript.ts")),
  javascript: leaf([".js", ".jsx", ".mjs", ".cjs"], () => import("./languages/javascript.ts")),
  python: leaf([".py", ".pyi"], () => import("./languages/python.ts")),
  go: leaf([".go"], () => import("./languages/go.ts")),
  java: leaf([".java"], () => import("./languages/java.ts")),
  rust: leaf([".rs"], () => import("./languages/rust.ts")),
};

export type LanguageName = keyof typeof leaves;
export const languageNames = Object.keys(leaves) as readonly LanguageName[]; // Object.keys loses the key types

export const loadLanguage = (name: LanguageName): Promise<Language> => leaves[name].load();

/** Returns the language of a file by its name, if supported; loads no other. */
export async function languageOf(path: string): Promise<Language | undefined> {
  const ending = path.slice(path.lastIndexOf(".")).toLowerCase();
  const name = languageNames.find((each) => leaves[each].extensions.includes(ending));
  return name && loadLanguage(name);
}

/** Wraps a language so that a file nested too deeply yields nothing instead of ending the run. */
function guarded(language: Language): Language {
  const isDeep = (error: unknown): boolean =>
    error instanceof RangeError && error.message.includes("call stack");
  const within = <T>(none: T, look: () => T): T => {
    try {
      return look();
    } catch (error) {
      if (isDeep(error)) return none;
      throw error;
    }
  };
  return {
    ...language,
    declarations: (source) => within([], () => language.declarations(source)),
    comments: (source) => within([], () => language.comments(source)),
    traits: (source) => within([], () => language.traits(source)),
    studies: (source) => within([], () => language.studies(source)),
    imports: (source) => within([], () => language.imports(source)),
    shown: (source) =>
      language.shown(source).catch((error: unknown) => {
        if (isDeep(error)) return [];
        throw error;
      }),
    complete: (source, declaration, addition) =>
      within([], () => language.complete(source, declaration, addition)),
    sameProgram: (before, after) => within(false, () => language.sameProgram(before, after)),
  };
}
