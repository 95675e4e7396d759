import { request as httpRequest, Agent } from "node:http";
import {
  ApiError,
  checker,
  collect,
  decodeSse,
  errorFrame,
  errorStatus,
  eventsOf,
  type MessagesRequest,
  type Profile,
} from "../../messages/index.ts";
import { openModel, registry, systemOutside, type Model } from "../../models/index.ts";
import { listen } from "../listen.ts";
import { limits } from "../limits.ts";
import { Metrics } from "../metrics.ts";
import type { Call } from "../route.ts";
import { messages } from "../routes/messages.ts";
import { noThreads } from "../threads.ts";
import { bodyReader, workPool } from "../work/index.ts";
import { mutate, spoil } from "./harm.suite.ts";
import { chance, pick, valid } from "./make.suite.ts";
import { wild } from "./model.suite.ts";

/** Counts of a trial. `wrong` must stay empty, and `broken` small. */
export interface Tally {
  conversations: number;
  answered: number;
  refused: number;
  /** Responses of 500 caused by the wild model, even after a retry. */
  broken: number;
  readonly wrong: string[];
  /** In milliseconds. */
  slowest: number;
}
interface Answered {
  readonly status: number;
  readonly text: string;
}
type Exchange = (body: Buffer) => Promise<Answered>;

export interface Trial {
  readonly count: number;
  readonly seed: number;
  /** One in this many conversations uses a real connection. */
  readonly overHttp: number;
  on?(tally: Tally): void;
}

/** Milliseconds after which a response counts as hanging. */
const patience = 60_000;

/** Sends valid, mutated and hostile conversations to a served model, and tallies the responses. */
export async function converse({ count, seed, overHttp, on }: Trial): Promise<Tally> {
  const random = chance(seed);
  const model = registry([await openModel({ provider: "builtin" }, systemOutside), wild(random)]);
  const profiles = { spec: await ways("spec", model), live: await ways("live", model) };
  const tally: Tally = { conversations: 0, answered: 0, refused: 0, broken: 0, wrong: [], slowest: 0 };
  for (let i = 0; i < count; i++) {
    const sent = makeSent(random);
    const { direct, http } = profiles[random() < 0.7 ? "spec" : "live"];
    const begun = performance.now();
    const late = setTimeout(
      () => tally.wrong.push(`${i} hangs: ${sent.body.toString("utf8").slice(0, 500)}`),
      patience,
    );
    try {
      const { status, text } = await (i % overHttp === 0 ? http : direct)(sent.body);
      const wrong = await fault(sent, status, text);
      if (wrong !== undefined)
        tally.wrong.push(`${i}: ${wrong}: ${sent.body.toString("utf8").slice(0, 500)}`);
      tally[status === 200 ? "answered" : status === 500 ? "broken" : "refused"]++;
    } catch (error) {
      tally.wrong.push(`${i} crashes: ${error instanceof Error ? error.stack : error}`);
    }
    clearTimeout(late);
    tally.conversations++;
    tally.slowest = Math.max(tally.slowest, performance.now() - begun);
    if (on && i % 10_000 === 9999) on(tally);
  }
  for (const { close } of Object.values(profiles)) await close();
  await model.close();
  return tally;
}

interface Sent {
  readonly body: Buffer;
  /** A request that must be answered with 200; undefined if unknown. */
  readonly request: MessagesRequest | undefined;
}

function makeSent(random: () => number): Sent {
  const request = valid(random, random() < 0.05 ? "builtin" : "wild");
  const text = JSON.stringify(request);
  const kind = pick(random, ["valid", "valid", "mutated", "mutated", "hostile"]);
  if (kind === "valid") return { body: Buffer.from(text), request };
  if (kind === "mutated")
    return { body: Buffer.from(JSON.stringify(mutate(request, random))), request: undefined };
  return { body: spoil(text, random), request: undefined };
}

/** Returns what is wrong with a response, if anything. */
async function fault({ body, request }: Sent, status: number, text: string): Promise<string | undefined> {
  const failure = errorOf(text);
  if (status !== 200) {
    if (failure === undefined) return `status ${status} without an error: ${text.slice(0, 200)}`;
    if (status === 500) return failure.startsWith("The model gave a wrong answer") ? undefined : failure;
    return request === undefined && status < 500 ? undefined : `a valid request is refused: ${failure}`;
  }
  const streamed: MessagesRequest = request ?? JSON.parse(body.toString("utf8"));
  try {
    const check = checker({ ...streamed, messages: [] }); // ids in the history are checked by the guard
    if (streamed.stream !== true) for (const event of eventsOf(JSON.parse(text))) check(event);
    else if (failure === undefined) await collect(checked(text, check));
    return undefined;
  } catch (error) {
    return `${error instanceof Error ? error.message : error} in ${text.slice(0, 500)}`;
  }
}

async function* checked(text: string, check: ReturnType<typeof checker>): ReturnType<typeof decodeSse> {
  for await (const event of decodeSse(ReadableStream.from([Buffer.from(text)]))) {
    check(event);
    yield event;
  }
}

/** Returns the message of an error body, or of the error event that ends a stream. */
function errorOf(text: string): string | undefined {
  const body = /(?:^|\n)event: error\ndata: (.*)\n\n$/.exec(text)?.[1] ?? text;
  if (!body.startsWith('{"type":"error"')) return undefined;
  const { error } = JSON.parse(body);
  return Object.hasOwn(errorStatus, error.type) && /\S/.test(error.message) ? error.message : undefined;
}

/** The same server called in-process and over a connection. */
async function ways(
  profile: Profile,
  model: Model,
): Promise<{ direct: Exchange; http: Exchange; close(): Promise<void> }> {
  const server = await listen({ model, profile, threads: false });
  const agent = new Agent({ keepAlive: true });
  return {
    direct: behind(profile, model),
    http: (body) =>
      new Promise((resolve, reject) => {
        const headers = { "content-type": "application/json", "content-length": body.length };
        const call = httpRequest(
          new URL("/v1/messages", server.url),
          { method: "POST", agent, headers },
          (reply) => {
            const parts: Buffer[] = [];
            reply.on("data", (part: Buffer) => parts.push(part));
            reply.on("error", reject);
            reply.on("end", () =>
              resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
            );
          },
        );
        call.on("error", reject);
        call.end(body);
      }),
    async close() {
      agent.destroy();
      await server.close();
    },
  };
}

function behind(profile: Profile, model: Model): Exchange {
  const route = messages({
    model,
    profile,
    threads: noThreads,
    metrics: new Metrics(),
    now: () => 0,
    isClosing: () => false,
  });
  const read = bodyReader(workPool(limits));
  const about = { reader: "messages", profile, betas: [] } as const;
  const call: Omit<Call, "request"> = {
    body: undefined,
    method: "POST",
    path: "/v1/messages",
    params: {},
    query: "",
    headers: {},
    caller: undefined,
    client: "",
    requestId: "req_1",
    signal: new AbortController().signal,
    header: () => undefined,
  };
  return async (bytes) => {
    let text = "";
    try {
      const { status, body } = await route.handle({
        ...call,
        ...(await read(bytes, about, { signal: call.signal })),
      });
      if (typeof body === "string" || body instanceof Uint8Array)
        return { status, text: Buffer.from(body as string).toString() }; // or bytes
      for await (const part of body)
        text += typeof part === "string" ? part : Buffer.from(part).toString("utf8");
      return { status, text };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (text !== "") return { status: 200, text: text + errorFrame(error, "req_1") };
      return { status: error.status, text: JSON.stringify(error.body("req_1")) };
    }
  };
}
