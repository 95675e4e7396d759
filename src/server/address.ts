import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { usageError } from "../lib/index.ts";

/** Parses proxy addresses and networks (`10.1.0.0/16`). Throws UserError for anything else. */
function listed(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split(/\/(.*)/);
    const [version, most] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    if (isIP(address) === 0 || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)))
      throw usageError(
        "wrong_proxy",
        `--trust-proxy=${proxy} is neither an address nor a network.`,
        "Give the proxy's address, like 10.0.0.2, or its network, like 10.1.0.0/16.",
      );
    if (bits === undefined) list.addAddress(address, version);
    else list.addSubnet(address, Number(bits), version);
  }
  return list;
}

/**
 * Returns a function that finds a request's client address: the peer or, behind trusted proxies, the last address in
 * `x-forwarded-for` that isn't a trusted proxy. Earlier entries are ignored, as the client can forge them.
 */
export function addressFinder(proxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = listed(proxies);
  const isTrusted = (address: string): boolean =>
    isIP(address) > 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? "");
    if (proxies.length === 0 || !isTrusted(address)) return address;
    const passed = [headers["x-forwarded-for"] ?? []].flat().flatMap((header) => header.split(","));
    while (isTrusted(address)) {
      const before = plain(passed.pop()?.trim() ?? "");
      if (isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

/** Strips the brackets and port that some proxies add, and unmaps IPv4 addresses. */
const plain = (address: string): string =>
  /[:[]/.test(address)
    ? address
        .replace(/^\[([\da-f:.]+)\](?::\d+)?$/i, "$1")
        .replace(/^([\d.]+):\d+$/, "$1")
        .replace(/^::ffff:([\d.]+)$/i, "$1")
    : address;
