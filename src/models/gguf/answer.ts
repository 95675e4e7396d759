import { ApiError, newMessageId, type MessagesRequest, type StreamEvent } from "../../messages/index.ts";
import type { CallContext, Outside } from "../model.ts";
import { align } from "./align.ts";
import type { Engine } from "./engine.ts";
import { memory } from "./memory.ts";
import { TokenWriter } from "./token-writer.ts";
import { promptOf } from "./prompt.ts";
import { promptingOf } from "./prompting.ts";
import { constraints } from "./shape.ts";
import { readTokens, type Tokens } from "./vocabulary.ts";
import { write, type Ending, type Writing } from "./write.ts";

export interface Answerer {
  stream(request: MessagesRequest, context: CallContext): AsyncIterable<StreamEvent>;
  /** The number of tokens in the prompt. */
  count(request: MessagesRequest): number;
}

/** Answers requests with a loaded model. Throws UserError for a model that can't chat. */
export function answerer(engine: Engine, outside: Outside): Answerer {
  const { model } = engine;
  const tokens = readTokens(model.fileInfo.metadata);
  const written = memory<string>(10_000);
  const ends = new Set([...Array(tokens.size).keys()].filter((token) => model.isEogToken(token)));
  const prompting = promptingOf(engine, { tokens, ends, now: () => outside.clock.now(), written });
  const constraint = constraints();
  const encode = (request: MessagesRequest): readonly number[] => {
    const body = promptOf(request, prompting).flatMap((piece) => model.tokenize(piece, true));
    const { bos, shouldPrependBosToken } = model.tokens;
    return bos !== null && shouldPrependBosToken && body[0] !== bos ? [bos, ...body] : body;
  };
  const { format } = prompting;
  const tokenize = (text: string): readonly number[] => model.tokenize(text, true, "trimLeadingSpace");
  const writing: Omit<Writing, "writer"> = {
    tokens,
    format,
    ends,
    text: textual(tokens, ends, tokenize(format.open)),
    constraint,
    remember: (id, input) => written.set(id, input),
  };
  return {
    count: (request) => encode(request).length,
    stream: (request, context) =>
      answer(request, context, { engine, encode, tokenize, writing, random: outside.random }),
  };
}

interface Answering {
  readonly engine: Engine;
  readonly encode: (request: MessagesRequest) => readonly number[];
  readonly tokenize: (text: string) => readonly number[];
  readonly writing: Omit<Writing, "writer">;
  readonly random: () => number;
}

async function* answer(
  request: MessagesRequest,
  { signal }: CallContext,
  { engine, encode, tokenize, writing, random }: Answering,
): AsyncGenerator<StreamEvent> {
  const { tokens } = writing;
  signal.throwIfAborted();
  for (const { input_schema: schema } of request.tools ?? []) if (schema) writing.constraint(schema);
  const prompt = encode(request);
  const room = engine.context - prompt.length - 1;
  if (room < 1)
    throw new ApiError(
      "invalid_request_error",
      `prompt is too long: ${prompt.length} tokens > ${engine.context} maximum`,
    );
  const aligned = (evaluated: readonly number[]) => align(evaluated, prompt, (token) => tokens.bytes[token]);
  const sequence = await engine.pool.take((evaluated) => aligned(evaluated).kept, signal);
  let last: StreamEvent;
  try {
    const reuse = aligned(sequence.contextTokens);
    const cached = Math.min(reuse.kept, reuse.tokens.length - 1); // the last token is always evaluated
    const end = sequence.nextTokenIndex;
    if (cached < end) await sequence.eraseContextTokenRanges([{ start: cached, end }]);
    const usage = {
      input_tokens: reuse.tokens.length - cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: cached,
    };
    yield started(request, usage);
    const { temperature = 0, top_p: topP = 1, top_k: topK = Number.POSITIVE_INFINITY } = request;
    const most = Math.min(request.max_tokens, room);
    const writer = new TokenWriter(
      { sequence, tokenize, sampling: { temperature, topP, topK, random }, signal, most },
      reuse.tokens.slice(cached),
    );
    const ending = yield* write(request, { ...writing, writer });
    last = finished(ending, writer, most < request.max_tokens);
  } finally {
    engine.pool.give(sequence); // before the end is reported, after which the client may send another request
  }
  yield last;
  yield { type: "message_stop" };
}

const started = (request: MessagesRequest, usage: { readonly input_tokens: number }): StreamEvent => ({
  type: "message_start",
  message: {
    id: newMessageId(),
    type: "message",
    role: "assistant",
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 0 },
  },
});

function finished({ reason, sequence }: Ending, writer: TokenWriter, full: boolean): StreamEvent {
  const stop_reason = reason === "max_tokens" && full ? "model_context_window_exceeded" : reason;
  return {
    type: "message_delta",
    delta: { stop_reason, stop_sequence: sequence },
    usage: { output_tokens: writer.written },
  };
}

/** The tokens that a text may contain: no control tokens, except the ends and those with which calls begin. */
function textual(tokens: Tokens, ends: ReadonlySet<number>, open: readonly number[]): Uint32Array {
  const bits = new Uint32Array((tokens.size + 31) >> 5);
  const allow = (token: number): void => {
    bits[token >> 5] = (bits[token >> 5] ?? 0) | (1 << (token & 31));
  };
  for (const [token, bytes] of tokens.bytes.entries()) if (bytes?.length) allow(token);
  for (const token of [...ends, ...open]) allow(token);
  return bits;
}
