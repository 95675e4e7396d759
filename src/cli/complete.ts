import { inTable } from "../lib/index.ts";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { format, type Argument, type Command, type Flag, type Flags } from "../commands/index.ts";
import type { Table } from "../lib/index.ts";
import type { Session } from "../session/index.ts";
import { globalFlags } from "./globals.ts";
import type { Programs } from "./io.ts";

export interface Completion {
  /** The end of the line, which the candidates replace. */
  readonly part: string;
  /** Whole words; a space, `=` or `/` at the end shows what may follow. */
  readonly candidates: readonly string[];
}

export interface Where {
  readonly cwd: string;
  /** Opened only for arguments that depend on the session. */
  session(): Promise<Pick<Session, "modes" | "models">>;
  readonly commands: Table<Command, string>;
  /** In a shell, programs can replace commands, and neither needs a slash. */
  readonly programs?: Programs;
}

export async function complete(line: string, where: Where): Promise<Completion> {
  const part = /\S*$/.exec(line)?.[0] ?? "";
  if (!/^\s*\S*$/.test(line) || (where.programs && part.startsWith("-")))
    return { part, candidates: await inside(line, part, where) };
  const names = where.programs
    ? [...where.commands.names, ...where.programs.names].map((name) => `${name} `)
    : where.commands.names.map((name) => `/${name} `);
  return { part, candidates: starting(part, names) };
}

/** The same for a shell's line, which begins with `antiphon`. */
export const completeShell = async (line: string, where: Where): Promise<readonly string[]> =>
  (await complete(line.replace(/^\s*\S+\s+/, "").replace(/^["']?\//, ""), where)).candidates;

interface Entry {
  readonly argument?: Argument;
  readonly flags: Flags;
}

async function entryOf(line: string, { commands, programs }: Where): Promise<Entry | undefined> {
  const name = /^\s*\/?(\S+)/.exec(line)?.[1] ?? "";
  if (programs?.has(name)) return programs.load(name);
  if (!commands.has(name)) return undefined;
  const command = await commands.load(name);
  return { ...command, flags: { format, ...command.flags } };
}

async function inside(line: string, part: string, where: Where): Promise<readonly string[]> {
  const entry = await entryOf(line, where);
  const flags: Flags = { ...globalFlags, ...entry?.flags };
  const [, start = "", name, value = ""] = /^(--([a-z-]+)=)(.*)$/.exec(part) ?? [];
  if (name !== undefined) {
    const found = await values(inTable(flags, name), value, where.cwd);
    return found.map((text) => `${start}${text}`);
  }
  if (part.startsWith("-")) return starting(part, Object.entries(flags).map(flagWord));
  const before = inTable(flags, /--([a-z-]+)\s+\S*$/.exec(line)?.[1] ?? "");
  if (before && before.type !== "boolean") return values(before, part, where.cwd);
  const { choices = [], complete: known } = entry?.argument ?? {};
  const all = [...choices, ...(known ? await known(await where.session()) : [])];
  const words = starting(part, all.map(spaced));
  return known ? words : [...words, ...(await paths(part, where.cwd))];
}

const flagWord = ([name, flag]: readonly [string, Flag]): string =>
  `--${name}${flag.type === "boolean" ? " " : "="}`;

const spaced = (word: string): string => `${word} `;

async function values(flag: Flag | undefined, part: string, cwd: string): Promise<readonly string[]> {
  if (flag?.type === "choice") return starting(part, flag.choices.map(spaced));
  return flag?.type === "string" && flag.files ? paths(part, cwd) : [];
}

/** Skips names with white space or control characters, which would split the line. */
async function paths(part: string, cwd: string): Promise<readonly string[]> {
  const folder = part.endsWith("/") ? part : part.includes("/") ? `${dirname(part)}/` : "";
  const entries = await readdir(resolve(cwd, folder || "."), { withFileTypes: true }).catch(() => []);
  const hidden = part.slice(folder.length).startsWith(".");
  const found = entries
    .filter(({ name }) => (hidden || !name.startsWith(".")) && !/[\s\p{Cc}]/u.test(name))
    .map((entry) => join(folder, entry.name) + (entry.isDirectory() ? "/" : " "))
    .map((path) => (part.startsWith("./") ? `./${path}` : path));
  return starting(part, found.toSorted());
}

const starting = (part: string, all: readonly string[]): readonly string[] =>
  all.filter((word) => word.startsWith(part));
