import {
  checkRules,
  checkTools,
  parseRequest,
  type MessagesRequest,
  type Profile,
  type StreamEvent,
} from "../../messages/index.ts";
import { openModel, registry, systemOutside, type Model, type TokenCount } from "../../models/index.ts";
import { parseJson } from "../json.ts";
import { fromChat } from "../openai/chat.ts";
import { fromResponses } from "../openai/responses.ts";

/** How a body is read. */
export interface About {
  readonly reader: ReaderName;
  readonly profile: Profile;
  readonly betas: readonly string[];
}

type Reader = (body: unknown, about: About) => MessagesRequest;

/** What a body may be, and how it becomes a request. Throws ApiError. */
export const readers = {
  messages: (body, { profile, betas }) => parseRequest(body, profile, { betas }),
  chat: (body) => parseRequest(fromChat(body), "live"),
  responses: (body) => parseRequest(fromResponses(body), "live"),
  count: (body, { profile, betas }) => parseRequest(body, profile, { betas, counting: true }),
} as const satisfies Readonly<Record<string, Reader>>;
export type ReaderName = keyof typeof readers;

/** The request of a body, which keeps the rules of a conversation; a thread's are kept by all its turns together. */
export function readRequest(body: unknown, about: About): MessagesRequest {
  const request = readers[about.reader](body, about);
  if (request.thread?.type !== "continue") checkRules(request.messages, about.profile);
  return request;
}

const together = async (): Promise<void> => undefined; // nobody else waits for this thread

/** The work whose size the content of a request decides: each may be done by a thread that can be ended. */
export const jobs = {
  async read({
    bytes,
    about,
  }: {
    readonly bytes: Uint8Array;
    readonly about: About;
  }): Promise<MessagesRequest> {
    const request = readRequest(parseJson(Buffer.from(bytes)), about);
    await checkTools(request, together);
    return request;
  },
  async tools(request: Pick<MessagesRequest, "tools">): Promise<void> {
    await checkTools(request, together);
  },
  async answer({
    request,
    betas,
  }: {
    readonly request: MessagesRequest;
    readonly betas?: readonly string[];
  }) {
    const context = { signal: new AbortController().signal, requestId: "", ...(betas && { betas }) };
    const events: StreamEvent[] = [];
    for await (const event of (await builtin()).stream(request, context)) events.push(event);
    return events;
  },
  count: async (request: MessagesRequest): Promise<TokenCount> => (await builtin()).countTokens(request),
} as const;

/** Loads what an answer needs. */
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
