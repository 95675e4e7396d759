import { endedBy, listed, nearest, UserError, type Table } from "../lib/index.ts";
import type { LoopEvent } from "../loop/index.ts";
import type { Report, Style } from "../report/index.ts";
import type { Session } from "../session/index.ts";
import type { Change, Written } from "../workspace/index.ts";
import { format, type Command, type Context } from "./command.ts";
import { corrected, parse, quoteValue, usage, type Grammar } from "./flags.ts";
import { commands as built } from "./table.ts";
import { line, split, type Word } from "./command-words.ts";

export interface Call {
  readonly session: Session;
  readonly signal: AbortSignal;
  /** Default: the built-in commands. */
  readonly commands?: Table<Command, string>;
  /** The text before a command's name in suggested lines; default `/`. */
  readonly prefix?: string;
  /** Flags that the caller has already parsed. */
  readonly others?: readonly string[];
}

export interface Dispatched {
  /** The command's name; undefined for programs. */
  readonly command?: string;
  readonly report: Report;
  /** The changes it wrote, in their current state. */
  readonly files?: readonly Change[];
  /** How to show the report. */
  readonly style: Style;
}

/** Maximum nesting of commands that run each other. */
const deepest = 10;

/** How long an interrupted command may take to end, in milliseconds. */
const grace = 1000;

interface Around {
  /** The commands it was called from, outermost first. */
  readonly within: readonly string[];
  readonly events: LoopEvent[];
  /** The report of each running command if it ended now, outermost first. */
  readonly unfinished: (() => Report | Promise<Report>)[];
}

/** Runs one command. Throws UserError for an invalid line, and if commands run each other more than ten levels deep. */
export async function dispatch(
  words: readonly Word[],
  call: Call,
  { within, events, unfinished }: Around = { within: [], events: [], unfinished: [] },
): Promise<Dispatched> {
  const { session, signal, commands = built } = call;
  const { name, command, rest } = await resolve(words, call);
  if (within.length === deepest) throw endless(within, name);
  signal.throwIfAborted();
  const input = parse(rest, grammarOf(name, command, call));
  // Loaded only when a command runs: `--help` starts without reports and settings.
  const { levelFlag, styleOf } = await import("./style.ts");
  const style = await styleOf(name, levelFlag(command, input.flags), session);
  const text = line(words);
  await session.journal.append({ type: "command", line: text });
  const { workspace, source } = session;
  if (workspace.root !== source.root) await session.journal.append({ type: "folder", path: workspace.root });
  const began = session.clock.now();
  const outermost = within.length === 0;
  if (outermost) workspace.checkpoints.begin(text);
  const context: Context = {
    session,
    signal,
    style,
    level: style.level,
    commands,
    events,
    unfinished: (make) => void (unfinished[within.length] = make),
    run: async (next) =>
      (await dispatch(split(next), call, { within: [...within, name], events, unfinished })).report,
  };
  const result = await endedBy(command.run(input, context), signal, grace).catch((error: unknown) => {
    if (!outermost) throw error;
    return { error };
  });
  const files = outermost ? await filesOf(command, session, began) : [];
  const wholeReport = await wholeOr(result, { unfinished, files, began, events }, call);
  unfinished.length = within.length;
  const whole = outermost ? await withCalls(wholeReport, events) : wholeReport;
  const isHooked = wholeReport === result && outermost && command.session !== "last";
  const report = isHooked ? await hooked(whole, call, began) : whole;
  await session.journal.append({ type: "report", title: report.title, outcome: report.outcome });
  return { command: name, report, style, files };
}

interface Done extends Pick<Around, "unfinished" | "events"> {
  readonly files: readonly Change[];
  readonly began: number;
}

