import { usageError, UserError } from "../../lib/index.ts";
import { first, query, stable, type Row, type Value, type Work } from "../store/store.ts";
import { audit, type Actor } from "./audit.ts";
import { hashOf, isUsable, keyOfRow, newId, newSecret, type Key, type KeySettings } from "./key.ts";
import { isSameSecret } from "./secrets.ts";

export interface Created {
  readonly key: Key;
  /** Shown once: only its hash is stored. */
  readonly secret: string;
}

const listText = (list: readonly string[] | null | undefined): string | null =>
  list ? JSON.stringify(list) : null;

const columns: { readonly [name in keyof Required<KeySettings>]: (settings: KeySettings) => Value } = {
  name: ({ name }) => name ?? "",
  team: ({ team }) => team ?? null,
  owner: ({ owner }) => owner ?? null,
  labels: ({ labels }) => JSON.stringify(labels ?? {}),
  models: ({ models }) => listText(models),
  endpoints: ({ endpoints }) => listText(endpoints),
  tools: ({ tools }) => listText(tools),
  expires: ({ expires }) => expires ?? null,
};

/** Creates a key. Throws UserError for one that could never be used, because it has expired. */
export function* createKey(settings: KeySettings, actor: Actor): Work<Created> {
  const { expires } = settings;
  if (typeof expires === "number" && expires <= actor.at)
    throw usageError("key_settings", "expires: is in the past.", "Give a later date.");
  const [id, secret] = [newId("key"), newSecret()];
  const columnValues = Object.values(columns).map((value) => value(settings));
  yield* query(
    `INSERT INTO keys (id, hash, hint, created, ${Object.keys(columns).join(", ")})
     VALUES ($1, $2, $3, $4, ${columnValues.map((_, i) => `$${i + 5}`).join(", ")})`,
    id,
    hashOf(secret),
    secret.slice(-4),
    actor.at,
    ...columnValues,
  );
  yield* audit(actor, { action: "create", subject: id, detail: settings });
  return { key: yield* getKey(id), secret };
}

/** Returns a key. Throws UserError for an unknown id. */
export function* getKey(id: string): Work<Key> {
  const row = yield* first("SELECT * FROM keys WHERE id = $1", id);
  if (row) return keyOfRow(row);
  throw new UserError("unknown_key", `There is no key ${id.slice(0, 40)}.`, "antiphon keys list shows all.");
}

export interface Page {
  /** The page starts after this id. */
  readonly after?: string;
  readonly limit?: number;
  readonly team?: string;
  /** Part of the name or owner, or the id. */
  readonly search?: string;
}

export function* listKeys({ after = "", limit = 1000, team, search }: Page): Work<readonly Key[]> {
  const values: Value[] = [after, limit];
  const conditions = ["id > $1"];
  if (team !== undefined) conditions.push(`team = $${values.push(team)}`);
  if (search !== undefined) {
    const part = `$${values.push(`%${search.replaceAll(/[\\%_]/g, "\\$&")}%`)}`;
    const like = (column: string): string => `LOWER(${column}) LIKE LOWER(${part}) ESCAPE '\\'`;
    conditions.push(`(id = $${values.push(search)} OR ${like("name")} OR ${like("owner")})`);
  }
  const rows = yield* query(
    `SELECT * FROM keys WHERE ${conditions.join(" AND ")} ORDER BY id LIMIT $2`,
    ...values,
  );
  return rows.map(keyOfRow);
}

export interface Team {
  readonly team: string;
  readonly keys: number;
}

/** Lists teams of keys in the database's text order; `search` is a prefix. */
export function* listTeams({
  after = "",
  limit = 100,
  search = "",
}: Omit<Page, "team">): Work<readonly Team[]> {
  const rows = yield* query(
    `SELECT team, COUNT(*) AS keys FROM keys
     WHERE team > $1 AND SUBSTR(team, 1, $3) = $4 GROUP BY team ORDER BY team LIMIT $2`,
    after,
    limit,
    [...search].length,
    search,
  );
  return rows.map((row) => ({ team: String(row["team"]), keys: Number(row["keys"]) }));
}

export function* updateKey(id: string, settings: KeySettings, actor: Actor): Work<Key> {
  yield* getKey(id);
  for (const [name, value] of Object.entries(columns))
    if (Object.hasOwn(settings, name))
      yield* query(`UPDATE keys SET ${name} = $2 WHERE id = $1`, id, value(settings));
  yield* audit(actor, { action: "update", subject: id, detail: settings });
  return yield* getKey(id);
}

/** Creates a new secret. The old one stays valid for another `grace` milliseconds. */
export function* rotateKey(id: string, grace: number, actor: Actor): Work<Created> {
  yield* getKey(id);
  const secret = newSecret();
  yield* query(
    "UPDATE keys SET old_hash = hash, old_until = $2, hash = $3, hint = $4 WHERE id = $1",
    id,
    actor.at + grace,
    hashOf(secret),
    secret.slice(-4),
  );
  yield* audit(actor, { action: "rotate", subject: id, detail: { grace } });
  return { key: yield* getKey(id), secret };
}

/** Disables a key, or enables it again. */
export function* disableKey(id: string, disabled: boolean, actor: Actor): Work<Key> {
  yield* getKey(id);
  yield* query("UPDATE keys SET disabled = $2 WHERE id = $1", id, disabled ? actor.at : null);
  yield* audit(actor, { action: disabled ? "disable" : "enable", subject: id, detail: {} });
  return yield* getKey(id);
}

/** Returns the row of the key that has or had this SHA-256. */
export function* findKey(hash: string): Work<Row | undefined> {
  const sql = "SELECT * FROM keys WHERE hash = $1 UNION ALL SELECT * FROM keys WHERE old_hash = $1";
  return (yield* stable(sql, hash))[0];
}

/** Returns the key of a row that `findKey` returned, if it is valid at this time. */
export function usableKey(row: Row, hash: string, now: number): Key | undefined {
  const isOld = !same(hash, row["hash"]);
  if (isOld && (!same(hash, row["old_hash"]) || Number(row["old_until"]) <= now)) return undefined;
  const key = keyOfRow(row);
  return isUsable(key, now) ? key : undefined;
}

const same = (hash: string, stored: Row[string] | undefined): boolean =>
  isSameSecret(Buffer.from(hash), Buffer.from(String(stored)));

export function* hasKeys(): Work<boolean> {
  return (yield* stable("SELECT 1 AS one FROM keys LIMIT 1")).length > 0;
}
