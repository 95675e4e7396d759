import type { Files } from "../../workspace/index.ts";
import type { Manifest } from "../page/manifest.ts";
import { nodeOptions } from "./node-options.ts";
import { bare, type Found, literal, within } from "./literals.ts";

/** What the source of a program says that it takes, where its help can't be printed. */
export interface CommandLine {
  readonly program: string;
  readonly of: "Command" | "Option";
  readonly rows: readonly Found[];
}

const mostRows = 40;
const longest = 200_000;

/** The text of `help=`, which may be put together of several; undefined where it is hidden. */
function helpIn(call: string): string | undefined {
  if (/\bhelp\s*=\s*(?:argparse\.)?SUPPRESS\b|\bhidden\s*=\s*True\b/.test(call)) return undefined;
  const [, text = ""] = new RegExp(String.raw`\bhelp\s*=\s*\(?\s*((?:${literal}\s*)+)`).exec(call) ?? [];
  return (text.match(new RegExp(literal, "g")) ?? []).map(bare).join("").replaceAll(/\s+/g, " ").trim();
}

/** `"-v", "--verbose"` at the start of a call, or after the default that typer takes first. */
function flagsIn(call: string): readonly string[] {
  const start = new RegExp(String.raw`^\s*(?:[\w.]+\s*,\s*)?((?:${literal}\s*,?\s*)+)`).exec(call)?.[1] ?? "";
  return (start.match(new RegExp(literal, "g")) ?? []).map(bare).filter((item) => /^--?\w/.test(item));
}

/** The options that argparse, click and typer are told of. */
function options(source: string): readonly Found[] {
  return [...source.matchAll(/\.add_argument\(|@\w+\.option\(|\btyper\.Option\(/g)].flatMap((match) => {
    const call = within(source, match.index + match[0].length - 1);
    const [text, flags] = [helpIn(call), flagsIn(call)];
    return text === undefined || !flags.length ? [] : [{ name: flags.join(", "), text }];
  });
}

/** The text that a call begins with. */
const firstText = (call: string): string | undefined => {
  const [, quoted] = new RegExp(String.raw`^\s*(${literal})`).exec(call) ?? [];
  return quoted === undefined ? undefined : bare(quoted);
};

/** The commands of argparse's `add_parser`. */
const parsers = (source: string): readonly Found[] =>
  [...source.matchAll(/\.add_parser\(/g)].flatMap((match) => {
    const call = within(source, match.index + match[0].length - 1);
    const [name, text] = [firstText(call), helpIn(call)];
    return name === undefined || text === undefined ? [] : [{ name, text }];
  });

/** The commands of click's groups and typer's applications: functions, with the first line of their docstrings. */
function decorated(source: string): readonly Found[] {
  return source.split(/^(?=@)/m).flatMap((part, index, all) => {
    const mark = /^@(?!click\b)\w+\.command\(/.exec(part);
    if (!mark) return [];
    // other decorators may stand between
    const whole = all.slice(index).join("");
    const name = /^(?:async )?def (\w+)/m.exec(whole)?.[1];
    const position = name === undefined ? -1 : whole.indexOf(`def ${name}`);
    if (name === undefined || position < 0) return [];
    const open = whole.indexOf("(", position);
    const after = whole.slice(open + within(whole, open).length + 2);
    const [, text = ""] = /^[^\n]*:\s*\n\s+r?"""\s*([^\n"]*)/.exec(after) ?? [];
    const given = firstText(within(part, mark[0].length - 1));
    return [{ name: given ?? name.replaceAll("_", "-"), text: text.trim() }];
  });
}

/** What the programs of a package take, by their sources; without those whose help was printed. */
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

/** The text of a module of Python by its dotted name; empty where there is none, or too much of it. */
export async function sourceOf(files: Files, module: string): Promise<string> {
  const base = module.replaceAll(".", "/");
  for (const path of [`${base}.py`, `src/${base}.py`, `${base}/__init__.py`, `src/${base}/__init__.py`]) {
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null) return text.length > longest ? "" : text;
  }
  return "";
}
