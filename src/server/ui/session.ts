import { createHash, createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "../../gateway/index.ts";
import type { Caller } from "../route.ts";

const cookieName = "antiphon_session";
/** Seconds after which an administrator logs in again. */
const lifetime = 8 * 3600;

/**
 * Logins of administrators in a browser. A session is signed with the admin keys, so that it is good at every instance that
 * has the same ones, and ends with them.
 */
export interface Sessions {
  /** The cookie of a new session; for HTTPS alone where that is known to be in use. */
  open(admin: string, transport?: "https"): string;
  /** Takes the cookie away. */
  readonly end: string;
  /** A secret of the same life for another purpose. */
  secretFor(purpose: string): Buffer;
  /** Who is logged in. Requests of other sites' pages are nobody's. */
  find(headers: IncomingHttpHeaders): Caller | undefined;
}

export interface SessionOptions {
  readonly adminKeys: readonly string[];
  /** What else lets people in, as text: sessions end when it changes. */
  readonly others?: string;
  now(): number;
}

export function sessions({ adminKeys, others = "", now }: SessionOptions): Sessions {
  const secret =
    adminKeys.length === 0
      ? randomBytes(32)
      : createHash("sha256")
          .update(`antiphon session\0${adminKeys.join("\0")}${others}`)
          .digest();
  const sign = (text: string): Buffer => createHmac("sha256", secret).update(text).digest();
  const cookie = (value: string, seconds: number): string =>
    `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return {
    open(admin, transport) {
      const text = `${Buffer.from(admin).toString("base64url")}.${Math.floor(now()) + lifetime * 1000}`;
      const secure = transport === "https" ? "; Secure" : "";
      return `${cookie(`${text}.${sign(text).toString("base64url")}`, lifetime)}${secure}`;
    },
    end: cookie("", 0),
    secretFor: (purpose) => sign(`secret ${purpose}`),
    find(headers) {
      const value = cookieOf(headers);
      if (value === undefined || !isOwnPage(headers)) return undefined;
      const [name = "", expires = "", mac = ""] = value.split(".");
      if (!isSameSecret(Buffer.from(mac, "base64url"), sign(`${name}.${expires}`))) return undefined;
      const admin = Buffer.from(name, "base64url").toString();
      return Number(expires) > now() ? { key: admin, scopes: ["admin", "metrics"] } : undefined;
    },
  };
}

const cookieOf = ({ cookie = "" }: IncomingHttpHeaders): string | undefined =>
  cookie
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);

/** Browsers say what kind of page asks, also for pages at other ports of this host; the Origin is checked before. */
const isOwnPage = ({ "sec-fetch-site": site }: IncomingHttpHeaders): boolean =>
  site === undefined || site === "same-origin" || site === "none";
