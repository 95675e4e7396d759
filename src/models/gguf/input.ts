import type { Constraint, Mask } from "../../schema/index.ts";
import { beginnings } from "./choose.ts";
import { has, listed, type TokenWriter } from "./token-writer.ts";
import type { Tokens } from "./vocabulary.ts";

/** Tokens before the end of an answer, besides those for names, at which a value is only completed. */
const reserve = 160;

/** Writes an object that matches, and returns its text; `undefined` if there was no room to finish it. */
export async function writeJson(
  writer: TokenWriter,
  constraint: Constraint,
  tokens: Tokens,
): Promise<string | undefined> {
  const mask = constraint.begin(tokens.json);
  const half = writer.left / 2;
  while (!mask.ended) {
    if (writer.left <= 0) return undefined;
    const token = await writer.next(next(mask, tokens, writer.left <= Math.min(reserve + mask.owed, half)));
    mask.accept(token);
  }
  return mask.text;
}

/** The tokens that may be written next; the first ones must begin an object. */
function next(mask: Mask, tokens: Tokens, soon: boolean): readonly number[] | Uint32Array {
  if (mask.size === 0)
    return (
      listed(mask.allowed(), Number.POSITIVE_INFINITY)?.filter(
        (token) => tokens.bytes[token]?.[0] === brace,
      ) ?? []
    );
  return soon ? closing(mask, tokens) : mask.allowed();
}

const brace = 0x7b;

/** What ends a value soonest comes first. */
const ends = ["}", "]", '"', ",", ":", ..."0123456789", "n", "t", "f"];

/** Of the allowed tokens, those that bring the value to its end. */
function closing(mask: Mask, { spelled }: Tokens): readonly number[] | Uint32Array {
  const allowed = mask.allowed();
  const may = (char: string): readonly number[] => {
    const token = spelled.get(char);
    return token !== undefined && has(allowed, token) ? [token] : [];
  };
  if (mask.wanted !== undefined) {
    const name = beginnings(Buffer.from(mask.wanted).toString("latin1"), { spelled }).at(-1);
    if (name !== undefined) return [name];
  }
  if (Number.isFinite(mask.left)) {
    const [quote] = may('"');
    return quote === undefined ? (shortest(mask, letters.flatMap(may)) ?? allowed) : [quote];
  }
  const [end] = ends.flatMap(may);
  return end === undefined ? allowed : [end];
}

const letters = Array.from({ length: 94 }, (_, i) => String.fromCodePoint(33 + i));

/** The token after which a string needs the fewest further characters. */
function shortest(mask: Mask, tokens: readonly number[]): readonly number[] | undefined {
  let best: { readonly token: number; readonly left: number } | undefined;
  for (const token of tokens) {
    const next = mask.clone();
    if (next.accept(token) && (!best || next.left < best.left)) best = { token, left: next.left };
  }
  return best && best.left < mask.left ? [best.token] : undefined;
}
