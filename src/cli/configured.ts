import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfig, type Config } from "../config/index.ts";
import { UserError } from "../lib/index.ts";
import { parseModel, type ModelConfig } from "../models/index.ts";
import type { Io } from "./io.ts";
import type { Keyed } from "./upstream-keys.ts";

export const configFile = "antiphon.yaml";

/** Path of the file named by `--config`, otherwise of the one in the user's settings folder. */
export const configPath = ({ cwd, folders }: Io, named: string | undefined): string =>
  named === undefined ? join(folders.settings, configFile) : resolve(cwd, named);

export interface ConfigText {
  readonly text: string;
  /** The file's name for messages. */
  readonly file: string;
}

/**
 * Reads the configuration file named by `--config`, otherwise the one in the user's settings folder, if it exists. A
 * file in the working folder must be named explicitly: it can run commands, and the folder may not be trusted.
 */
export async function findConfig(io: Io, named?: string): Promise<ConfigText | undefined> {
  const path = configPath(io, named);
  const file = named ?? path;
  try {
    return { text: await readFile(path, "utf8"), file };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException; // the error type of readFile
    if (named === undefined && (code === "ENOENT" || code === "ENOTDIR")) return undefined;
    const fix = `Name a file that can be read; without --config it is ${configPath(io, undefined)}.`;
    throw new UserError("config", "The configuration can't be read.", fix, {
      place: { file },
      usage: true,
      cause,
    });
  }
}

/** Reads and checks the file of `findConfig`. Raises UserError for its first problem. */
export async function openConfig(io: Io, named?: string): Promise<Config | undefined> {
  const found = await findConfig(io, named);
  return found && readConfig(found.text, found.file);
}

/** The configured upstreams by name, with the source of their keys. */
export const configured = (config: Config | undefined): Readonly<Record<string, ModelConfig | Keyed>> =>
  Object.fromEntries(
    Object.entries(config?.upstreams ?? {}).map(([name, upstream]) => {
      if (typeof upstream === "string") return [name, parseModel(upstream)];
      const { provider, key, place, ...options } = upstream;
      return [name, { name, provider, options, key, place }];
    }),
  );
