import { createHash, randomBytes } from "node:crypto";
import type { Row } from "../store/store.ts";

/** A virtual key as shown: everything but the secret, which can't be read after creation. */
export interface Key {
  readonly id: string;
  /** The last four characters of the secret, so that its owner can recognise it. */
  readonly hint: string;
  readonly name: string;
  readonly team: string | null;
  readonly owner: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** Models it may use; `null`: all. A name may end in `*`. */
  readonly models: readonly string[] | null;
  readonly endpoints: readonly string[] | null;
  readonly tools: readonly string[] | null;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly expires: number | null;
  readonly disabled: number | null;
}

/** Settings for creating or updating a key. */
export type KeySettings = Partial<
  Pick<Key, "name" | "team" | "owner" | "labels" | "models" | "endpoints" | "tools" | "expires">
>;

export const newId = (kind: string): string => `${kind}_${randomBytes(9).toString("base64url")}`;
export const newSecret = (): string => `sk-antiphon-${randomBytes(32).toString("base64url")}`;
/** SHA-256 of a secret. A slow hash isn't needed: secrets have 256 random bits. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

const listOf = (value: Row[string] | undefined): readonly string[] | null =>
  typeof value === "string" ? (JSON.parse(value) as readonly string[]) : null; // the shape that was stored

const textOf = (value: Row[string] | undefined): string | null => (typeof value === "string" ? value : null);
const timeOf = (value: Row[string] | undefined): number | null => (typeof value === "number" ? value : null);

export const keyOfRow = (row: Row): Key => ({
  id: String(row["id"]),
  hint: String(row["hint"]),
  name: String(row["name"]),
  team: textOf(row["team"]),
  owner: textOf(row["owner"]),
  labels: JSON.parse(String(row["labels"])) as Key["labels"], // the shape that was stored
  models: listOf(row["models"]),
  endpoints: listOf(row["endpoints"]),
  tools: listOf(row["tools"]),
  created: Number(row["created"]),
  expires: timeOf(row["expires"]),
  disabled: timeOf(row["disabled"]),
});

/** Whether a name is allowed; entries that end in `*` match by prefix. */
export const allows = (allowed: readonly string[] | null, name: string): boolean =>
  allowed === null ||
  allowed.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : each === name));

export const isUsable = ({ disabled, expires }: Key, now: number): boolean =>
  disabled === null && (expires === null || expires > now);
