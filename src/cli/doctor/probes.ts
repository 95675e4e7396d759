import { objectIn, type Clock } from "../../lib/index.ts";
import { collect, type MessagesRequest, type MessagesResponse } from "../../messages/index.ts";
import type { CallContext, Model } from "../../models/index.ts";
import { textOf, trySum } from "../connect/trial.ts";
import type { Finding } from "./check.ts";

export interface Probed {
  readonly model: Model;
  /** The model that is asked. */
  readonly name: string;
  readonly where: string;
  readonly clock: Clock;
}

type Seen = Pick<Finding, "state" | "detail"> & { readonly fix?: string };
type Probe = (probed: Probed) => Promise<Seen>;

/** Timeout of a request in milliseconds. */
const patience = 60_000;

const seen = (detail: string, state: Finding["state"] = "ok", fix = ""): Seen => ({ state, detail, fix });
const context = (more: Partial<CallContext> = {}): CallContext => ({
  signal: AbortSignal.timeout(patience),
  requestId: "doctor",
  ...more,
});
const ask = ({ model, name }: Probed, more: Partial<MessagesRequest>): Promise<MessagesResponse> =>
  collect(model.stream(requestFor(name, more), context()));
const requestFor = (model: string, more: Partial<MessagesRequest> = {}): MessagesRequest => ({
  model,
  max_tokens: 512,
  messages: [{ role: "user", content: "Answer with the word ready." }],
  stream: true,
  ...more,
});
const answerText = ({ content }: MessagesResponse): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

/** A picture of one white pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";
const empty = { type: "object", properties: {}, additionalProperties: false } as const;
const number = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } as const;

/** Requests that probe an upstream's capabilities, by the request field they test. */
export const probes: Readonly<Record<string, Probe>> = {
  async answer({ model, name, clock }) {
    const headers: string[] = [];
    const began = clock.now();
    let first: number | undefined;
    let pieces = 0;
    const used = { input: 0, output: 0 };
    const header = (header: string): void => void headers.push(header);
    for await (const event of model.stream(requestFor(name), context({ header }))) {
      first ??= clock.now() - began;
      if (event.type === "content_block_delta") pieces++;
      if (event.type === "message_start") used.input = event.message.usage.input_tokens;
      if (event.type !== "message_delta") continue;
      used.input = event.usage.input_tokens ?? used.input;
      used.output = event.usage.output_tokens;
    }
    const limits = headers.some((header) => header.includes("ratelimit"))
      ? "states rate limits"
      : "no rate limits";
    return seen(
      [
        `first event after ${first ?? 0} ms, whole after ${clock.now() - began} ms in ${pieces} pieces`,
        `${used.input} tokens in, ${used.output} out`,
        limits,
      ].join("; "),
    );
  },
  async tools({ model, name, where }) {
    const { able, detail } = await trySum(model, name, where);
    if (able === "tools") return seen(detail);
    const fix = "Use a model that calls tools, or start its server with tool calling switched on.";
    return seen(detail, "wrong", fix);
  },
  async tool_choice(probed) {
    const tool = { name: "end_session", description: "Ends the session.", input_schema: empty };
    const choice = { type: "tool", name: tool.name } as const;
    const { content } = await ask(probed, { tools: [tool], tool_choice: choice });
    return content.some((block) => block.type === "tool_use" && block.name === tool.name)
      ? seen("called the tool that it was to call")
      : seen("called nothing although it had to", "off", "The guard asks such a model again.");
  },
  async thinking(probed) {
    const { content } = await ask(probed, { thinking: { type: "adaptive" }, max_tokens: 4096 });
    return content.some(({ type }) => type === "thinking")
      ? seen("returned what it thought")
      : seen("accepted, and returned no thinking", "off");
  },
  async "output_config.format"(probed) {
    const text = answerText(
      await ask(probed, { output_config: { format: { type: "json_schema", schema: number } } }),
    );
    return isNumber(text)
      ? seen("kept the JSON Schema")
      : seen(`answered ${JSON.stringify(text.slice(0, 60))} instead of JSON`, "off");
  },
  async image(probed) {
    const source = { type: "base64", media_type: "image/png", data: pixel } as const;
    const content = [
      { type: "text", text: "Which colour is this?" },
      { type: "image", source },
    ] as const;
    const text = answerText(await ask(probed, { messages: [{ role: "user", content }] }));
    return seen(`read a picture: ${JSON.stringify(text.slice(0, 60))}`);
  },
  async count_tokens({ model, name }) {
    const { input_tokens: tokens, exact } = await model.countTokens(requestFor(name));
    return exact ? seen(`counts: ${tokens}`) : seen(`doesn't count; ${tokens} is an estimate`, "off");
  },
};

const isNumber = (text: string): boolean => Number.isInteger(objectIn(text)?.["n"]);

/** Capabilities without which a model isn't usable; others may be missing. */
const needed: ReadonlySet<string> = new Set(["answer", "tools"]);

/** Sends one request at a time, as small servers can't handle more. */
export async function probe(probed: Probed): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [what, run] of Object.entries(probes)) {
    const found = await run(probed).catch((error: unknown): Seen => {
      if (!needed.has(what)) return seen(`refused: ${textOf(error)}`, "off");
      return seen(textOf(error), "wrong", `Read the log of ${probed.where}.`);
    });
    findings.push({ what, fix: "", ...found });
    if (what === "answer" && found.state === "wrong") break;
  }
  return findings;
}
