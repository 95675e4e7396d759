import { nearest } from "../lib/index.ts";
import { commands, dispatch, parse, resolve, unknownCommand, type Word } from "../commands/index.ts";
import { cancellable } from "./cancel.ts";
import { globalNames } from "./globals.ts";
import type { Io } from "./io.ts";
import { programs } from "./programs/table.ts";
import type { Shared } from "./shared.ts";

/** Runs one command or program that `words` name, prints what it gives and returns the exit code. */
export async function run(words: readonly Word[], io: Io): Promise<number> {
  const [first] = words;
  const orderly =
    first !== undefined && programs.has(first.text) && (await programs.load(first.text)).orderly;
  return orderly ? started(words, io) : cancellable(started(words, io), io.signal);
}

async function started(words: readonly Word[], io: Io): Promise<number> {
  const [first, ...rest] = words;
  const name = first?.text ?? "";
  if (!name.startsWith("/") && programs.has(name)) {
    if (io.globals.help) return help(name, io);
    const { argument, flags, run: start } = await programs.load(name);
    return start(parse(rest, { prefix: "antiphon ", name, argument, flags, others: globalNames }), io);
  }
  const plain = name.replace(/^\//, "");
  if (io.globals.help && commands.has(plain)) return help(name, io);
  const { openShared, startOf } = await import("./shared.ts");
  const own = commands.has(plain) ? (await commands.load(plain)).session : undefined;
  const shared = await openShared(io, startOf(io, own));
  try {
    if (io.globals.print && plain === name && !shared.commands.has(plain))
      return await runCommand(talk(words, shared), io, { shared, prefix: "antiphon ", interactive: false });
    if (!shared.commands.has(plain)) {
      const known = [...shared.commands.names, ...(plain === name ? programs.names : [])];
      throw unknownCommand(plain, rest, { prefix: "antiphon ", known });
    }
    return await runCommand(words, io, { shared, prefix: "antiphon ", interactive: false });
  } finally {
    await shared.close();
  }
}

async function help(name: string, io: Io): Promise<number> {
  io.out(await (await import("./help.ts")).helpOn(name));
  return 0;
}

/** A line that names no command is said to the model; without one, only where it can't be a misspelt command. */
export function talk(words: readonly Word[], { commands: known, model }: Shared): readonly Word[] {
  const [first] = words;
  const sentence = words.length > 1 || first?.text.includes(" ") === true;
  if (!first || first.text.startsWith("/") || known.has(first.text)) return words;
  if (!model && !(sentence && nearest(first.text, known.names) === undefined)) return words;
  const plain = (text: string): Word => ({ text, gap: " ", quoted: false });
  return [plain("ask"), plain("--"), ...words];
}

export interface Running {
  readonly shared: Shared;
  /** What stands before a command's name in corrected lines. */
  readonly prefix: string;
  readonly interactive: boolean;
}

/** Exit codes: 0 done, 1 failed or declined. */
export async function runCommand(words: readonly Word[], io: Io, running: Running): Promise<number> {
  const [{ openSession }, { print }] = await Promise.all([import("./wire.ts"), import("./print.ts")]);
  const { shared, prefix, interactive } = running;
  const known = { commands: shared.commands, prefix };
  const { command } = await resolve(words, known);
  const { session, changes, settle } = await openSession(io, shared, {
    interactive,
    shell:
      typeof command.shell === "function"
        ? command.shell(words.map(({ text }) => text))
        : command.shell === true,
  });
  try {
    const done = await dispatch(words, { ...known, session, signal: io.signal, others: globalNames });
    settle();
    await print(done, io, changes());
    return done.report.outcome === "done" ? 0 : 1;
  } finally {
    settle();
  }
}
