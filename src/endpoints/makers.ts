import { args, isTooMuch, Stop } from "./evaluate/machine.ts";
import type { FunctionValue, Machine } from "./evaluate/types.ts";
import type { Program, Statement } from "./program/ir.ts";

/** Maximum number of steps for each thing that a program does at startup. */
export const stepsEach = 70_000;

/** Modules by their paths. */
interface Sources {
  readonly texts: ReadonlyMap<string, string>;
  read(path: string, text: string): Program | undefined;
}

/** Calls that create an application or a router. */
export const makers =
  /\b(?:Flask|Quart|FastAPI|APIRouter|Blueprint|express|fastify|Fastify|Router)\(|new (?:Hono|OpenAPIHono|Koa|Router)\b/;

/** Runs part of a program's startup; ends silently where it can't be followed. */
function attempt(machine: Machine, work: () => void): void {
  machine.allow(stepsEach);
  try {
    work();
  } catch (error) {
    if (!(error instanceof Stop) && !isTooMuch(error)) throw error;
  }
}

/** The functions of a module that create an application and are never called. */
function uncalledMakers(path: string, machine: Machine, text: string): readonly FunctionValue[] {
  return [...(machine.module(path)?.scope.vars.values() ?? [])].filter((value): value is FunctionValue => {
    if (value.kind !== "function" || value.fn.file !== path || machine.called.has(value.fn)) return false;
    const end = /\n(?=[^\s})])/.exec(text.slice(value.fn.at))?.index ?? text.length;
    return makers.test(text.slice(value.fn.at, value.fn.at + end));
  });
}

const isMain = ({ test }: Extract<Statement, { kind: "if" }>): boolean =>
  test.kind === "binary" &&
  [test.left, test.right].some((side) => side.kind === "name" && side.name === "__name__");

/** Runs the `if __name__ == "__main__"` block of a Python module. */
function startModule(path: string, machine: Machine, program: Program | undefined): void {
  const scope = machine.module(path)?.scope;
  for (const statement of program?.body ?? [])
    if (scope && statement.kind === "if" && isMain(statement))
      attempt(machine, () => machine.execute(statement.yes, scope));
}

/**
 * Calls the functions that create applications: from the program's own start if it has one, otherwise as a server or a
 * test would.
 */
export function callMakers(paths: readonly string[], machine: Machine, { texts, read }: Sources): void {
  const text = (path: string): string => texts.get(path) ?? "";
  const left = (): readonly FunctionValue[] =>
    paths.flatMap((path) => uncalledMakers(path, machine, text(path)));
  if (!left().length) return;
  for (const path of paths) if (path.endsWith(".py")) startModule(path, machine, read(path, text(path)));
  for (const maker of left())
    if (!machine.called.has(maker.fn))
      attempt(machine, () => void machine.call(maker, { ...args([]), open: true }));
}

const longest = 120;

/** The first sentence, on one line; `undefined` if it is not prose. */
function sentence(text: string): string | undefined {
  const [first = ""] = text.trim().split(/\n\s*\n|\n\s*[@:]|(?<=[.!?])\s/);
  const line = first.replaceAll(/\s+/g, " ").replace(/\.$/, "").trim();
  return line.length > 2 &&
    line.length <= longest &&
    /^[\p{L}\d]/u.test(line) &&
    !/[<>{}`]|https?:/.test(line)
    ? line
    : undefined;
}

/** The docstring of the Python function that begins at the start of the text. */
function docstring(source: string): string | undefined {
  // the signature ends with the first colon at the end of a line
  const [, text] =
    /^(?:async\s+)?def\s[^]*?:[ \t]*\n\s*[rR]?(?:"""|''')([^]*?)(?:"""|''')/.exec(source) ?? [];
  const between = text === undefined ? "" : source.slice(0, source.indexOf(text));
  return /\n\s*(?:return|if|def|raise|with|for|try)\b/.test(between) ? undefined : text;
}

/** The JSDoc comment that ends right before a position, ignoring words such as `export`. */
function comment(before: string): string | undefined {
  const plain = before.replace(/(?:\b(?:export|default|async|public|const\s+\w+\s*=)\s*)+$/, "").trimEnd();
  const open = plain.endsWith("*/") ? plain.lastIndexOf("/**") : -1;
  if (open < 0) return undefined;
  return plain.slice(open + 3, -2).replaceAll(/^\s*\*[ \t]?/gm, "");
}

/** The first sentence of a function's comment or docstring. */
export function summaryOf(path: string, source: string, index: number): string | undefined {
  const text = path.endsWith(".py")
    ? docstring(source.slice(index, index + 4000))
    : comment(source.slice(Math.max(0, index - 4000), index));
  return text === undefined ? undefined : sentence(text);
}
