import { stat } from "node:fs/promises";
import { UserError } from "../lib/index.ts";
import { readConfig, type Config } from "../config/index.ts";
import type { Gateway } from "../gateway/index.ts";
import type { Swappable } from "../models/index.ts";
import { configPath, findConfig } from "./configured.ts";
import { hasGateway, serverRules, storeOf, type StoreFlags } from "./gateway.ts";
import type { Io } from "./io.ts";
import type { ServedModels } from "./served-models.ts";

/** Milliseconds between checks; file system events miss replaced files, as by editors. */
const interval = 500;

/** A text that changes whenever the configuration file is written, touched, replaced or removed. */
export async function fileVersion(io: Io, named: string | undefined): Promise<string> {
  const { ino, size, mtimeNs } = await stat(configPath(io, named), { bigint: true }).catch(() => ({
    ino: 0n,
    size: 0n,
    mtimeNs: 0n,
  }));
  return `${ino} ${size} ${mtimeNs}`;
}

export interface Reloading {
  /** Applies the new configuration, or throws and leaves everything unchanged. */
  apply(config: Config): Promise<void>;
  /** Called with the reason why the current configuration is invalid. */
  refused(problem: string): void;
}

export interface Watched extends Reloading {
  /** The file's version before the present configuration was read. */
  readonly file: string;
  /** Whether something that the configuration refers to has changed since it was read, or since the last call. */
  haveKeysChanged(): Promise<boolean>;
}

export interface Running {
  readonly flags: StoreFlags;
  readonly config: Config;
  readonly gateway: Gateway | undefined;
  readonly models: ServedModels;
  readonly model: Swappable;
  open(config: Config, present: ServedModels): Promise<ServedModels>;
}

/** How a running server applies a new configuration. */
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

/** Maximum number of checks between retries of an invalid configuration. */
const longestPause = 64;

/**
 * Reloads the configuration whenever its text changes, one reload at a time; an invalid one is retried with growing
 * pauses, as a store, file or command may have been unavailable. Returns a function that stops it.
 */
export function reloadOnChange(
  io: Io,
  named: string | undefined,
  { apply, refused, file, haveKeysChanged }: Watched,
): () => void {
  let problem: string | undefined;
  let [pause, looks] = [1, 0];
  const changed = async (isAgain: boolean): Promise<void> => {
    [pause, looks] = [isAgain ? Math.min(2 * pause, longestPause) : 1, 0];
    try {
      const found = await findConfig(io, configPath(io, named));
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
  let known = file;
  const look = async (): Promise<void> => {
    const now = await fileVersion(io, named);
    const isChanged = (await haveKeysChanged().catch(() => false)) || now !== known; // an unavailable store: unchanged
    known = now;
    if (isChanged || (problem !== undefined && ++looks >= pause)) await changed(!isChanged);
  };
  let looking: Promise<void> | undefined;
  const lookAgain = (): void => void (looking ??= look().finally(() => (looking = undefined)));
  lookAgain();
  const timer = setInterval(lookAgain, interval).unref();
  return () => clearInterval(timer);
}

function messageOf(error: unknown): string {
  if (!(error instanceof UserError)) return error instanceof Error ? error.message : String(error);
  const { file, line, column } = error.place ?? {};
  const place =
    file === undefined ? "" : `${[file, line, column].filter((part) => part !== undefined).join(":")}: `;
  return `${place}${error.message} ${error.fix}`;
}
