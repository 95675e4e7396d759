import { commands, dispatch, parse, unknownCommand, type Word } from "../commands/index.ts";
import { globalNames } from "./globals.ts";
import type { Io } from "./io.ts";
import { programs } from "./programs/table.ts";
import type { Shared } from "./wire.ts";

/** Runs one command or program that `words` name, prints what it gives and returns the exit code. */
export async function run(words: readonly Word[], io: Io): Promise<number> {
  const [first, ...rest] = words;
  const name = first?.text ?? "";
  const plain = name.replace(/^\//, "");
  const isProgram = plain === name && programs.has(name);
  if (!isProgram && !commands.has(plain))
    throw unknownCommand(plain, rest, "antiphon ", plain === name ? programs.names : []);
  if (io.globals.help) {
    io.out(await (await import("./help.ts")).helpOn(name));
    return 0;
  }
  if (!isProgram) return runCommand(words, io, "antiphon ");
  const { argument, flags, run: start } = await programs.load(name);
  return start(parse(rest, { prefix: "antiphon ", name, argument, flags, others: globalNames }), io);
}

/** Exit codes: 0 done, 1 failed or declined. `shared` is the session that goes on, else the line has one of its own. */
export async function runCommand(
  words: readonly Word[],
  io: Io,
  prefix: string,
  shared?: Shared,
): Promise<number> {
  const [{ openSession }, { print }] = await Promise.all([import("./wire.ts"), import("./print.ts")]);
  await using opened = await openSession(io, shared);
  const { session } = opened;
  const done = await dispatch(words, { session, signal: io.signal, prefix, others: globalNames });
  opened.settle();
  await print(done, io, opened.changes());
  return done.report.outcome === "done" ? 0 : 1;
}
