/** Functions inside of functions that are longer than a screen, in files under `src`: they want a name of their own. */
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseSync } from "oxc-parser";

/** Lines of a nested function that still reads at a glance. */
const longest = 40;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const functions: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "FunctionDeclaration",
  "FunctionExpression",
]);

/** Where a module has nested functions that are too long: their lines. Methods of a class are not nested in anything. */
export function longNested(path: string, text: string): readonly number[] {
  const lines: number[] = [];
  const lineOf = (index: number): number => text.slice(0, index).split("\n").length;
  const walk = (value: unknown, isInside: boolean, isMethod: boolean): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, isInside, false);
    if (!isNode(value)) return;
    const isLong = lineOf(value.end) - lineOf(value.start) + 1 > longest;
    if (!isLong) return;
    if (functions.has(value.type) && isInside) lines.push(lineOf(value.start));
    const inside = isInside || (functions.has(value.type) && !isMethod);
    for (const [key, child] of Object.entries(value))
      walk(child, inside, value.type === "MethodDefinition" && key === "value");
  };
  walk(parseSync(path, text).program, false, false);
  return lines;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "src");
  const found = globSync("**/*.ts", { cwd: root })
    .filter((path) => !/\.(?:test|suite)\.ts$/.test(path))
    .flatMap((path) => {
      const lines = longNested(path, readFileSync(join(root, path), "utf8"));
      return lines.map((line) => `src/${path.split(sep).join("/")}:${line}`);
    });
  for (const place of found) console.log(`${place}: a nested function of more than ${longest} lines`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
