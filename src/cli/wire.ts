import { resolve } from "node:path";
import type { Entry, Mode, Session } from "../session/index.ts";
import type { Host, Io } from "./io.ts";
import { plainWorkspace } from "./plain.ts";
import { progress } from "./progress.ts";

const defaultMode: Mode = { name: "default", instructions: "", level: "default", comments: "full" };

/** What outlives one line of a session. */
export type Shared = Pick<Session, "journal" | "model" | "settings" | "mode">;

export interface Opened extends AsyncDisposable {
  readonly session: Session;
  /** Takes the progress line away. */
  settle(): void;
}

export async function openShared(_host: Host): Promise<Shared> {
  const entries: Entry[] = [];
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
  };
}

/** Builds what a command runs in. */
export async function openSession(io: Io, given?: Shared): Promise<Opened> {
  const { globals, cwd, clock } = io;
  const shared = given ?? (await openShared(io));
  const live = progress(io.terminal.errors && !globals.quiet ? (text) => io.err(text) : undefined);
  const source = plainWorkspace(cwd, clock, globals.dryRun);
  const workspace =
    globals.out === undefined ? source : plainWorkspace(resolve(cwd, globals.out), clock, globals.dryRun);
  const session: Session = {
    workspace,
    source,
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
  return { session, settle: () => live.clear(), [Symbol.asyncDispose]: async () => live.clear() };
}
