import type { Engine } from "./engine.ts";
import { memory } from "./memory.ts";
import type { PeerModel, PeerSequence, Wanted } from "./peer.ts";
import { pool } from "./pool.ts";
import { chance, tinyMetadata } from "./tiny.suite.ts";
import { readTokens } from "./vocabulary.ts";

const context = 1_000_000;
/**
 * Makes the ends of values more likely: otherwise strings would take hundreds of tokens, and leave none for anything
 * else.
 */
const ends = /["\]},]$/;
const liking = 3;
/** The mark at the beginning of calls is a single likely token; otherwise calls would never begin at random. */
const mark = "<tool_call>";
/** Maximum number of random tokens that are reported as the most likely ones, or as the known ones of a list. */
const top = 48;

/** A model that chooses at random, reproducibly for a seed; it needs no file and no installation. */
export function chanceEngine(seed: number): Engine {
  const metadata = tinyMetadata([mark]);
  const { spelled, control, size } = readTokens(metadata);
  const names = new Map([...control].map(([token, name]) => [name, token] as const));
  const random = chance(seed);
  const known = memory<readonly number[]>(64); // the same prompts recur with every form and sampling
  const spell = (part: string): readonly number[] => {
    const found = known.get(part);
    if (found) return found;
    const tokens = split(part, spelled);
    known.set(part, tokens);
    return tokens;
  };
  const model: PeerModel = {
    fileInfo: { metadata },
    trainContextSize: context,
    tokens: { bos: null, shouldPrependBosToken: false },
    tokenize: (text, special) =>
      (special ? text.split(/(<\|im_(?:start|end)\|>)/) : [text]).flatMap((part) => {
        const token = names.get(part);
        return token === undefined ? spell(part) : [token];
      }),
    isEogToken: (token) => token === 1,
    createContext: () => Promise.reject(new Error("It has its own.")),
    dispose: () => Promise.resolve(),
  };
  const liked = new Set([...spelled].filter(([text]) => ends.test(text)).map(([, token]) => token))
    .add(1)
    .add(spelled.get(mark) ?? 1);
  return { model, context, pool: pool([sequence(random, { size, liked })]), close: () => Promise.resolve() };
}

function split(text: string, spelled: ReadonlyMap<string, number>): number[] {
  const bytes = Buffer.from(text).toString("latin1");
  const tokens: number[] = [];
  for (let index = 0; index < bytes.length;) {
    let end = Math.min(bytes.length, index + 10);
    while (end > index + 1 && !spelled.has(bytes.slice(index, end))) end--;
    tokens.push(spelled.get(bytes.slice(index, end)) ?? 0);
    index = end;
  }
  return tokens;
}

interface Tastes {
  readonly size: number;
  readonly liked: ReadonlySet<number>;
}

function sequence(random: () => number, { size, liked }: Tastes): PeerSequence {
  const evaluated: number[] = [];
  const draw = (request: Wanted): ReadonlyMap<number, number> => {
    const among = request === true ? size : (request.filter.tokens?.length ?? size);
    const some = request === true || among <= top ? among : top;
    const tokens = Array.from({ length: some }, (_, i) => {
      const index = some === among ? i : Math.floor(random() * among);
      return request === true ? index : (request.filter.tokens?.[index] ?? index);
    });
    return new Map(tokens.map((token) => [token, random() * 6 + (liked.has(token) ? liking : 0)]));
  };
  return {
    contextTokens: evaluated,
    get nextTokenIndex() {
      return evaluated.length;
    },
    eraseContextTokenRanges: ([range]) => {
      evaluated.splice(range?.start ?? 0);
      return Promise.resolve();
    },
    evaluateWithoutGeneratingNewTokens: (tokens) => {
      evaluated.push(...tokens);
      return Promise.resolve();
    },
    controlledEvaluate: (input) =>
      Promise.resolve(
        input.map((item) => {
          evaluated.push(typeof item === "number" ? item : item[0]);
          return typeof item === "number"
            ? undefined
            : { next: { logits: draw(item[1].generateNext.logits) } };
        }),
      ),
  };
}
