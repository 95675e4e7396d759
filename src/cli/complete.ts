import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { commands, format, type Argument, type Flag, type Flags } from "../commands/index.ts";
import { globalFlags } from "./globals.ts";
import type { Programs } from "./io.ts";

export interface Completion {
  /** What the candidates replace: the end of the line. */
  readonly part: string;
  /** Whole words; a space, `=` or `/` at their end says what follows. */
  readonly candidates: readonly string[];
}

interface Entry {
  readonly argument?: Argument;
  readonly flags: Flags;
}

/** What could stand at the end of a line that begins with a slash command. */
export async function complete(line: string, cwd: string): Promise<Completion> {
  const part = /\S*$/.exec(line)?.[0] ?? "";
  const first = /^\s*\S*$/.test(line);
  if (first)
    return {
      part,
      candidates: starting(
        part,
        commands.names.map((name) => `/${name} `),
      ),
    };
  const name = /^\s*\/?(\S+)/.exec(line)?.[1] ?? "";
  const entry = commands.has(name) ? await commands.load(name) : undefined;
  return {
    part,
    candidates: await inside(line, part, cwd, entry && { ...entry, flags: { format, ...entry.flags } }),
  };
}

/** The same for a shell's line, which begins with `antiphon`. */
export async function completeShell(
  line: string,
  cwd: string,
  programs: Programs,
): Promise<readonly string[]> {
  const rest = line.replace(/^\s*\S+\s+/, "").replace(/^["']?\//, "");
  const part = /\S*$/.exec(rest)?.[0] ?? "";
  if (/^\S*$/.test(rest) && !part.startsWith("-"))
    return starting(
      part,
      [...commands.names, ...programs.names].map((name) => `${name} `),
    );
  const name = /^\S+/.exec(rest)?.[0] ?? "";
  const entry = programs.has(name)
    ? await programs.load(name)
    : commands.has(name)
      ? await commands.load(name).then((c) => ({ ...c, flags: { format, ...c.flags } }))
      : undefined;
  return inside(rest, part, cwd, entry);
}

async function inside(
  line: string,
  part: string,
  cwd: string,
  entry: Entry | undefined,
): Promise<readonly string[]> {
  const flags: Flags = { ...globalFlags, ...entry?.flags };
  const inline = /^(--([a-z-]+)=)(.*)$/.exec(part);
  if (inline)
    return (await values(flags[inline[2] ?? ""], inline[3] ?? "", cwd)).map(
      (value) => `${inline[1]}${value}`,
    );
  if (part.startsWith("-"))
    return starting(
      part,
      Object.entries(flags).map(([name, flag]) => `--${name}${flag.type === "boolean" ? " " : "="}`),
    );
  const before = /--([a-z-]+)\s+\S*$/.exec(line)?.[1];
  const apart = before === undefined ? undefined : flags[before];
  if (apart && apart.type !== "boolean") return values(apart, part, cwd);
  const choices = starting(
    part,
    (entry?.argument?.choices ?? []).map((choice) => `${choice} `),
  );
  return [...choices, ...(await paths(part, cwd))];
}

async function values(flag: Flag | undefined, part: string, cwd: string): Promise<readonly string[]> {
  if (flag?.type === "choice")
    return starting(
      part,
      flag.choices.map((choice) => `${choice} `),
    );
  return flag?.type === "string" && flag.files ? paths(part, cwd) : [];
}

async function paths(part: string, cwd: string): Promise<readonly string[]> {
  const folder = part.endsWith("/") ? part : part.includes("/") ? `${dirname(part)}/` : "";
  const entries = await readdir(resolve(cwd, folder || "."), { withFileTypes: true }).catch(() => []);
  const hidden = part.slice(folder.length).startsWith(".");
  return starting(
    part,
    entries
      .filter(({ name }) => (hidden || !name.startsWith(".")) && !/[\s\p{Cc}]/u.test(name))
      .map((entry) => join(folder, entry.name) + (entry.isDirectory() ? "/" : " "))
      .map((path) => (part.startsWith("./") ? `./${path}` : path))
      .toSorted(),
  );
}

const starting = (part: string, all: readonly string[]): readonly string[] =>
  all.filter((word) => word.startsWith(part));
