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
  walk(parseSync(path, text).program as unknown as Node, false, false); // one shape for all kinds of node
  return found;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "src");
  const found = globSync("**/*.ts", { cwd: root })
    // A client's runtime has more lines here than in any client: marks say which are for what.
    .filter((path) => !/\.(?:test|suite)\.ts$|client\/shipped\//.test(path.split(sep).join("/")))
    .flatMap((path) => {
      const lines = longNested(path, readFileSync(join(root, path), "utf8"));
      return lines.map((line) => `src/${path.split(sep).join("/")}:${line}`);
    });
  for (const place of found) console.log(`${place}: a nested function of more than ${longest} lines`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
