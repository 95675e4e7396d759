import { createHmac, randomBytes, scrypt, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "../../gateway/index.ts";
import { once } from "../../lib/index.ts";
import type { Caller } from "../route.ts";

const cookieName = "antiphon_session";
/** Seconds after which an administrator logs in again. */
const lifetime = 8 * 3600;

/**
 * Logins of administrators in a browser. A session is signed with the admin keys, so that it is good at every instance that
 * has the same ones, and ends with them. Signatures are shown to strangers: the secret is derived slowly (scrypt), so that
 * a weak admin key can't be tried against one.
 */
export interface Sessions {
  /** The cookie of a new session; for HTTPS alone where that is known to be in use. */
  open(admin: string, transport?: "https"): Promise<string>;
  /** Takes the cookie away. */
  readonly end: string;
  /** A secret of the same life for another purpose. */
  secretFor(purpose: string): Promise<Buffer>;
  /** Who is logged in. Requests of other sites' pages are nobody's. */
  find(headers: IncomingHttpHeaders): Promise<Caller | undefined>;
}

export interface SessionOptions {
  readonly adminKeys: readonly string[];
  /** What else lets people in, as text: sessions end when it changes. */
  readonly others?: string;
  now(): number;
}

export function sessions({ adminKeys, others = "", now }: SessionOptions): Sessions {
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
    async open(admin, transport) {
      const text = `${Buffer.from(admin).toString("base64url")}.${Math.floor(now()) + lifetime * 1000}`;
      const secure = transport === "https" ? "; Secure" : "";
      return `${cookie(`${text}.${(await sign(text)).toString("base64url")}`, lifetime)}${secure}`;
    },
    end: cookie("", 0),
    secretFor: (purpose) => sign(`secret ${purpose}`),
    async find(headers) {
      const value = cookieOf(headers);
      if (value === undefined || !isOwnPage(headers)) return undefined;
      const [name = "", expires = "", mac = ""] = value.split(".");
      if (!isSameSecret(Buffer.from(mac, "base64url"), await sign(`${name}.${expires}`))) return undefined;
      const admin = Buffer.from(name, "base64url").toString();
      return Number(expires) > now() ? { key: admin, scopes: ["admin", "metrics"] } : undefined;
    },
  };
}

/** A fraction of a second and 32 MB for each try, in a thread. */
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

/** Browsers say what kind of page asks, also for pages at other ports of this host; the Origin is checked before. */
const isOwnPage = ({ "sec-fetch-site": site }: IncomingHttpHeaders): boolean =>
  site === undefined || site === "same-origin" || site === "none";
