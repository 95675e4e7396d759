/**
 * Finds regular expressions under `src` that are too long to read. `patterns.json` counts those from before the rule;
 * the counts may only shrink. `node scripts/patterns.ts --write` removes the ones that are gone.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** Maximum characters of a readable pattern; longer ones are built from lists (`src/lib/any-of.ts`). */
const longest = 120;

/** Returns the lines of a module's longer literals. */
export function longPatterns(path: string, text: string): readonly number[] {
  const lines: number[] = [];
  new Visitor({
    Literal(node) {
      const isLong = "regex" in node && node.regex.pattern.length > longest;
      if (isLong) lines.push(text.slice(0, node.start).split("\n").length);
    },
  }).visit(parseSync(path, text).program);
  return lines;
}

/** Returns a sentence for each file with more or fewer long patterns than recorded. */
export function surprises(
  found: ReadonlyMap<string, readonly number[]>,
  known: Readonly<Record<string, number>>,
): readonly string[] {
  return [...new Set([...found.keys(), ...Object.keys(known)])].flatMap((path) => {
    const lines = found.get(path) ?? [];
    const before = known[path] ?? 0;
    if (lines.length > before)
      return [
        `src/${path}: lines ${lines.join(", ")}: ${lines.length} patterns over ${longest} characters, ${before} known; use lists, as src/lib/any-of.ts says`,
      ];
    return lines.length < before
      ? [
          `src/${path}: has fewer long patterns than scripts/patterns.json says: npx node scripts/patterns.ts --write`,
        ]
      : [];
  });
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "src");
  const list = join(import.meta.dirname, "patterns.json");
  const found = new Map<string, readonly number[]>();
  for (const file of globSync("**/*.ts", { cwd: root }).sort()) {
    const path = file.split(sep).join("/");
    const text = readFileSync(join(root, file), "utf8");
    const lines = path.endsWith(".test.ts") || !/\/.{120}/.test(text) ? [] : longPatterns(path, text);
    if (lines.length > 0) found.set(path, lines);
  }
  const known = JSON.parse(readFileSync(list, "utf8")) as Record<string, number>;
  if (process.argv.includes("--write")) {
    const counts = [...found].map(
      ([path, lines]) => [path, Math.min(lines.length, known[path] ?? 0)] as const,
    );
    const left = Object.fromEntries(counts.filter(([, count]) => count > 0));
    writeFileSync(list, `${JSON.stringify(left, null, 2)}\n`);
  } else {
    const faults = surprises(found, known);
    for (const fault of faults) console.error(fault);
    process.exitCode = faults.length > 0 ? 1 : 0;
  }
}
