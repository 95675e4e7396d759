import type { Checked } from "./stale.ts";
import { UserError } from "../../lib/index.ts";

/** The results of requesting links to other sites. */
export interface Opened {
  readonly answered: number;
  /** Pages that are gone, and sites that don't respond. */
  readonly broken: readonly { readonly line: number; readonly what: string }[];
  /** Number of addresses that aren't requested: other protocols than https, and private networks. */
  readonly left: number;
  /** No site responded at all, so nothing can be concluded. */
  readonly offline: boolean;
}

interface Ways {
  readonly get: (address: string, signal: AbortSignal) => Promise<{ readonly status: number }>;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

const atOnce = 8;

/** Requests each address once, a few at a time. A site that refuses programs tells nothing about the page. */
export async function opened(links: Checked["outside"], { get, signal, progress }: Ways): Promise<Opened> {
  const first = new Map(links.toReversed().map(({ address, line }) => [address.replace(/#.*$/, ""), line]));
  const waiting = [...first].toReversed();
  const broken: { readonly line: number; readonly what: string }[] = [];
  let [answered, left, silent, done] = [0, 0, 0, 0];
  const ask = async (address: string, line: number): Promise<void> => {
    try {
      const { status } = await get(address, signal);
      if (status === 404 || status === 410) broken.push({ line, what: `${address} answers ${status}` });
      else answered += 1;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UserError) left += 1;
      else {
        silent += 1;
        broken.push({ line, what: `${address} doesn't answer` });
      }
    }
  };
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await ask(...next);
      progress(`Opening links (${(done += 1)} of ${first.size})`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const offline = silent > 0 && answered + broken.length === silent;
  return { answered, broken: offline ? [] : broken.sort((a, b) => a.line - b.line), left, offline };
}
