import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "../config/index.ts";
import type { UpstreamKeys } from "../gateway/index.ts";
import { UserError, usageError } from "../lib/index.ts";
import { storeOf, type StoreFlags } from "./gateway.ts";
import type { Io } from "./io.ts";

/** Upstream keys in the gateway's store, which is opened on first use. */
export interface StoredKeys {
  /** Throws UserError. */
  read(name: string): Promise<string>;
  /** Whether keys have changed since the store was opened for the first read, or since the last call. */
  haveChanged(): Promise<boolean>;
  close(): Promise<void>;
}

export function storedKeys(flags: StoreFlags, config: Config | undefined, io: Io): StoredKeys {
  let opening: Promise<UpstreamKeys> | undefined;
  let known: string | undefined;
  /** A store that can't be opened may be available the next time. */
  const open = async (): Promise<UpstreamKeys> => {
    let keys: UpstreamKeys | undefined;
    try {
      keys = await openKeys(flags, config, io);
      known = await keys.version();
      return keys;
    } catch (error) {
      opening = undefined;
      await keys?.close();
      throw error;
    }
  };
  return {
    read: async (name) => (await (opening ??= open())).read(name),
    async haveChanged() {
      const now = await (await opening)?.version();
      const isChanged = now !== known;
      known = now;
      return isChanged;
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

/** The master key is read on first use; raises UserError then if there is none. */
export async function openKeys(flags: StoreFlags, config: Config | undefined, io: Io): Promise<UpstreamKeys> {
  const { openUpstreamKeys, readMasterKeys } = await import("../gateway/index.ts");
  const masterKeys = async () => readMasterKeys(await masterKeyText(io));
  return openUpstreamKeys({ store: storeOf(flags, io, config), clock: io.clock, masterKeys });
}

async function masterKeyText({ env, cwd }: Io): Promise<string> {
  const { ANTIPHON_MASTER_KEY: text, ANTIPHON_MASTER_KEY_FILE: file } = env;
  if (text) return text;
  if (!file)
    throw usageError(
      "master_key",
      "Stored keys are encrypted with a master key, and there is none.",
      "Set ANTIPHON_MASTER_KEY, or ANTIPHON_MASTER_KEY_FILE to a file; make one with: openssl rand -base64 32",
    );
  return readFile(resolve(cwd, file), "utf8").catch((cause: unknown) => {
    throw new UserError(
      "master_key",
      `The file ${file} can't be read.`,
      "Name a file that this user may read.",
      {
        usage: true,
        cause,
      },
    );
  });
}
