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
  return name && languages.load(name);
}
