import type { Journal } from "../loop/index.ts";
import type { Ask, Entry, Session } from "../session/index.ts";
import {
  dryRun,
  namedPlace,
  openOutside,
  unagreed,
  type Change,
  type Workspace,
} from "../workspace/index.ts";
import type { Io } from "./io.ts";
import { progress, type Progress } from "./progress.ts";
import type { Shared } from "./shared.ts";
import { supplyFor } from "./supply.ts";
import { withoutSandbox } from "./without-sandbox.ts";

export interface Opened {
  readonly session: Session;
  /** What `--dry-run` didn't write. */
  changes(): readonly Change[];
  /** Removes the progress line. */
  settle(): void;
}

export interface LineKind {
  readonly interactive: boolean;
  /** Whether the command runs programs; `spare`: only if that needs no question. */
  readonly shell: boolean | "spare";
  /** Set if a program sent the line: its paths stay inside the project, and writing requires that a person agreed. */
  readonly sent?: { readonly yes: boolean };
}

export async function openSession(io: Io, shared: Shared, line: LineKind): Promise<Opened> {
  const { globals, cwd, clock, env } = io;
  const { interactive } = line;
  const shell =
    line.shell || shared.settings.hooks.length > 0 ? (globals.noSandbox ? "free" : "sandboxed") : undefined;
  const live = progress(io.terminal.errors && !globals.quiet ? io.draw : undefined, io.terminal.width);
  const first = await shared.open(cwd, shell);
  const isFree =
    line.shell &&
    shell === "sandboxed" &&
    !first.shell &&
    (await withoutSandbox(first, io, { shared, asks: line.shell !== "spare" }));
  const kind = isFree ? "free" : shell;
  const source = isFree ? await shared.open(cwd, kind) : first;
  const opened =
    globals.out === undefined ? source : await shared.open((await namedPlace(cwd, globals.out)).path, kind);
  const agreeing = howToAgree(io, line);
  const guarded = (workspace: Workspace): Workspace =>
    agreeing === undefined ? workspace : unagreed(workspace, agreeing);
  const real = guarded(opened);
  const dry = globals.dryRun ? dryRun(real) : undefined;
  const ask = quietly(io.ask, live);
  let doing = "";
  supplyFor(io, line.sent ? undefined : ask);
  const session: Session = {
    ...shared,
    workspace: dry ?? real,
    source: opened === source ? (dry ?? real) : guarded(source),
    ...(line.sent ? {} : { outside: (path: string) => openOutside(source.root, path, clock) }),
    written: async () => {
      if (dry ?? globals.out) return [dry ?? real];
      const others = await outs(shared.journal, source.root);
      return [real, ...(await Promise.all(others.map(async (root) => guarded(await shared.open(root)))))];
    },
    get settings() {
      return shared.settings;
    },
    set settings(settings) {
      shared.settings = settings;
    },
    get mode() {
      return shared.mode;
    },
    set mode(mode) {
      shared.mode = mode;
    },
    journal: globals.events ? printEntries(shared.journal, io) : shared.journal,
    ask,
    clock,
    interactive,
    ci: Boolean(env["CI"]) && env["CI"] !== "false",
    note: (text) => {
      live.clear();
      if (!globals.quiet) io.err(`${text}\n`);
    },
    progress: (text) => {
      doing = text;
      if (io.progress) io.progress(text);
      else live.show(text);
    },
    get doing() {
      return doing;
    },
  };
  return { session, changes: () => dry?.changes() ?? [], settle: () => live.clear() };
}

/** How to approve writes; undefined if they are approved: typed by a person who can be asked, or with a yes. */
function howToAgree({ globals }: Io, { sent }: LineKind): string | undefined {
  if (sent) return sent.yes ? undefined : "Ask the user, then call it again with yes: true.";
  return globals.print && !globals.yes ? "Add --yes, or leave --print out." : undefined;
}

/** Folders other than the project's that this session's lines wrote to. */
async function outs(journal: Journal<Entry>, project: string): Promise<readonly string[]> {
  const folders = new Set<string>();
  for await (const entry of journal.read()) if (entry.type === "folder") folders.add(entry.path);
  folders.delete(project);
  return [...folders];
}

const quietly = (ask: Ask, live: Progress): Ask => ({
  ...ask,
  choose: (question, choices) => {
    live.clear();
    return ask.choose(question, choices);
  },
  edit: (text, extension) => {
    live.clear();
    return ask.edit(text, extension);
  },
});

/** `--events`: prints each entry as a line of JSON on stdout as soon as it is recorded. */
const printEntries = (journal: Journal<Entry>, io: Io): Journal<Entry> => ({
  async append(entry) {
    await journal.append(entry);
    io.out(`${JSON.stringify(entry)}\n`);
  },
  read: () => journal.read(),
});
