import { listed, nearest, type UserError } from "../lib/index.ts";
import type { Level, Report } from "../report/index.ts";
import type { Session } from "../session/index.ts";
import { format, type Command } from "./command.ts";
import { corrected, parse, shown, usage, type Grammar } from "./flags.ts";
import { commands } from "./table.ts";
import { line, split, type Word } from "./words.ts";

export interface Call {
  readonly session: Session;
  readonly signal: AbortSignal;
  /** What stands before a command's name in corrected lines: `/` unless told. */
  readonly prefix?: string;
  /** Flags that the caller has taken out before. */
  readonly others?: readonly string[];
}

export interface Dispatched {
  readonly report: Report;
  /** How short the report is to be shown. */
  readonly level: Level;
}

/** Runs one command. Throws UserError: `usage` if the line is wrong. */
export async function dispatch(words: readonly Word[], call: Call, depth = 0): Promise<Dispatched> {
  const { session, signal } = call;
  const { name, command, rest } = await resolve(words, call);
  const { argument, flags } = parse(rest, grammarOf(name, command, call));
  const level = levelOf(command, flags) ?? session.mode.level;
  const text = line(words);
  await session.journal.append({ type: "command", line: text });
  if (depth === 0) session.workspace.checkpoints.begin(text);
  const report = await command.run(
    { argument, flags: flags as never },
    {
      session,
      signal,
      level,
      commands,
      run: async (next) => (await dispatch(split(next), call, depth + 1)).report,
    },
  );
  return { report, level };
}

/** The command that the first word names, with or without its slash. */
export async function resolve(
  [first, ...rest]: readonly Word[],
  { prefix = "/" }: { readonly prefix?: string },
): Promise<{ readonly name: string; readonly command: Command; readonly rest: readonly Word[] }> {
  const name = (first?.text ?? "").replace(/^\//, "");
  if (!commands.has(name)) throw unknownCommand(name, rest, prefix);
  return { name, command: await commands.load(name), rest };
}

/** All that the line of a command may hold; completion and help read it too. */
export const grammarOf = (
  name: string,
  command: Command,
  call: Pick<Call, "prefix" | "others">,
): Grammar => ({
  prefix: call.prefix ?? "/",
  name,
  argument: command.argument,
  flags: { format, ...command.flags },
  others: call.others ?? [],
});

function levelOf(command: Command, flags: object): Level | undefined {
  const value = "format" in flags && !Object.hasOwn(command.flags, "format") ? flags.format : undefined;
  return value === "concise" || value === "ultra" ? value : undefined;
}

export function unknownCommand(
  name: string,
  rest: readonly Word[],
  prefix: string,
  more: readonly string[] = [],
): UserError {
  const known = [...commands.names, ...more];
  const meant = nearest(name, known);
  const message = name === "" ? "No command." : `There is no command ${shown(name)}`;
  return usage(
    "unknown_command",
    name === ""
      ? message
      : meant
        ? `${message}; did you mean ${meant}?`
        : `${message}; there are ${listed(known)}.`,
    meant ? corrected({ prefix, name: meant }, rest) : `${prefix}help`,
  );
}
