import { dispatch, type Command, type Word } from "../commands/index.ts";
import { isObject, UserError, type Json, type Table } from "../lib/index.ts";
import { resultOf, toMarkdown } from "../report/index.ts";
import type { Session } from "../session/index.ts";

export interface Opening {
  readonly yes: boolean;
  /** Whether the command runs programs. */
  readonly shell: boolean;
  progress(text: string): void;
}

export interface McpHost {
  readonly version: string;
  readonly commands: Table<Command, string>;
  /** Opens a session for one call; its questions are answered with yes if `yes` is true, otherwise with no. */
  open(call: Opening): Promise<Session>;
}

export interface McpCall {
  readonly name: string;
  /** Validated against the command's flags. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  progress(text: string): void;
}

export interface McpResult {
  readonly text: string;
  readonly data: Json;
  readonly failed: boolean;
}

/** Runs one command for a client. An error that a person can fix is returned as a failed result with the fix. */
export async function call(host: McpHost, { name, input, signal, progress }: McpCall): Promise<McpResult> {
  const { yes, ...rest } = isObject(input) ? input : {};
  try {
    const { commands } = host;
    const shell = Boolean((await commands.load(name)).shell);
    const session = await host.open({ yes: yes === true, shell, progress });
    const done = await dispatch(wordsOf(name, rest), { session, signal, commands });
    const { report, style, files = [] } = done;
    return {
      text: await toMarkdown(report, style),
      data: resultOf({ ...done, files, dryRun: false }),
      failed: report.outcome !== "done",
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { code, placedMessage: message, fix } = error;
    return { text: `${message} ${fix}`, data: { error: { code, message, fix } }, failed: true };
  }
}

/** The equivalent command line; the argument is quoted, so that nothing in it is parsed as a flag. */
function wordsOf(name: string, input: Readonly<Record<string, unknown>>): readonly Word[] {
  const { argument, ...flags } = input;
  const word = (text: string, quoted = false): Word => ({ text, gap: " ", quoted });
  const options = Object.entries(flags).flatMap(([flag, value]) =>
    value === false || value === undefined || value === null
      ? []
      : [word(value === true ? `--${flag}` : `--${flag}=${String(value)}`)],
  );
  return [word(name), ...options, ...(typeof argument === "string" ? [word(argument, true)] : [])];
}
