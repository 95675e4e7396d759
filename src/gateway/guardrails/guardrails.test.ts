import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config/index.ts";
import {
  ApiError,
  collect,
  eventsOf,
  type AnswerBlock,
  type MessagesRequest,
  type StreamEvent,
} from "../../messages/index.ts";
import type { Model } from "../../models/index.ts";
import { openGuardrails } from "../index.ts";
import { answer, fake, hello, place, type Place } from "../ledger/ledger.suite.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

const usage = { input_tokens: 1, output_tokens: 1 };
// Assembled here, so that secret scanners don't report it as a leak.
const token = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");
const ours = `sk-antiphon-${"aB3_".repeat(10)}xyz`;
const text = (content: string): AnswerBlock => ({ type: "text", text: content });

/** A model behind the guardrails of a configuration, and the requests that reached it. */
async function behind(yaml: string, script: () => Iterable<StreamEvent> = () => eventsOf(answer(usage))) {
  const { guardrails = { place: { file: "" } } } = await readConfig(`guardrails: ${yaml}`, "antiphon.yaml");
  const reached: MessagesRequest[] = [];
  const gateway = await at.open({ guardrails: await openGuardrails(guardrails) });
  const model = await gateway.meter(
    fake((request) => {
      reached.push(request);
      return script();
    }),
  );
  return { model, reached };
}

let requests = 0;
function askModel(model: Model, more: Partial<MessagesRequest> = {}): AsyncIterable<StreamEvent> {
  const context = { signal: new AbortController().signal, requestId: `req_${++requests}`, caller: "k" };
  return model.stream({ ...hello, ...more }, context);
}
const user = (content: string): Partial<MessagesRequest> => ({ messages: [{ role: "user", content }] });
const refusal = (model: Model, more: Partial<MessagesRequest>): Promise<unknown> =>
  collect(askModel(model, more)).then(
    () => undefined,
    (error: unknown) => error,
  );

/** The events of blocks, with texts and inputs split into pieces of `size` characters. */
function* inPieces(blocks: readonly AnswerBlock[], size: number): Generator<StreamEvent> {
  for (const event of eventsOf({ ...answer(usage), content: blocks })) {
    if (event.type !== "content_block_delta") yield event;
    else
      for (const [name, value] of Object.entries(event.delta)) {
        if (name === "type") continue;
        for (let i = 0; i < String(value).length; i += size)
          yield {
            ...event,
            delta: { ...event.delta, [name]: String(value).slice(i, i + size) },
          } as StreamEvent;
      }
  }
}

it.each<[string, boolean]>([
  ["{}", true],
  ["{ secrets: refuse }", false],
])(
  "with the guardrails %s, fields that nobody knows go to an upstream that may: %s",
  async (yaml, passes) => {
    const { guardrails = { place: { file: "" } } } = await readConfig(`guardrails: ${yaml}`, "antiphon.yaml");
    const gateway = await at.open({ guardrails: await openGuardrails(guardrails) });
    const upstream = { ...fake(() => eventsOf(answer(usage))), forwards: () => Promise.resolve(true) };
    expect(await (await gateway.meter(upstream)).forwards?.("claude")).toBe(passes);
  },
);

