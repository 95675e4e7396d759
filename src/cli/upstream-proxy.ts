import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UserError, type Place, usageError } from "../lib/index.ts";
import type { Io } from "./io.ts";

/** Returns the environment's proxy for an address, by curl's rules. Raises UserError if it is no http URL. */
export function proxyOf(url: URL, env: Io["env"]): string | undefined {
  const read = (name: string): string => env[name.toLowerCase()] || env[name] || "";
  // In CGI, HTTP_PROXY in capitals comes from the request header Proxy
  const named = url.protocol === "https:" ? read("HTTPS_PROXY") : (env["http_proxy"] ?? "");
  const proxyText = named || read("ALL_PROXY");
  if (proxyText === "" || isExcepted(url, read("NO_PROXY"))) return undefined;
  const address = proxyText.includes("://") ? proxyText : `http://${proxyText}`;
  if (URL.canParse(address) && new URL(address).protocol === "http:") return address;
  throw usageError(
    "proxy",
    `The environment's proxy for ${url.origin} is not an http URL.`,
    "Correct HTTPS_PROXY, or give the upstream its own proxy.",
  );
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Whether NO_PROXY or a loopback host applies: `*`, or a comma-separated list of names and addresses; names include
 * subdomains.
 */
function isExcepted({ hostname, port, protocol }: URL, exceptions: string): boolean {
  if (loopback.test(hostname)) return true;
  const usual = protocol === "https:" ? "443" : "80";
  return exceptions.split(/[\s,]+/).some((part) => {
    if (part === "*") return true;
    const [, host = "", at] = /^(.+?)(?::(\d+))?$/.exec(part.toLowerCase()) ?? [];
    const name = host.replace(/^\*?\./, "");
    const fits = name !== "" && (hostname === name || hostname.endsWith(`.${name}`));
    return fits && (at === undefined || at === (port || usual));
  });
}

interface Reached {
  readonly name: string;
  readonly options: { readonly proxy?: URL | "none"; readonly ca?: string };
  readonly place: Place;
}

/** Options for how to connect to the upstream. Raises UserError if its certificates can't be read. */
export async function connecting(
  { name, options: { proxy, ca }, place }: Reached,
  url: URL,
  { env, cwd }: Pick<Io, "env" | "cwd">,
): Promise<{ readonly proxy?: string; readonly ca?: string }> {
  const address = proxy === undefined ? proxyOf(url, env) : proxy === "none" ? undefined : proxy.href;
  if (ca === undefined) return address === undefined ? {} : { proxy: address };
  const text = await readFile(resolve(cwd, dirname(place.file), ca), "utf8").catch(() => "");
  if (!text.includes("-----BEGIN CERTIFICATE-----"))
    throw new UserError(
      "upstream_ca",
      `The file ${ca} of upstream ${name} contains no readable certificate.`,
      "Name a PEM file with certificates.",
      { place, usage: true },
    );
  return { ca: text, ...(address !== undefined && { proxy: address }) };
}
