import {
  createHash, //? accounts
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";

const derive = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // N = 2^15 takes about 100 ms and 32 MB: nothing for one sign-in, much for someone who guesses.
    const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
    scrypt(secret.normalize("NFKC"), salt, 32, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/** What is stored of a secret: salt and derived key, never the secret. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(secret, salt);
  return `scrypt$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** Whether a secret is the one that was hashed; takes as long for a wrong one. */
export async function verifySecret(secret: string, stored: string): Promise<boolean> {
  const [, salt = "", key = ""] = (stored.split("#")[0] ?? "").split("$"); //? accounts
  //- const [, salt = "", key = ""] = stored.split("$"); //? !accounts
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(secret, Buffer.from(salt, "base64url"));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

//# accounts
/** What a token says of the stored secret that it was given for; another one ends it. */
export const stampOf = (stored: string): string => createHash("sha256").update(stored).digest("base64url");

/** The same secret as it is stored from now on; its earlier tokens end. */
export const renewed = (stored: string): string =>
  `${stored.split("#")[0] ?? ""}#${randomBytes(12).toString("base64url")}`;
