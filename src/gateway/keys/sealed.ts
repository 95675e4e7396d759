import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { UserError, usageError } from "../../lib/index.ts";

/** Keys that encrypt other keys: the first one encrypts, any of them decrypts. */
export type MasterKeys = readonly [Buffer, ...Buffer[]];

const algorithm = "aes-256-gcm";
const bytes = 32;

/**
 * Parses one or more keys, separated by spaces, commas or lines, each 32 bytes in base64 or hexadecimal. Throws
 * UserError.
 */
export function readMasterKeys(text: string): MasterKeys {
  const [first, ...others] = text
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map(readMasterKey);
  if (first) return [first, ...others];
  throw wrongMasterKey("There is no master key");
}

function readMasterKey(text: string): Buffer {
  const isHex = /^[\da-f]{64}$/i.test(text);
  const key = Buffer.from(text, isHex ? "hex" : "base64url"); // decodes both base64 alphabets
  if (key.length === bytes && (isHex || /^[\w+/-]{43}=?$/.test(text))) return key;
  throw wrongMasterKey("A master key isn't 32 bytes in base64 or hexadecimal");
}

const wrongMasterKey = (what: string): UserError =>
  usageError("master_key", `${what}.`, "Make one with: openssl rand -base64 32");

/** Identifies a master key in messages; reveals nothing about it. */
const idOf = (key: Buffer): string =>
  createHash("sha256").update("antiphon master key\0").update(key).digest("hex").slice(0, 8);

/** Encrypts a text, bound to the name it is stored under. */
export function seal(text: string, name: string, [key]: MasterKeys): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [idOf(key), nonce.toString("base64url"), sealed.toString("base64url")].join(".");
}

/** Decrypts a text. Throws UserError if no key fits, or if it was altered. */
export function unseal(sealed: string, name: string, keys: MasterKeys): string {
  const [id = "", nonce = "", text = ""] = sealed.split(".");
  const key = keys.find((each) => idOf(each) === id);
  if (!key)
    throw usageError(
      "master_key",
      `The key ${name} was sealed with another master key (${id}).`,
      "Add that one after the new one, or set the key again.",
    );
  const all = Buffer.from(text, "base64url");
  try {
    const cipher = createDecipheriv(algorithm, key, Buffer.from(nonce, "base64url"), { authTagLength: 16 });
    cipher.setAAD(Buffer.from(name)).setAuthTag(all.subarray(-16));
    return Buffer.concat([cipher.update(all.subarray(0, -16)), cipher.final()]).toString("utf8");
  } catch (cause) {
    throw new UserError(
      "sealed_key",
      `The stored key ${name} was altered, or belongs to another name.`,
      "Set it again.",
      { usage: true, cause },
    );
  }
}
