import type { Clock } from "../lib/index.ts";
import { auditEntries, type AuditEntry } from "./keys/audit.ts";
import { allows, type Key, type KeySettings } from "./keys/key.ts";
import * as keys from "./keys/keys.ts";
import { openStore } from "./store/open.ts";
import type { Store } from "./store/store.ts";

export interface GatewayOptions {
  /** A path of a file. */
  readonly store: string;
  readonly clock: Pick<Clock, "now">;
}

/** Keys and who may use what. */
export interface Gateway {
  /** The caller with a key of this SHA-256 (hexadecimal), if it may be used now. */
  find(hash: string): Promise<KeyHolder | undefined>;
  /** Whether no key was ever created. */
  isOpen(): Promise<boolean>;
  /** The same for one who changes something, by name. */
  as(actor: string): Administration;
  close(): Promise<void>;
}

/** A caller, as the server knows them. */
export interface KeyHolder {
  readonly key: string;
  readonly scopes: readonly ["use"];
  may(what: "endpoint" | "model" | "tool", name: string): boolean;
}

/** What an administrator can do. Each change is in the audit log. Throws UserError for what isn't known or right. */
export interface Administration {
  createKey(settings: KeySettings): Promise<keys.Created>;
  listKeys(page: keys.Page): Promise<readonly Key[]>;
  getKey(id: string): Promise<Key>;
  updateKey(id: string, settings: KeySettings): Promise<Key>;
  /** The old secret is good for `grace` milliseconds more. */
  rotateKey(id: string, grace: number): Promise<keys.Created>;
  disableKey(id: string, disabled: boolean): Promise<Key>;
  /** The latest changes first. */
  audit(limit: number): Promise<readonly AuditEntry[]>;
}

/** Throws UserError for a store that can't be used. */
export async function openGateway({ store: place, clock }: GatewayOptions): Promise<Gateway> {
  const store = await openStore(place);
  return {
    async find(hash) {
      const key = await store.read(() => keys.findKey(hash, clock.now()));
      return key && holder(key);
    },
    isOpen: async () => !(await store.read(keys.hasKeys)),
    as: (name) => administration(store, () => ({ name, at: clock.now() })),
    close: () => store.close(),
  };
}

function holder(key: Key): KeyHolder {
  const lists = { endpoint: key.endpoints, model: key.models, tool: key.tools };
  return { key: key.id, scopes: ["use"], may: (what, name) => allows(lists[what], name) };
}

const administration = (store: Store, now: () => { name: string; at: number }): Administration => ({
  createKey: (settings) => store.write(() => keys.createKey(settings, now())),
  listKeys: (page) => store.read(() => keys.listKeys(page)),
  getKey: (id) => store.read(() => keys.getKey(id)),
  updateKey: (id, settings) => store.write(() => keys.updateKey(id, settings, now())),
  rotateKey: (id, grace) => store.write(() => keys.rotateKey(id, grace, now())),
  disableKey: (id, disabled) => store.write(() => keys.disableKey(id, disabled, now())),
  audit: (limit) => store.read(() => auditEntries(limit)),
});