describe("secrets and personal data", () => {
  it("are masked wherever they stand in a request, and what is none stays", async () => {
    const { model, reached } = await behind("{ secrets: mask, personal_data: mask }");
    const headers: string[] = [];
    const request: MessagesRequest = {
      ...hello,
      system: `Use ${token}.`,
      messages: [
        { role: "user", content: "Write to ada@example.org, +44 20 7946 0958." },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "pay", input: { card: "4111 1111 1111 1111" } }],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: `DE89 3704 0044 0532 0130 00 ${ours}` },
          ],
        },
      ],
    };
    const context = {
      signal: new AbortController().signal,
      requestId: "r",
      header: (name: string, value: string) => void headers.push(`${name}: ${value}`),
    };
    await collect(model.stream(request, context));
    expect(reached[0]).toMatchObject({
      system: "Use [secret].",
      messages: [
        { content: "Write to [email address], [phone number]." },
        { content: [{ id: "toolu_1", name: "pay", input: { card: "[card number]" } }] },
        { content: [{ tool_use_id: "toolu_1", content: "[bank account] [secret]" }] },
      ],
    });
    expect(headers).toContain("antiphon-guardrails: secrets, personal_data");
    const plain = "Version 1.2.3.4, order 4111 1111 1111 1112, 2026-01-02, DE89370400440532013001, a@b.";
    await collect(askModel(model, user(plain)));
    expect(reached[1]?.messages[0]?.content).toBe(plain);
  });

  it("are masked in a stream, however it is cut into pieces", async () => {
    const call: AnswerBlock = {
      type: "tool_use",
      id: "toolu_1",
      name: "mail",
      input: { to: "ada@example.org", [ours]: { deep: [token] } },
    };
    for (const size of [1, 3, 7, 1000]) {
      const { model } = await behind("{ secrets: mask, personal_data: mask }", () =>
        inPieces([text(`Here: ${token} of ada@example.org!`), call], size),
      );
      const events: StreamEvent[] = [];
      for await (const event of askModel(model)) events.push(event);
      const sent = JSON.stringify(events);
      for (const secret of [token, ours, "ada@"]) expect(sent).not.toContain(secret);
      const { content } = await collect(askModel(model));
      expect(content).toEqual([
        text("Here: [secret] of [email address]!"),
        { ...call, input: { to: "[email address]", "[secret]": { deep: ["[secret]"] } } },
      ]);
    }
  });

  it("don't leave in a call that was cut short", async () => {
    const { model } = await behind("{ secrets: mask }", function* () {
      for (const event of inPieces([{ type: "tool_use", id: "t", name: "n", input: { a: token } }], 5)) {
        if (
          event.type === "content_block_delta" &&
          "partial_json" in event.delta &&
          event.delta.partial_json.includes("}")
        )
          continue;
        yield event;
      }
    });
    const events: StreamEvent[] = [];
    for await (const event of askModel(model)) events.push(event);
    expect(JSON.stringify(events)).not.toContain(token.slice(8));
  });

  it("are refused without being shown, and nothing is asked or billed", async () => {
    const { model, reached } = await behind("{ secrets: refuse }");
    const error = await refusal(model, user(`My token is ${token}`));
    expect(error).toMatchObject({ status: 403, details: { guardrail: "secrets" } });
    expect(String(error)).not.toContain(token.slice(0, 12));
    expect(reached).toEqual([]);
    expect(await at.gateway.as("t").usage("state", {})).toEqual([]);
    expect(at.lines).toMatchObject([{ outcome: "refused", key: "k" }]);
  });

  it("are withheld from an answer, which is billed as far as it came", async () => {
    const { model } = await behind("{ personal_data: { action: refuse, apply_to: answers } }", () =>
      inPieces([text("Fine."), text("It is ada@example.org"), text("More.")], 4),
    );
    const events: StreamEvent[] = [];
    const failing = async (): Promise<void> => {
      for await (const event of askModel(model, user("ada@example.org"))) events.push(event);
    };
    await expect(failing()).rejects.toMatchObject({ status: 403 });
    expect(JSON.stringify(events)).toContain("Fine.");
    expect(JSON.stringify(events)).not.toContain("ada@");
    expect(await at.gateway.as("t").usage("state", {})).toMatchObject([{ group: "interrupted" }]);
  });

  it("are masked in whole answers, and in what is counted elsewhere", async () => {
    const { model, reached } = await behind("{ secrets: mask }", () =>
      inPieces([text(`It is ${token}`)], 50),
    );
    const context = { signal: new AbortController().signal, requestId: "w" };
    const whole = await model.answer?.({ ...hello, ...user(token) }, context);
    expect(whole?.content).toEqual([text("It is [secret]")]);
    expect(reached[0]?.messages[0]?.content).toBe("[secret]");
  });
});

