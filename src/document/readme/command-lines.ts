import type { Files } from "../../workspace/index.ts";
import type { Manifest } from "../page/manifest.ts";
import { nodeOptions } from "./node-options.ts";
import { bare, type Found, literal, within } from "./literals.ts";

/** A program's options and commands from its source, used if its help can't be printed. */
export interface CommandLine {
  readonly program: string;
  readonly of: "Command" | "Option";
  readonly rows: readonly Found[];
}

const mostRows = 40;
const longest = 200_000;

/** Returns the text of `help=`, which may be concatenated; undefined if hidden. */
function helpIn(call: string): string | undefined {
  if (/\bhelp\s*=\s*(?:argparse\.)?SUPPRESS\b|\bhidden\s*=\s*True\b/.test(call)) return undefined;
  const [, text = ""] = new RegExp(String.raw`\bhelp\s*=\s*\(?\s*((?:${literal}\s*)+)`).exec(call) ?? [];
  return (text.match(new RegExp(literal, "g")) ?? []).map(bare).join("").replaceAll(/\s+/g, " ").trim();
}

/** Returns `"-v", "--verbose"` at the start of a call, or after typer's default value. */
function flagsIn(call: string): readonly string[] {
  const start = new RegExp(String.raw`^\s*(?:[\w.]+\s*,\s*)?((?:${literal}\s*,?\s*)+)`).exec(call)?.[1] ?? "";
  return (start.match(new RegExp(literal, "g")) ?? []).map(bare).filter((item) => /^--?\w/.test(item));
}

/** Returns the options declared with argparse, click and typer. */
function options(source: string): readonly Found[] {
  return [...source.matchAll(/\.add_argument\(|@\w+\.option\(|\btyper\.Option\(/g)].flatMap((match) => {
    const call = within(source, match.index + match[0].length - 1);
    const [text, flags] = [helpIn(call), flagsIn(call)];
    return text === undefined || !flags.length ? [] : [{ name: flags.join(", "), text }];
  });
}

/** Returns the string that a call begins with. */
const firstText = (call: string): string | undefined => {
  const [, quoted] = new RegExp(String.raw`^\s*(${literal})`).exec(call) ?? [];
  return quoted === undefined ? undefined : bare(quoted);
};

/** Returns the commands added with argparse's `add_parser`. */
const parsers = (source: string): readonly Found[] =>
  [...source.matchAll(/\.add_parser\(/g)].flatMap((match) => {
    const call = within(source, match.index + match[0].length - 1);
    const [name, text] = [firstText(call), helpIn(call)];
    return name === undefined || text === undefined ? [] : [{ name, text }];
  });

/** Returns the commands of click groups and typer applications: functions with the first line of their docstrings. */
function decorated(source: string): readonly Found[] {
  return source.split(/^(?=@)/m).flatMap((part, index, all) => {
    const mark = /^@(?!click\b)\w+\.command\(/.exec(part);
    if (!mark) return [];
    // other decorators may be in between
    const whole = all.slice(index).join("");
    const name = /^(?:async )?def (\w+)/m.exec(whole)?.[1];
    const position = name === undefined ? -1 : whole.indexOf(`def ${name}`);
    if (name === undefined || position < 0) return [];
    const open = whole.indexOf("(", position);
    const after = whole.slice(open + within(whole, open).length + 2);
    const [, text = ""] = /^[^\n]*:\s*\n\s+r?"""\s*([^\n"]*)/.exec(after) ?? [];
    const statedName = firstText(within(part, mark[0].length - 1));
    return [{ name: statedName ?? name.replaceAll("_", "-"), text: text.trim() }];
  });
}

/** Returns the command lines of a package's programs from their sources, except those whose help was printed. */
export async function commandLinesOf(
  { files, paths }: { readonly files: Files; readonly paths: ReadonlySet<string> },
  manifest: Manifest | undefined,
  printed: readonly string[],
): Promise<readonly CommandLine[]> {
  const found: CommandLine[] = [];
  const text = async (path: string): Promise<string | undefined> => {
    const source = await files.tryRead(path).catch(() => null);
    return source === null || source.length > longest ? undefined : source;
  };
  for (const [program, place] of Object.entries(manifest?.programs ?? {}).slice(0, 3)) {
    if (printed.includes(program)) continue;
    const { of, rows } =
      manifest?.ecosystem === "node"
        ? {
            of: "Option" as const,
            rows: await nodeOptions(place, { paths, text }),
          }
        : ofPython(await sourceOf(files, /^([\w.]+):\w+$/.exec(place)?.[1] ?? ""));
    if (rows.length) found.push({ program, of, rows: rows.slice(0, mostRows) });
  }
  return found;
}

function ofPython(source: string): Omit<CommandLine, "program"> {
  const below = [...parsers(source), ...decorated(source)];
  return below.length ? { of: "Command", rows: below } : { of: "Option", rows: options(source) };
}

/** Returns the text of a Python module by its dotted name; empty if it doesn't exist or is too long. */
export async function sourceOf(files: Files, module: string): Promise<string> {
  const base = module.replaceAll(".", "/");
  for (const path of [`${base}.py`, `src/${base}.py`, `${base}/__init__.py`, `src/${base}/__init__.py`]) {
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null) return text.length > longest ? "" : text;
  }
  return "";
}
