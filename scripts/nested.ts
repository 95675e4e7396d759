/** Finds nested functions under `src` that are longer than a screen and should be separate, named functions. */
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { parseSync } from "oxc-parser";

/** Maximum lines of a nested function. */
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

/** Returns the lines of a module's nested functions that are too long. Methods of a class don't count as nested. */
export function longNested(path: string, text: string): readonly number[] {
  const found: number[] = [];
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  if (breaks.length < longest) return found;
  const lineOf = (offset: number): number => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? offset) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  const walk = (node: Node, isInside: boolean, isMethod: boolean): void => {
    const line = lineOf(node.start);
    if (lineOf(node.end) - line < longest) return;
    const isFunction = functions.has(node.type);
    if (isFunction && isInside) found.push(line);
    for (const [key, value] of Object.entries(node))
      for (const child of [value].flat())
        if (isNode(child))
          walk(
            child,
            isInside || (isFunction && !isMethod),
            node.type === "MethodDefinition" && key === "value",
          );
  };
  walk(parseSync(path, text).program as unknown as Node, false, false); // one shape for all kinds of nodes
  return found;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "src");
  const found = globSync("**/*.ts", { cwd: root })
    // Excludes a client's runtime: it is longer here than in any client, with marks for the parts that each needs.
    .filter((path) => !/\.(?:test|suite)\.ts$|client\/shipped\//.test(path.split(sep).join("/")))
    .flatMap((path) => {
      const lines = longNested(path, readFileSync(join(root, path), "utf8"));
      return lines.map((line) => `src/${path.split(sep).join("/")}:${line}`);
    });
  for (const place of found) console.log(`${place}: a nested function of more than ${longest} lines`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
