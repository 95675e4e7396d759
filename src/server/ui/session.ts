import { createHmac, randomBytes, scrypt, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "../../gateway/index.ts";
import { once } from "../../lib/index.ts";
import type { Caller } from "../route.ts";

const cookieName = "antiphon_session";
/** Seconds after which administrators must log in again. */
const lifetime = 8 * 3600;

/**
 * Administrators' browser sessions. They are signed with the admin keys, so they are valid on every instance with the
 * same keys, and end when these change. Signatures are visible to others: scrypt derives the secret, so that a weak
 * admin key can't be guessed from one.
 */
export type Sessions = ReturnType<typeof sessions>;

export interface SessionOptions {
  readonly adminKeys: readonly string[];
  /** Other configuration that grants access, as text: sessions end when it changes. */
  readonly others?: string;
  now(): number;
}

export function sessions({ adminKeys, others = "", now }: SessionOptions) {
  const secret = once(async () =>
    adminKeys.length === 0 ? randomBytes(32) : derive(adminKeys.join("\0"), `antiphon session\0${others}`),
  );
  const sign = async (text: string): Promise<Buffer> =>
    createHmac("sha256", await secret())
      .update(text)
      .digest();
  const cookie = (value: string, seconds: number): string =>
    `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return {
    /** Creates the cookie of a new session, restricted to HTTPS if that is known to be in use. */
    async open(admin: string, transport?: "https") {
      const text = `${Buffer.from(admin).toString("base64url")}.${Math.floor(now()) + lifetime * 1000}`;
      const secure = transport === "https" ? "; Secure" : "";
      return `${cookie(`${text}.${(await sign(text)).toString("base64url")}`, lifetime)}${secure}`;
    },
    /** The cookie header that ends a session. */
    end: cookie("", 0),
    /** Derives a secret with the same lifetime for another purpose. */
    secretFor: (purpose: string) => sign(`secret ${purpose}`),
    /** Returns the logged-in administrator; undefined for requests from other sites' pages. */
    async find(headers: IncomingHttpHeaders): Promise<Caller | undefined> {
      const value = cookieOf(headers);
      if (value === undefined || !isOwnPage(headers)) return undefined;
      const [name = "", expires = "", mac = ""] = value.split(".");
      if (!isSameSecret(Buffer.from(mac, "base64url"), await sign(`${name}.${expires}`))) return undefined;
      const admin = Buffer.from(name, "base64url").toString();
      return Number(expires) > now() ? { key: admin, scopes: ["admin", "metrics"] } : undefined;
    },
  };
}

/** Takes a fraction of a second and 32 MB per guess, in a thread. */
const derive = (password: string, salt: string): Promise<Buffer> =>
  promisify<string, string, number, ScryptOptions, Buffer>(scrypt)(password, salt, 32, {
    cost: 2 ** 15,
    parallelization: 3,
    maxmem: 2 ** 26,
  });

const cookieOf = ({ cookie = "" }: IncomingHttpHeaders): string | undefined =>
  cookie
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);

/** `sec-fetch-site` also distinguishes pages on other ports of this host; the Origin was checked before. */
const isOwnPage = ({ "sec-fetch-site": site }: IncomingHttpHeaders): boolean =>
  site === undefined || site === "same-origin" || site === "none";
