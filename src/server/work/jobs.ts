import type { JsonObject } from "../../lib/index.ts";
import {
  ApiError,
  checkRules,
  checkSchemas,
  estimateTokens,
  eventsOf,
  forModel,
  parseOpenRequest,
  parseRequest,
  type Estimate,
  type MessagesRequest,
  type Profile,
  type ReadRequest,
  type StreamEvent,
  type ToolDefinition,
  type Usage,
} from "../../messages/index.ts";
import {
  answerOf,
  judge,
  openModel,
  registry,
  systemOutside,
  type Model,
  type TokenCount,
} from "../../models/index.ts";
import { parseJson } from "../json.ts";
import { contentType, writers } from "../writers.ts";
import { fromChat, wantsUsage } from "../openai/chat.ts";
import { fromResponses } from "../openai/responses.ts";

/** How a body is parsed. */
export interface About {
  readonly reader: ReaderName;
  readonly profile: Profile;
  readonly betas: readonly string[];
  /** Names of models that the thread parsing the body may answer for. */
  readonly local?: readonly string[];
}

/** The request in a body, or the whole response to it. */
export type ReadBody = (ReadRequest & { readonly estimate?: Estimate }) | { readonly answer: Written };

export interface Written {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly model: string;
  readonly usage?: Usage;
}

type Reader = (body: unknown, about: About) => ReadRequest;

/** Body formats and how each is converted to a request. Throws ApiError. */
export const readers = {
  messages: (body, { profile, betas }) => parseOpenRequest(body, profile, { betas }),
  chat: (body) => ({ request: parseRequest(fromChat(body), "live"), includeUsage: wantsUsage(body) }),
  responses: (body) => ({ request: parseRequest(fromResponses(body), "live") }),
  count: (body, { profile, betas }) => parseOpenRequest(body, profile, { betas, counting: true }),
} as const satisfies Readonly<Record<string, Reader>>;
export type ReaderName = keyof typeof readers;

/** Parses a body as a valid conversation; a thread's messages are checked once all turns are joined. */
export function readRequest(body: unknown, about: About): ReadRequest {
  const read: ReadRequest = readers[about.reader](body, about);
  const { request, unknown } = read;
  if (request.thread?.type === "continue") return read;
  try {
    checkRules(request.messages, about.profile);
  } catch (error) {
    throw unknown === undefined ? error : new ApiError("invalid_request_error", unknown); // reports the first error
  }
  return read;
}

const together = async (): Promise<void> => undefined; // this thread has no other work

/** Jobs whose cost depends on the request's content: each can run in a worker thread that can be terminated. */
export const jobs = {
  async read({ bytes, about }: { readonly bytes: Uint8Array; readonly about: About }): Promise<ReadBody> {
    const { buffer, byteOffset, length } = bytes;
    const read = readRequest(parseJson(Buffer.from(buffer, byteOffset, length)), about);
    await checkSchemas(read.request, together);
    if (read.request.thread) return read;
    const request = forModel(read.request, about.profile);
    if (read.unknown === undefined && about.local?.includes(request.model))
      return { answer: await written({ ...read, request }, about) };
    return { ...read, request, estimate: estimateTokens(request) };
  },
  async schemas(request: Pick<MessagesRequest, "tools" | "output_config">): Promise<void> {
    await checkSchemas(request, together);
  },
  async answer({
    request,
    betas,
  }: {
    readonly request: MessagesRequest;
    readonly betas?: readonly string[];
  }) {
    const events: StreamEvent[] = [];
    for await (const event of (await builtin()).stream(request, contextOf(betas))) events.push(event);
    return events;
  },
  /** The input is JSON; it is returned if it was changed. */
  async judge({
    schema,
    input,
  }: {
    readonly schema: ToolDefinition["input_schema"];
    readonly input: string;
  }) {
    const jsonObject = JSON.parse(input) as JsonObject; // the guard has parsed it
    const tool = { name: "", description: "", input_schema: schema };
    const { value, problem } = judge({ tool, value: jsonObject });
    return { problem, ...(value !== jsonObject && { input: JSON.stringify(value) }) };
  },
  count: async (request: MessagesRequest): Promise<TokenCount> => (await builtin()).countTokens(request),
} as const;

const contextOf = (betas: readonly string[] = []) => ({
  signal: new AbortController().signal,
  requestId: "",
  betas,
});

/** Returns the response as sent: its bytes, however large the request is. */
async function written({ request, includeUsage }: ReadRequest, { reader, betas }: About): Promise<Written> {
  const [model, { model: name }] = [await builtin(), request];
  if (reader === "count") return countAnswer(name, await model.countTokens(request));
  const created = Math.floor(systemOutside.clock.now() / 1000);
  const [headers, answer] = [contentType(request), await answerOf(model, request, contextOf(betas))];
  const { whole, stream } = writers[reader];
  let body = "";
  if (!request.stream) body = JSON.stringify(whole(answer, { created }));
  else
    for await (const chunk of stream(ReadableStream.from(eventsOf(answer)), { created, includeUsage }))
      body += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  return { headers, body: Buffer.from(body), model: answer.model, usage: answer.usage };
}

const countAnswer = (model: string, { input_tokens, exact }: TokenCount): Written => ({
  headers: { "content-type": "application/json", "antiphon-count": exact ? "exact" : "estimate" },
  body: Buffer.from(JSON.stringify({ input_tokens })),
  model,
});

/** Preloads what a response needs. */
export async function warm(): Promise<void> {
  const tool = { name: "now", description: "The time.", input_schema: { type: "object" } } as const;
  const messages = [{ role: "user", content: "What time is it?" }] as const;
  await jobs.answer({ request: { model: "builtin", max_tokens: 64, messages, tools: [tool] } });
}

let opened: Promise<Model> | undefined;
const builtin = (): Promise<Model> =>
  (opened ??= openModel({ provider: "builtin" }, systemOutside).then((model) => registry([model])));

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type Input<N extends JobName> = Parameters<Jobs[N]>[0];
export type Output<N extends JobName> = Awaited<ReturnType<Jobs[N]>>;
