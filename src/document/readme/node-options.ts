import { sourcesOf } from "../../inspect/index.ts";
import { reached } from "../changelog/index.ts";
import { bare, type Found, literal, within } from "./literals.ts";

interface Place {
  readonly paths: ReadonlySet<string>;
  text(path: string): Promise<string | undefined>;
}

/** A help text line: `  -p, --port <number>  Where it listens`. */
const helped =
  /^[ \t]*((?:-\w,?[ \t]+)?--[a-z][\w-]*(?:[ =](?:<[^<>\n]*>|\[[^[\]\n]*\]|[A-Z][A-Z_]*))?)(?:(?<=[>\]])[ \t]+|[ \t]{2,})(\S.*?)[ \t]*$/gm;

const pattern = new RegExp(String.raw`\b(?:desc|describe|description)\s*:\s*(${literal})`);
const short = new RegExp(String.raw`\b(?:alias|short)\s*:\s*\[?\s*["'](\w)["']`);

/**
 * Finds `.option("-p, --port <n>", "text")` of commander and cac, and `.option("port", { alias: "p",
 * describe: "text" })` of yargs.
 */
function declared(source: string): readonly Found[] {
  return [...source.matchAll(/\.(?:option|requiredOption)\(|\bnew Option\(/g)].flatMap((match) => {
    const call = within(source, match.index + match[0].length - 1);
    const [, first, second] =
      new RegExp(String.raw`^\s*(${literal})\s*(?:,\s*(${literal}))?`).exec(call) ?? [];
    if (first === undefined) return [];
    const name = bare(first);
    if (second !== undefined) return name.startsWith("-") ? [{ name, text: bare(second) }] : [];
    const [text, alias] = [pattern.exec(call)?.[1], short.exec(call)?.[1]];
    if (text === undefined || !/^[a-z][\w-]*$/.test(name)) return [];
    return [{ name: `${alias === undefined ? "" : `-${alias}, `}--${name}`, text: bare(text) }];
  });
}

/** Returns the options of a Node.js program from its source: its help text, else its parser calls. */
export async function nodeOptions(place: string, tree: Place): Promise<readonly Found[]> {
  const start = sourcesOf(place).find((item) => tree.paths.has(item));
  const [help, options] = [new Map<string, Found>(), new Map<string, Found>()];
  const put = (found: Map<string, Found>, one: Found): unknown =>
    found.has(one.name) || found.set(one.name, one);
  for await (const text of reached(tree, start === undefined ? [] : [start])) {
    for (const [, name = "", wording = ""] of text.matchAll(helped)) put(help, { name, text: wording });
    for (const item of declared(text)) put(options, item);
  }
  return [...(help.size >= options.size ? help : options).values()];
}
