import { type Clock, usageError } from "../../lib/index.ts";
import { openStore } from "../store/open.ts";
import { first, ledger, query, type Work } from "../store/store.ts";
import { audit, type Actor } from "./audit.ts";
import { seal, unseal, type MasterKeys } from "./sealed.ts";

/** Upstream keys, encrypted in the gateway's store. They are only ever sent to the upstreams. */
export type UpstreamKeys = Awaited<ReturnType<typeof openUpstreamKeys>>;

export interface StoredKey {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

export interface UpstreamKeysOptions {
  readonly store: string;
  readonly clock: Pick<Clock, "now">;
  /** Called only to encrypt or decrypt a key. */
  masterKeys(): Promise<MasterKeys>;
}

export async function openUpstreamKeys({ store: place, clock, masterKeys }: UpstreamKeysOptions) {
  const store = await openStore(place);
  const change = <T>(name: string, work: (actor: Actor) => Work<T>): Promise<T> =>
    store.write(function* () {
      yield* ledger("alone");
      return yield* work({ name, at: clock.now() });
    });
  return {
    /** Sets or replaces a key. Throws UserError for an invalid name or key. */
    async set(name: string, key: string, actor: string) {
      const [checked, keys] = [checkedKey(name, key), await masterKeys()];
      await change(actor, (by) => setKey({ name, sealed: seal(checked, name, keys) }, by));
    },
    list: () => store.read(listKeys),
    remove: (name: string, actor: string) =>
      change(actor, function* (by) {
        yield* sealedKey(name);
        yield* query("DELETE FROM upstream_keys WHERE name = $1", name);
        yield* audit(by, { action: "remove", subject: `upstream_key:${name}`, detail: {} });
      }),
    /** Re-encrypts all keys with the first master key; returns how many there are. */
    async reseal(actor: string) {
      const keys = await masterKeys();
      return change(actor, (by) => resealKeys(keys, by));
    },
    /** Throws UserError for an unknown name, and for a key that can't be decrypted. */
    async read(name: string) {
      const sealed = await store.read(() => sealedKey(name));
      return unseal(sealed, name, await masterKeys());
    },
    /** A version string that differs after every change. */
    version: () =>
      store.read(function* () {
        const rows = yield* query("SELECT name, sealed FROM upstream_keys ORDER BY name");
        return JSON.stringify(rows);
      }),
    close: () => store.close(),
  };
}

function checkedKey(name: string, text: string): string {
  const key = text.trim();
  if (!/^[\w.-]{1,100}$/.test(name))
    throw usageError(
      "upstream_key",
      "A key's name may contain only letters, digits, -, _ and .",
      "Choose another name.",
    );
  if (/^[\x21-\x7e]{1,16384}$/.test(key)) return key;
  throw usageError("upstream_key", "A key is one word of visible ASCII characters.", "Check the input.");
}

function* setKey(
  { name, sealed }: { readonly name: string; readonly sealed: string },
  by: Actor,
): Work<void> {
  yield* query(
    `INSERT INTO upstream_keys (name, sealed, changed) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, changed = excluded.changed`,
    name,
    sealed,
    by.at,
  );
  yield* audit(by, { action: "set", subject: `upstream_key:${name}`, detail: {} });
}

function* listKeys(): Work<readonly StoredKey[]> {
  const rows = yield* query("SELECT name, changed FROM upstream_keys ORDER BY name");
  return rows.map((row) => ({ name: String(row["name"]), changed: Number(row["changed"]) }));
}

function* sealedKey(name: string): Work<string> {
  const row = yield* first("SELECT sealed FROM upstream_keys WHERE name = $1", name);
  if (row) return String(row["sealed"]);
  throw usageError(
    "unknown_upstream_key",
    `There is no stored key ${name.slice(0, 40)}.`,
    `Set it: antiphon upstream-keys set ${name.slice(0, 40)}`,
  );
}

/** All or nothing: a key that no master key decrypts rolls it back. */
function* resealKeys(keys: MasterKeys, by: Actor): Work<number> {
  const rows = yield* query("SELECT name, sealed FROM upstream_keys ORDER BY name");
  const [newest] = keys;
  for (const row of rows) {
    const name = String(row["name"]);
    const sealed = seal(unseal(String(row["sealed"]), name, keys), name, [newest]);
    yield* query("UPDATE upstream_keys SET sealed = $2 WHERE name = $1", name, sealed);
  }
  yield* audit(by, { action: "reseal", subject: "upstream_keys", detail: { keys: rows.length } });
  return rows.length;
}
