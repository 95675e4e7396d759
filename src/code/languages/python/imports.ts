import type { Imported } from "../../study.ts";

/** Returns all imports of a module, at any depth. */
export function importsOf(text: string): readonly Imported[] {
  const found: Imported[] = [];
  for (const [, from = "", list = ""] of text.matchAll(
    /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]*)/gm,
  ))
    for (const part of list.replaceAll(/[()\\]|#[^\n]*/g, " ").split(",")) {
      const [, name = "", local] = /^\s*(\*|\w+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (name) found.push({ local: local ?? name, name, from });
    }
  for (const [, list = ""] of text.matchAll(/^[ \t]*import[ \t]+([^\n#;]*)/gm))
    for (const part of list.split(",")) {
      const [, from = "", local] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (from) found.push({ local: local ?? from, name: "*", from });
    }
  return found;
}
