import { endedBy, nearest, usageError, UserError } from "../lib/index.ts";
import {
  commands,
  dispatch,
  line,
  parse,
  resolve,
  unknownCommand,
  type Command,
  type Word,
} from "../commands/index.ts";
import { globalNames } from "./globals.ts";
import type { Io } from "./io.ts";
import { programs } from "./programs/table.ts";
import type { Shared } from "./shared.ts";
import { supplyFor } from "./supply.ts";

/** Runs the command or program that `words` name, prints its result and returns the exit code. */
export async function run(words: readonly Word[], io: Io): Promise<number> {
  const [first] = words;
  const orderly =
    first !== undefined && programs.has(first.text) && (await programs.load(first.text)).orderly;
  return orderly ? started(words, io) : endedBy(started(words, io), io.signal);
}

async function started(words: readonly Word[], io: Io): Promise<number> {
  const [first, ...rest] = words;
  const name = first?.text ?? "";
  if (!name.startsWith("/") && programs.has(name)) {
    if (io.globals.help) return help(name, io);
    const { argument, flags, run: start } = await programs.load(name);
    supplyFor(io, io.ask);
    return start(parse(rest, { prefix: "antiphon ", name, argument, flags, others: globalNames }), io);
  }
  const plain = name.replace(/^\//, "");
  if (io.globals.help && commands.has(plain)) return help(name, io);
  if (io.globals.schema && commands.has(plain)) return printSchema(plain, await commands.load(plain), io);
  const { openShared, startOf } = await import("./shared.ts");
  const sessionKind = commands.has(plain) ? (await commands.load(plain)).session : undefined;
  const shared = await openShared(io, startOf(io, sessionKind));
  try {
    const commandWords = io.globals.print || !shared.model ? await talk(words, io, shared) : words;
    if (commandWords === undefined) return 1;
    const [command] = commandWords;
    if (!shared.commands.has(command?.text.replace(/^\//, "") ?? "")) {
      const known = [...shared.commands.names, ...(plain === name ? programs.names : [])];
      throw unknownCommand(plain, rest, { prefix: "antiphon ", known });
    }
    return await runCommand(commandWords, io, { shared, prefix: "antiphon ", interactive: false });
  } finally {
    await shared.close();
  }
}

async function help(name: string, io: Io): Promise<number> {
  io.out(await (await import("./help.ts")).helpOn(name));
  return 0;
}

async function printSchema(name: string, { data }: Command, io: Io): Promise<number> {
  const { resultSchema } = await import("../report/index.ts");
  io.out(`${JSON.stringify(resultSchema(name, data), null, 2)}\n`);
  return 0;
}

/**
 * A line that names no command goes to the model. Without a model, plain words select a command, which is shown and
 * confirmed; undefined if the answer is no.
 */
export async function talk(
  words: readonly Word[],
  io: Pick<Io, "ask" | "cwd" | "err">,
  shared: Shared,
): Promise<readonly Word[] | undefined> {
  const { commands: known, model } = shared;
  const [first] = words;
  const plain = (text: string): Word => ({ text, gap: " ", quoted: false });
  if (!first || first.text.startsWith("/")) return words;
  if (known.has(first.text)) {
    const { repeats } = await import("./plain-words.ts");
    const rest = words.slice(1).map(({ text, quoted }) => (quoted ? "" : text));
    return (await repeats(rest, await known.load(first.text))) ? [first] : words;
  }
  if (model) return [plain("ask"), plain("--"), ...words];
  const second = /^\/([\w-]+)(?!\S)/.exec(words[1]?.text ?? "")?.[1];
  if (second !== undefined && known.has(second))
    throw usageError(
      "no_command",
      `/${second} must come first, and ${first.text} is before it.`,
      `Leave ${first.text} out.`,
    );
  const sentence = words.map(({ text }) => text).join(" ");
  if (!/\S\s+\S/.test(sentence)) return words;
  const { commandFor } = await import("./plain-words.ts");
  const { files } = await shared.open(io.cwd);
  const found = await commandFor(sentence, { commands: known, files });
  if (found) {
    io.err(`${line(found)}\n`);
    return (await io.ask.choose("Run this?", ["y", "n"])) === "y" ? found : undefined;
  }
  if (nearest(first.text, known.names) !== undefined) return words;
  throw new UserError(
    "no_command",
    "No command matches, and there is no model to answer.",
    "/help lists the commands. antiphon connect looks for a model.",
  );
}

export interface Running {
  readonly shared: Shared;
  /** The text before a command's name in suggested lines. */
  readonly prefix: string;
  readonly interactive: boolean;
}

/** Exit codes: 0 done, 1 failed or declined. */
export async function runCommand(words: readonly Word[], io: Io, running: Running): Promise<number> {
  const [{ openSession }, { print }] = await Promise.all([import("./wire.ts"), import("./print.ts")]);
  const { shared, prefix, interactive } = running;
  const known = { commands: shared.commands, prefix };
  const { name, command } = await resolve(words, known);
  if (io.globals.schema) return printSchema(name, command, io);
  const { session, changes, settle } = await openSession(io, shared, {
    interactive,
    shell:
      typeof command.shell === "function"
        ? command.shell(words.map(({ text }) => text))
        : (command.shell ?? false),
  });
  try {
    const done = await dispatch(words, { ...known, session, signal: io.signal, others: globalNames });
    settle();
    await print(done, io, { unwritten: changes(), journal: session.journal });
    return done.report.outcome === "done" ? 0 : 1;
  } finally {
    settle();
  }
}
