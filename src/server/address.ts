import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { UserError } from "../lib/index.ts";

/** Addresses and networks (`10.1.0.0/16`) of proxies as a list that can be asked. Throws UserError for what is neither. */
function listed(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const [version, most] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    if (isIP(address) === 0 || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)))
      throw new UserError(
        "wrong_proxy",
        `--trust-proxy=${proxy} is neither an address nor a network.`,
        "Give the proxy's address, like 10.0.0.2, or its network, like 10.1.0.0/16.",
        { usage: true },
      );
    if (bits === undefined) list.addAddress(address, version);
    else list.addSubnet(address, Number(bits), version);
  }
  return list;
}

/**
 * Finds whose request it is: the address that connects or, behind proxies that are trusted, the last one in
 * `x-forwarded-for` that none of them has. What stands before it was written by whoever asks, and counts for nothing.
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

/** An address without the brackets and the port that some proxies write, and of version 4 where it is mapped. */
const plain = (address: string): string =>
  address
    .replace(/^\[([\da-f:.]+)\](?::\d+)?$/i, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/^::ffff:([\d.]+)$/i, "$1");
