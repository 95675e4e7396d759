import { lookup } from "node:dns";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import { UserError } from "../../lib/index.ts";

export interface Got {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly location?: string;
}

const mostBytes = 4 * 1024 * 1024;
const milliseconds = 20_000;

const inside = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["2002::", 16],
] as const)
  inside.addSubnet(net, bits, "ipv6");

/** Whether an address is local or private, including mapped ones. True for anything that isn't an IP address. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return isIP(plain) === 0 || inside.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}

const refused = (why: string): UserError =>
  new UserError("fetch-refused", why, "Name a public https address.");

/** Sends one GET over https to a public address, which is checked after DNS resolution, when connecting. */
export function get(address: string, signal: AbortSignal): Promise<Got> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:" || url.username || url.password)
    return Promise.reject(refused(`${JSON.stringify(address)} isn't a plain https address`));
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  if (isIP(host) && isInside(host)) return Promise.reject(refused(`${host} isn't public`));
  return new Promise((resolve, reject) => {
    const options = {
      signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]),
      headers: { accept: "text/*, application/json, application/xml;q=0.9", "user-agent": "antiphon" },
      lookup: publicLookup,
    };
    const sent = request(url, options, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= mostBytes) chunks.push(chunk);
        else answer.destroy(refused("the page is larger than 4 MB"));
      });
      answer.on("error", reject);
      answer.on("end", () => {
        const { location } = answer.headers;
        const type = answer.headers["content-type"] ?? "";
        const body = Buffer.concat(chunks).toString();
        const text = /html/i.test(type) ? plain(body) : body;
        resolve({ status: answer.statusCode ?? 0, type, text, ...(location && { location }) });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

const publicLookup: typeof lookup = ((
  name: string,
  options: object,
  done: (error: Error | null, ...rest: unknown[]) => void,
) =>
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error);
    const bad = addresses.find(({ address }) => isInside(address));
    if (bad || addresses.length === 0) return done(refused(`${name} isn't public`));
    const [first] = addresses;
    return "all" in options && options.all
      ? done(null, addresses)
      : done(null, first?.address, first?.family);
  })) as typeof lookup; // its overloads can't be written as one function

/** Extracts a page's text, without scripts, styles and tags. */
const plain = (html: string): string =>
  html
    .replaceAll(/<(script|style|svg|noscript)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, "")
    .replaceAll(/<\/(?:p|div|li|h[1-6]|tr|pre|section)>|<br\s*\/?>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