describe("tools and domains", () => {
  const tool = (name: string) => ({ name, description: "d", input_schema: { type: "object" as const } });
  const call = (name: string, input: object = {}): AnswerBlock =>
    ({ type: "tool_use", id: "toolu_1", name, input }) as AnswerBlock; // any input

  it("that aren't allowed can't be defined or called", async () => {
    const config = "{ tools: { allow: ['get_*', shell], deny: [get_secret] } }";
    const { model, reached } = await behind(config, () => inPieces([call("get_secret")], 9));
    for (const name of ["shell2", "get_secret", "set"])
      expect(await refusal(model, { tools: [tool(name)] }), name).toMatchObject({ status: 403 });
    expect(reached).toEqual([]);
    expect(await refusal(model, { tools: [tool("get_time"), tool("shell")] })).toMatchObject({
      message: expect.stringContaining("get_secret"),
    });
    expect(reached.length).toBe(1);
  });

  it("are compared as browsers read them", async () => {
    const passes = async (url: string): Promise<boolean> => {
      const { model } = await behind(
        "{ domains: { allow: [example.org, '*.example.org'], deny: [bad.example.org] } }",
        () => inPieces([text(`![a](${url})`), call("fetch", { url })], 4),
      );
      return (await refusal(model, {})) === undefined;
    };
    for (const url of [
      "https://example.org/a",
      "http://EXAMPLE.org:8080",
      "https://a.b.example.org",
      "no address",
    ])
      expect(await passes(url), url).toBe(true);
    for (const url of [
      "https://evil.org",
      "https://example.org@evil.org/",
      "https://evilexample.org",
      "https://example.org.evil.org",
      "https://bad.example.org.",
      "wss://evil.org",
    ])
      expect(await passes(url), url).toBe(false);
  });

  it("are checked for files that the upstream is to read", async () => {
    const { model, reached } = await behind("{ domains: { deny: ['169.254.169.254'] } }");
    const image = {
      type: "image" as const,
      source: { type: "url" as const, url: "http://169.254.169.254/a.png" },
    };
    expect(await refusal(model, { messages: [{ role: "user", content: [image] }] })).toMatchObject({
      status: 403,
    });
    expect(reached).toEqual([]);
  });

  it("are checked for the servers whose tools the upstream is to use", async () => {
    const { model, reached } = await behind("{ domains: { allow: [example.org] } }");
    const server = (url: string): Partial<MessagesRequest> =>
      ({ mcp_servers: [{ type: "url", name: "a", url }] }) as Partial<MessagesRequest>; // a field of a beta
    expect(await refusal(model, server("https://evil.org/mcp"))).toMatchObject({ status: 403 });
    expect(reached).toEqual([]);
    expect(await refusal(model, server("https://example.org/mcp"))).toBeUndefined();
  });
});

it("a request that is too large is refused", async () => {
  const { model } = await behind("{ size: { characters: 300, messages: 3, max_tokens: 10 } }");
  expect(await refusal(model, user("short"))).toBeUndefined();
  for (const more of [user("long ".repeat(60)), { max_tokens: 11 }])
    expect(await refusal(model, more)).toMatchObject({ status: 413, type: "request_too_large" });
});

describe("a folder of one's own", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-guardrails-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("has modules that change and refuse, in the order of their names", async () => {
    await writeFile(
      join(folder, "a.js"),
      `export default { before: (request) => ({ ...request, system: "Be kind." }),
        after: (block) => block.type === "text" ? { ...block, text: block.text.toUpperCase() } : block };`,
    );
    await writeFile(
      join(folder, "b.mjs"),
      `export default { name: "no-rust", before(request) {
        if (JSON.stringify(request.messages).includes("rust")) throw new Error("Ask about " + request.system);
        if (JSON.stringify(request.messages).includes("bug")) return request.none.such; return request; } };`,
    );
    const { model, reached } = await behind(`{ folder: ${JSON.stringify(folder)} }`);
    expect(await collect(askModel(model))).toMatchObject({ content: [{ text: "HI" }] });
    expect(reached[0]?.system).toBe("Be kind.");
    expect(await refusal(model, user("rust"))).toMatchObject({ status: 403, message: "Ask about Be kind." });
    expect(await refusal(model, user("a bug"))).not.toBeInstanceOf(ApiError);
    expect(reached.length).toBe(1);
  });

  it("without a guardrail is refused when it is opened", async () => {
    await writeFile(join(folder, "a.js"), "export default { befor() {} };");
    await expect(openGuardrails({ folder })).rejects.toMatchObject({ code: "guardrails" });
    await expect(openGuardrails({ folder: join(folder, "none") })).rejects.toMatchObject({
      code: "guardrails",
    });
  });
});

it("what a configuration can't have is refused with its place", async () => {
  for (const wrong of [
    "{ secrets: hide }",
    "{ tools: {} }",
    "{ personal_data: { kinds: [email] } }",
    "{ size: { tokens: 1 } }",
  ])
    await expect(readConfig(`guardrails: ${wrong}`, "a.yaml"), wrong).rejects.toMatchObject({
      place: { line: 1 },
    });
});
