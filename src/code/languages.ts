import { table } from "../lib/index.ts";
import type { Language } from "./language.ts";
import { extensions } from "./languages/extensions.ts";

export const languages = table<Language, keyof typeof extensions>({
  typescript: () => import("./languages/typescript.ts"),
  javascript: () => import("./languages/javascript.ts"),
  python: () => import("./languages/python.ts"),
  go: () => import("./languages/go.ts"),
  java: () => import("./languages/java.ts"),
  rust: () => import("./languages/rust.ts"),
});

/** The language of a file by its name, if it is one of ours; no other is loaded. */
export async function languageOf(path: string): Promise<Language | undefined> {
  const ending = path.slice(path.lastIndexOf(".")).toLowerCase();
  const name = languages.names.find((one) => extensions[one].includes(ending));
  return name && guarded(await languages.load(name));
}

const guards = new WeakMap<Language, Language>();

/** A file that is nested too deeply to be walked through says nothing; it ends no run. */
function guarded(language: Language): Language {
  const known = guards.get(language);
  if (known) return known;
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
  const safe: Language = {
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
  guards.set(language, safe);
  return safe;
}