/** The command's report; if it was interrupted or failed midway, a report of what was done until then. */
async function wholeOr(
  result: Report | { readonly error: unknown },
  { unfinished, files, began, events }: Done,
  call: Call,
): Promise<Report> {
  const { session, signal, prefix = "/" } = call;
  const isReport = "sections" in result;
  if (isReport && !(signal.aborted && result.outcome === "failed")) return result;
  const failed = isReport ? undefined : result.error;
  const isFault = failed instanceof UserError;
  const reports = isReport
    ? [result]
    : signal.aborted || isFault
      ? await Promise.all(unfinished.flatMap((make) => (make ? [make()] : [])))
      : [];
  const isLate = isFault && (reports.some(hasRun) || isUnanswered(failed, events));
  if (!signal.aborted && !isLate) {
    tellWritten(call, began);
    throw failed;
  }
  const report = await import("./unfinished.ts");
  const [title, error] =
    signal.aborted || !isLate
      ? ["Interrupted", report.interruption(session.doing ?? "")]
      : [
          isUnanswered(failed, events) ? "The model stopped answering" : "Not finished",
          { code: failed.code, message: failed.placedMessage, fix: failed.fix },
        ];
  const evidence = session.workspace.evidence(began);
  return report.unfinished({ title, error, reports, evidence, files, prefix });
}

const hasRun = ({ sections }: Report): boolean =>
  sections.some(({ blocks }) => blocks.some((block) => block.kind === "check" && block.evidence));

/** Whether the model stopped answering midway, so that something was done. */
const isUnanswered = ({ code }: UserError, events: readonly LoopEvent[]): boolean =>
  code === "model_failed" && events.length > 0;

/** `undo` and `redo` write no checkpoint group; their changes are in the evidence. */
async function filesOf({ session: sessionKind }: Command, { workspace }: Session, began: number) {
  if (sessionKind !== "last") return workspace.checkpoints.changes(began);
  return workspace.evidence(began).flatMap((item) => (item as Partial<Written>).changes ?? []); // a run has no changes
}

/** Adds the model's calls; the module is loaded only if there were any. */
async function withCalls(report: Report, events: readonly LoopEvent[]): Promise<Report> {
  if (events.length === 0) return report;
  const { modelCalls } = await import("./model-calls.ts");
  return { ...report, sections: [...report.sections, ...modelCalls(events)] };
}

/** Notes which files were written when a command ends midway without a report. */
function tellWritten({ session, prefix = "/" }: Call, began: number): void {
  // Another run may have written at the same time.
  const writtenPaths = session.workspace
    .evidence(began)
    .flatMap((item) => (item.kind === "written" ? item.changes.map(({ path }) => path) : []));
  const { size } = new Set(writtenPaths);
  if (size === 0) return;
  const files = size === 1 ? "1 file was" : `${size} files were`;
  session.note(`${files} written before that; ${prefix}undo takes ${size === 1 ? "it" : "them"} back.`);
}

const endless = (within: readonly string[], name: string): UserError => {
  const again = within.lastIndexOf(within.at(-1) ?? name, -2);
  const chain = again < 0 ? [...within, name] : within.slice(again);
  return new UserError(
    "endless",
    `Commands run each other ${again < 0 ? `more than ${deepest} deep` : "without end"}: /${chain.join(" → /")}.`,
    "Remove the line that runs the next one from one of their files or plans.",
  );
};

/** The hooks module is loaded only if hooks are configured. */
const hooked = async (report: Report, call: Call, began: number): Promise<Report> =>
  call.session.settings.hooks.length > 0
    ? (await import("./hooks.ts")).withHooks(report, call, began)
    : report;

/** Resolves the command named by the first word, with or without its slash. */
export async function resolve(
  [first, ...rest]: readonly Word[],
  { commands = built, prefix = "/" }: Pick<Call, "commands" | "prefix">,
): Promise<{ readonly name: string; readonly command: Command; readonly rest: readonly Word[] }> {
  const name = (first?.text ?? "").replace(/^\//, "");
  if (!commands.has(name)) throw unknownCommand(name, rest, { prefix, known: commands.names });
  return { name, command: await commands.load(name), rest };
}

/** Everything a command's line may contain; also used for completion and help. */
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

export function unknownCommand(
  name: string,
  rest: readonly Word[],
  { prefix, known }: { readonly prefix: string; readonly known: readonly string[] },
): UserError {
  const meant = nearest(name, known);
  const message = name === "" ? "No command is named" : `There is no command ${quoteValue(name)}`;
  return usage(
    "unknown_command",
    meant ? `${message}; did you mean ${meant}?` : `${message}; there are ${listed(known)}.`,
    meant ? corrected({ prefix, name: meant }, rest) : `${prefix}help`,
  );
}
