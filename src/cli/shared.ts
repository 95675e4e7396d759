import { join } from "node:path";
import { commands as built, withCustom, type Command } from "../commands/index.ts";
import { type Table, usageError } from "../lib/index.ts";
import type { Model } from "../models/index.ts";
import {
  consents,
  loadSettings,
  openModes,
  openSessions,
  ourModes,
  pages,
  readPage,
  readInstructions,
  type Stamped,
  type Mode,
  type OpenedJournal,
  type Sessions,
  type Session,
} from "../session/index.ts";
import { openWorkspace, waitedFor, type Workspace } from "../workspace/index.ts";
import type { Io } from "./io.ts";

/** Which session a process uses. */
export type Start = "new" | "last" | { readonly resume: string };

/** As the flags say, otherwise the command's default. */
export const startOf = ({ globals }: Io, otherwise: Start = "new"): Start =>
  globals.resume !== undefined ? { resume: globals.resume } : globals.continue ? "last" : otherwise;

/** State that outlives a line of a session. */
export interface Shared extends Pick<
  Session,
  "id" | "began" | "journal" | "model" | "models" | "settings" | "modes" | "mode" | "instructions"
> {
  /**
   * Returns the workspace of a folder, the same one each time, so that its records stay. With a shell it is a
   * separate one.
   */
  open(root: string, shell?: "sandboxed" | "free"): Promise<Workspace>;
  /** The built-in commands, the project's and the user's. */
  readonly commands: Table<Command, string>;
  readonly sessions: Sessions;
  /** Number of commands run before the session was resumed. */
  readonly past: number;
  close(): Promise<void>;
}

/** Opens a session of the project at `io.cwd`. */
export async function openShared(io: Io, start: Start): Promise<Shared> {
  const { folders, clock } = io;
  const open = workspaces(io);
  const project = await open(io.cwd);
  const projectFolder = join(project.root, ".antiphon");
  const present = io.terminal.input && !io.globals.print;
  const consent = consents({ state: folders.state, ask: io.ask, present, note: io.err });
  const settings = await loadSettings({ user: folders.settings, project: projectFolder }, consent);
  const modes = openModes([
    { path: await ourModes(), links: false },
    { path: join(projectFolder, "modes"), links: false },
    { path: join(folders.settings, "modes"), links: true },
  ]);
  const customFolders = [
    { path: join(projectFolder, "commands"), links: false },
    { path: join(folders.settings, "commands"), links: true },
  ];
  const sessions = openSessions(folders.state, project.root, clock);
  const { id, journal } = await begin(sessions, start);
  const entries = await journal.stamped();
  const past = restore(entries);
  const chosen = { ...settings, ...(past.model !== undefined && { model: past.model }) };
  const models = lazily(async () => {
    const { openModels } = await import("./models.ts");
    const dotEnv = (await project.files.tryRead(".env").catch(() => null)) ?? "";
    return openModels(settings, dotEnv, io);
  });
  return {
    id,
    began: entries[0]?.at ?? clock.now(),
    journal,
    sessions,
    commands: withCustom(built, { paths: await pages(customFolders), read: readPage }),
    settings: chosen,
    modes,
    mode: await startMode(past.mode, settings.mode, modes),
    instructions: await readInstructions(project),
    model: chosen.model === "builtin" ? undefined : await models(),
    models: async () => (await models()).list(),
    past: past.commands,
    open,
    close: () => journal.close(),
  };
}

/** A mode whose file has been deleted doesn't prevent resuming. */
async function startMode(past: string | undefined, modeName: string, modes: Session["modes"]): Promise<Mode> {
  const known = past !== undefined && (await modes.names()).includes(past);
  return modes.load(known ? past : modeName);
}

const lazily = (make: () => Promise<Model>): (() => Promise<Model>) => {
  let promise: Promise<Model> | undefined;
  return () => (promise ??= make());
};

function workspaces({ folders, clock, err, env, signal }: Io): Shared["open"] {
  const opened = new Map<string, Workspace>();
  return async (root, shell) => {
    const key = `${shell ?? ""} ${root}`;
    const known = opened.get(key);
    if (known) return known;
    const sandbox = shell === "free" ? "none" : "auto";
    const workspace = waitedFor(
      await openWorkspace(root, {
        state: folders.state,
        clock,
        ...(shell && { shell: { environment: env, sandbox } }),
      }),
      signal,
    );
    if (workspace.recovery) err(`${workspace.recovery.message}\n`);
    opened.set(key, workspace);
    return workspace;
  };
}

async function begin(sessions: Sessions, start: Start): Promise<OpenedJournal> {
  if (start === "new") return sessions.create();
  if (start === "last") return (await sessions.last()) ?? sessions.create();
  if (start.resume !== "") return sessions.open(start.resume);
  throw usageError("unknown_session", "--resume needs a session.", "antiphon sessions lists them.");
}

function restore(entries: readonly Stamped[]) {
  let mode: string | undefined;
  let model: string | undefined;
  let commands = 0;
  for (const { entry } of entries) {
    if (entry.type === "mode") mode = entry.name;
    if (entry.type === "model") model = entry.name;
    if (entry.type === "command") commands += 1;
  }
  return { mode, model, commands };
}
