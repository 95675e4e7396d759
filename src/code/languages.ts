import { table } from "../lib/index.ts";
import type { Language } from "./language.ts";

export const languages = table<Language, "typescript" | "javascript" | "python">({
  typescript: () => import("./languages/typescript.ts"),
  javascript: () => import("./languages/javascript.ts"),
  python: () => import("./languages/python.ts"),
});

/** The language of a file by its name, if it is one of ours. */
export async function languageOf(path: string): Promise<Language | undefined> {
  const dot = path.lastIndexOf(".");
  for (const name of languages.names) {
    const language = await languages.load(name);
    if (dot >= 0 && language.extensions.includes(path.slice(dot).toLowerCase())) return language;
  }
  return undefined;
}
