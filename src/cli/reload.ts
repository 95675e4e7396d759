import { unwatchFile, watchFile } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../lib/index.ts";
import { readConfig, type Config } from "../config/index.ts";
import type { Gateway } from "../gateway/index.ts";
import type { Swappable } from "../models/index.ts";
import { configFile, findConfig } from "./configured.ts";
import { hasGateway, serverRules, storeOf, type StoreFlags } from "./gateway.ts";
import type { Io } from "./io.ts";
import type { ServedModels } from "./served-models.ts";

/** Milliseconds between looks at the file; its own events miss files that are replaced, as by editors. */
const interval = 500;

export interface Reloading {
  /** Takes the new configuration over, or throws and leaves everything as it is. */
  apply(config: Config): Promise<void>;
  /** Why the configuration as it is now doesn't hold. */
  refused(problem: string): void;
}

export interface Watched extends Reloading {
  /** Another text whenever something else was changed that the configuration names. */
  version(): Promise<string | undefined>;
}

export interface Running {
  readonly flags: StoreFlags;
  readonly config: Config;
  readonly gateway: Gateway | undefined;
  readonly models: ServedModels;
  readonly model: Swappable;
  open(config: Config, present: ServedModels): Promise<ServedModels>;
}

/** How a running server takes another configuration over. */
export function reloading({ flags, config, gateway, models, model, open }: Running, io: Io): Reloading {
  let present = models;
  return {
    async apply(next) {
      if (storeOf(flags, io, next) !== storeOf(flags, io, config)) throw needsRestart("The store");
      if (!gateway && hasGateway(next)) throw needsRestart("A server without a gateway");
      const before = present;
      const opened = await open(next, before);
      try {
        await gateway?.change(await serverRules(next, opened.routes, io));
      } catch (error) {
        if (opened !== before) await opened.model.close();
        throw error;
      }
      if (opened === before) return;
      present = opened;
      model.swap(opened.model, () => before.model.close());
    },
    refused: (problem) => gateway?.refuseChange(problem),
  };
}

const needsRestart = (what: string): UserError =>
  new UserError("config", `${what} can't be changed while the server runs.`, "Start the server again.");

/** The most looks between two tries of a configuration that doesn't hold. */
const longestPause = 64;

/**
 * Reads the configuration again whenever its text changes, one after the other; one that doesn't hold is tried again, ever
 * less often, because it may be a store, a file or a command that wasn't there. Gives what ends it.
 */
export function reloadOnChange(
  io: Io,
  named: string | undefined,
  { apply, refused, version }: Watched,
): () => void {
  const path = named === undefined ? join(io.folders.settings, configFile) : resolve(io.cwd, named);
  let turn = Promise.resolve();
  let problem: string | undefined;
  let [pause, looks] = [1, 0];
  const changed = async (isAgain: boolean): Promise<void> => {
    [pause, looks] = [isAgain ? Math.min(2 * pause, longestPause) : 1, 0];
    try {
      const found = await findConfig(io, path);
      if (!found) return;
      const file = named ?? found.file;
      await apply(await readConfig(found.text, file));
      problem = undefined;
      io.err(`The configuration ${file} was read again, and holds from now on.\n`);
    } catch (error) {
      const before = problem;
      problem = messageOf(error);
      refused(problem);
      if (isAgain && problem === before) return;
      io.err(`The configuration was changed, but the one before still holds: ${problem}\n`);
    }
  };
  const begin = (isAgain: boolean): Promise<void> => (turn = turn.then(() => changed(isAgain)));
  const listener = (): void => void begin(false);
  watchFile(path, { interval, persistent: false }, listener);
  let known: string | undefined;
  const look = async (): Promise<void> => {
    const now = await version().catch(() => known); // a store that is away has changed nothing
    const isChanged = known !== undefined && now !== known;
    known = now;
    if (isChanged || (problem !== undefined && ++looks >= pause)) await begin(!isChanged);
  };
  let looking: Promise<void> | undefined;
  const lookAgain = (): void => void (looking ??= look().finally(() => (looking = undefined)));
  lookAgain();
  const timer = setInterval(lookAgain, interval).unref();
  return () => {
    clearInterval(timer);
    unwatchFile(path, listener);
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof UserError)) return error instanceof Error ? error.message : String(error);
  const { file, line, column } = error.place ?? {};
  const place =
    file === undefined ? "" : `${[file, line, column].filter((part) => part !== undefined).join(":")}: `;
  return `${place}${error.message} ${error.fix}`;
}
