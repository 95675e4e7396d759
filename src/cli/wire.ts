import { resolve } from "node:path";
import type { Entry, Mode, Session } from "../session/index.ts";
import { dryRun, openWorkspace, type Change, type Workspace } from "../workspace/index.ts";
import type { Host, Io } from "./io.ts";
import { progress } from "./progress.ts";

const defaultMode: Mode = { name: "default", instructions: "", level: "default", comments: "full" };

/** What outlives one line of a session. */
export interface Shared extends Pick<Session, "journal" | "model" | "settings" | "mode"> {
  /** One a folder, so that what was recorded in it stays. */
  open(root: string): Promise<Workspace>;
}

export interface Opened extends AsyncDisposable {
  readonly session: Session;
  /** What `--dry-run` kept from being written. */
  changes(): readonly Change[];
  /** Takes the progress line away. */
  settle(): void;
}

export async function openShared(host: Host): Promise<Shared> {
  const entries: Entry[] = [];
  const workspaces = new Map<string, Workspace>();
  return {
    model: undefined,
    settings: { model: "builtin", permissions: [] },
    mode: defaultMode,
    journal: {
      append: async (entry) => void entries.push(entry),
      async *read() {
        yield* entries;
      },
    },
    async open(root) {
      const known = workspaces.get(root);
      if (known) return known;
      const opened = await openWorkspace(root, { state: host.folders.state, clock: host.clock });
      if (opened.recovery) host.err(`${opened.recovery.message}\n`);
      workspaces.set(root, opened);
      return opened;
    },
  };
}

/** Builds what a command runs in. */
export async function openSession(io: Io, given?: Shared): Promise<Opened> {
  const { globals, cwd, clock } = io;
  const shared = given ?? (await openShared(io));
  const live = progress(io.terminal.errors && !globals.quiet ? (text) => io.err(text) : undefined);
  const source = await shared.open(cwd);
  const real = globals.out === undefined ? source : await shared.open(resolve(cwd, globals.out));
  const dry = globals.dryRun ? dryRun(real) : undefined;
  const workspace = dry ?? real;
  const session: Session = {
    workspace,
    source: real === source ? workspace : source,
    model: shared.model,
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
    journal: shared.journal,
    ask: {
      choose: (question, choices) => {
        live.clear();
        return io.ask.choose(question, choices);
      },
      edit: (text, extension) => {
        live.clear();
        return io.ask.edit(text, extension);
      },
    },
    clock,
    progress: (text) => live.show(text),
  };
  return {
    session,
    changes: () => dry?.changes() ?? [],
    settle: () => live.clear(),
    [Symbol.asyncDispose]: async () => live.clear(),
  };
}
