import type { TokenWriter } from "./token-writer.ts";
import type { Tokens } from "./vocabulary.ts";

/**
 * Lets the model choose one of several texts, token by token, and returns its index. Once only one text is possible,
 * the rest of it is written without the model. If the model may also stop, `ends` are the tokens for that, and the
 * index is -1.
 */
export async function choose(writer: TokenWriter, texts: readonly string[], by: Choosing): Promise<number> {
  let left = texts.map((text, index) => ({ index, rest: Buffer.from(text).toString("latin1") }));
  let ends = by.ends ?? [];
  for (;;) {
    const [only, ...others] = left;
    if (only && others.length === 0 && ends.length === 0) {
      writer.push(Buffer.from(only.rest, "latin1").toString());
      return only.index;
    }
    const token = await writer.next([
      ...new Set([...ends, ...left.flatMap(({ rest }) => beginnings(rest, by.tokens))]),
    ]);
    if (ends.includes(token)) return -1;
    ends = [];
    const text = Buffer.from(by.tokens.bytes[token] ?? []).toString("latin1");
    left = left
      .filter(({ rest }) => rest.startsWith(text))
      .map(({ index, rest }) => ({ index, rest: rest.slice(text.length) }));
  }
}

export interface Choosing {
  readonly tokens: Tokens;
  readonly ends?: readonly number[];
}

const longest = 48;

/** The tokens with which a text of bytes can begin, shortest first. */
export function beginnings(bytes: string, { spelled }: Pick<Tokens, "spelled">): readonly number[] {
  const found: number[] = [];
  for (let length = 1; length <= Math.min(bytes.length, longest); length++) {
    const token = spelled.get(bytes.slice(0, length));
    if (token !== undefined) found.push(token);
  }
  return found;
}
