import { keywords } from "./chain.ts";

/** What the holes of a text call by a name: `f"{quoted(name)} of {self.kind()}"`; none where it has no holes. */
export function calledIn(text: string): readonly string[] {
  if (!text.includes("(") || !/^[rR]?[fFtT]/.test(text)) return [];
  const found: string[] = [];
  for (const [, hole = ""] of text.replaceAll(/\{\{|\}\}/g, "").matchAll(/\{([^{}]+)/g))
    for (const [, name = ""] of hole.matchAll(/(?<![\w.)\]])([A-Za-z_]\w*(?:\.\w+)*)\(/g))
      if (!keywords.has(name)) found.push(name);
  return found;
}
