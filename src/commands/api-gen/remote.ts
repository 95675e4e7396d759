import { UserError } from "../../lib/index.ts";
import { get } from "../../tools/index.ts";

/** Total limits for fetching the references of one specification. */
const budgets = { addresses: 100, characters: 20_000_000, milliseconds: 120_000, redirects: 3 } as const;

type Get = typeof get;

const refused = (why: string): UserError =>
  new UserError("remote_refused", why, "Download the document and refer to the file.");

/** Follows redirects; `get` checks each address like the first one. */
async function follow(address: string, signal: AbortSignal, fetched: Get): Promise<string> {
  let next = address;
  for (let hop = 0; hop <= budgets.redirects; hop++) {
    const { status, text, location } = await fetched(next, signal);
    if (location !== undefined && status >= 300 && status < 400) {
      if (!URL.canParse(location, next)) throw refused("it redirects to no address");
      next = new URL(location, next).href;
    } else if (status === 200) return text;
    else throw refused(`it answers ${status}`);
  }
  throw refused(`it redirects more than ${budgets.redirects} times`);
}

/**
 * Returns a function that fetches documents referenced on other hosts: only https and public addresses (checked when
 * connecting, after DNS resolution, and for each redirect), within limits for the whole specification. It raises
 * UserError on failure; the message never contains text from the host.
 */
export function remoteReader(signal: AbortSignal, fetched: Get = get): (address: string) => Promise<string> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(budgets.milliseconds)]);
  let addresses = 0;
  let characters = 0;
  return async (address) => {
    addresses += 1;
    if (addresses > budgets.addresses)
      throw refused(`more than ${budgets.addresses} addresses are referenced`);
    let text: string;
    try {
      text = await follow(address, within, fetched);
    } catch (error) {
      if (error instanceof UserError || signal.aborted) throw error;
      throw refused(within.aborted ? "reading all references takes too long" : "it can't be reached");
    }
    characters += text.length;
    if (characters > budgets.characters) throw refused("the referenced documents are too large");
    return text;
  };
}
