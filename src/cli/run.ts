import { commands, dispatch, parse, unknownCommand, type Word } from "../commands/index.ts";
import { globalNames } from "./globals.ts";
import type { Io } from "./io.ts";
import { programs } from "./programs/table.ts";
import type { Shared, Start } from "./shared.ts";

/** Runs one command or program that `words` name, prints what it gives and returns the exit code. */
export async function run(words: readonly Word[], io: Io): Promise<number> {
  const [first, ...rest] = words;
  const name = first?.text ?? "";
  const plain = name.replace(/^\//, "");
  const isProgram = plain === name && programs.has(name);
  if (!isProgram && !commands.has(plain)) {
    const known = [...commands.names, ...(plain === name ? programs.names : [])];
    throw unknownCommand(plain, rest, { prefix: "antiphon ", known });
  }
  if (io.globals.help) {
    io.out(await (await import("./help.ts")).helpOn(name));
    return 0;
  }
  if (!isProgram) return once(words, plain, io);
  const { argument, flags, run: start } = await programs.load(name);
  return start(parse(rest, { prefix: "antiphon ", name, argument, flags, others: globalNames }), io);
}

/** The only command of this process. */
async function once(words: readonly Word[], name: string, io: Io): Promise<number> {
  const { openShared } = await import("./shared.ts");
  const { session } = await commands.load(name);
  const shared = await openShared(io, session ?? startOf(io));
  try {
    return await runCommand(words, io, { shared, prefix: "antiphon ", interactive: false });
  } finally {
    await shared.close();
  }
}

export const startOf = ({ globals }: Io): Start =>
  globals.resume !== undefined ? { resume: globals.resume } : globals.continue ? "last" : "new";

export interface Running {
  readonly shared: Shared;
  /** What stands before a command's name in corrected lines. */
  readonly prefix: string;
  readonly interactive: boolean;
}

/** Exit codes: 0 done, 1 failed or declined. */
export async function runCommand(words: readonly Word[], io: Io, running: Running): Promise<number> {
  const [{ openSession }, { print }] = await Promise.all([import("./wire.ts"), import("./print.ts")]);
  const { session, changes, settle } = await openSession(io, running.shared, running.interactive);
  try {
    const { prefix } = running;
    const done = await dispatch(words, { session, signal: io.signal, prefix, others: globalNames });
    settle();
    await print(done, io, changes());
    return done.report.outcome === "done" ? 0 : 1;
  } finally {
    settle();
  }
}
