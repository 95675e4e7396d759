import { type Language, withoutComments } from "../../code/index.ts";

/** Returns a module's imports; in JavaScript also those inside its code: `require("a").b()`, `await import("a")`. */
export function importedBy({
  path,
  text,
  language,
}: {
  path: string;
  text: string;
  language: Language;
}): readonly string[] {
  const bound = language.imports(text).map(({ from }) => from);
  if (!/\.[cm]?[jt]sx?$/.test(path)) return [...new Set(bound)];
  const loads =
    /\b(?:require|import)\(\s*(["'])([\w@.][\w@./:-]*)\1\s*\)|^[ \t]*import\s*(["'])([\w@.][\w@./:-]*)\3/gm;
  const others = [...withoutComments(text, language).matchAll(loads)].map(
    ([, , one, , other]) => one ?? other ?? "",
  );
  return [...new Set([...bound, ...others])];
}
