import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkConfig, readConfig } from "../../config/index.ts";
import { ApiError, eventsOf, type MessagesRequest, type StreamEvent } from "../../messages/index.ts";
import { answer, fake, place, type Place } from "../ledger/ledger.suite.ts";
import { openBodies, type Gateway } from "../index.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

const usage = { input_tokens: 8, output_tokens: 5 };
const secret = `sk-antiphon-${"canary01".repeat(6).slice(0, 43)}`;
const token = "ghp_0123456789abcdefghijklmnopqrstuvwx01";

async function keeping(yaml: string, text = "hi") {
  const { bodies } = await readConfig(`bodies: ${yaml}`, "antiphon.yaml");
  const gateway = await at.open(bodies && { bodies: await openBodies(bodies) });
  const model = await gateway.meter(fake(() => eventsOf(answer(usage, text))));
  return { gateway, model };
}
const user = (content: string): Partial<MessagesRequest> => ({ messages: [{ role: "user", content }] });

/** The stored bodies of the latest request, once they have been written. */
async function latest(gateway: Gateway) {
  const admin = gateway.as("ada");
  const [row] = await admin.requests({ limit: 1 }, {});
  const id = String(row?.["id"]);
  for (let i = 0; i < 20; i++) {
    const { bodies } = await admin.request(id);
    if (bodies) return bodies;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return undefined;
}

describe("bodies of requests and answers", () => {
  it("aren't kept where the configuration doesn't ask for it", async () => {
    const model = await at.gateway.meter(fake(() => eventsOf(answer(usage))));
    await at.ask(model);
    expect(await latest(at.gateway)).toBeUndefined();
  });

  it("are kept with the request, and whoever reads them is written down", async () => {
    const { gateway, model } = await keeping("{ days: 1 }", "hello there");
    await at.ask(model, 1, { request: user("a question") });
    const bodies = await latest(gateway);
    expect(JSON.parse(bodies?.request?.text ?? "")).toMatchObject({ model: "m", ...user("a question") });
    expect(JSON.parse(bodies?.answer?.text ?? "")).toMatchObject({ content: [{ text: "hello there" }] });
    expect((await gateway.as("t").audit(1))[0]).toMatchObject({ name: "ada", action: "read" });
    await expect(gateway.as("t").request("req_none")).rejects.toMatchObject({ code: "unknown_request" });
  });

  it("have no secret and nothing personal, wherever it stands, also where they are cut within it", async () => {
    const nested: Partial<MessagesRequest> = {
      system: `token ${token}`,
      messages: [
        { role: "user", content: `mail ada@example.org and ${secret}` },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "t", name: "f", input: { [token]: { deep: [secret] } } }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "t", content: `4111 1111 1111 1111` }],
        },
      ],
    };
    for (let bytes = 256; bytes < 700; bytes += 37) {
      const { gateway, model } = await keeping(
        `{ days: 1, bytes: ${bytes} }`,
        `use ${secret} or ask ada@example.org`,
      );
      at.now += 1;
      await at.ask(model, 1, { request: nested });
      const bodies = await latest(gateway);
      const text = `${bodies?.request?.text}${bodies?.answer?.text}`;
      expect(Buffer.byteLength(bodies?.request?.text ?? "")).toBeLessThanOrEqual(bytes);
      expect(bodies?.request?.bytes).toBeGreaterThan(256);
      for (const part of [secret.slice(12, 20), token.slice(4, 12), "ada@exam", "4111 111"])
        expect(text).not.toContain(part);
    }
  });

  it("keep no files", async () => {
    const { gateway, model } = await keeping("{ days: 1 }");
    const data = "QUFB".repeat(1000);
    const source = { type: "base64", media_type: "image/png", data } as const;
    await at.ask(model, 1, {
      request: { messages: [{ role: "user", content: [{ type: "image", source }] }] },
    });
    expect((await latest(gateway))?.request?.text).toContain("[4000 characters of base64]");
  });

  it("are a sample, the same at every instance", async () => {
    const { gateway, model } = await keeping("{ days: 1, sample: 0.25 }");
    await at.ask(model, 200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const rows = await gateway.as("t").requests({ limit: 200 }, {});
    const all = await Promise.all(rows.map(({ id }) => gateway.as("t").request(String(id))));
    const share = all.filter(({ bodies }) => bodies).length / 200;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.45);
  });

  it("are of requests or answers alone, where that was chosen", async () => {
    const requests = await keeping("{ days: 1, apply_to: requests }");
    await at.ask(requests.model);
    expect(await latest(requests.gateway)).toMatchObject({
      answer: undefined,
      request: { text: expect.any(String) },
    });
    const answers = await keeping("{ days: 1, apply_to: answers }");
    at.now += 1;
    await at.ask(answers.model);
    expect(await latest(answers.gateway)).toMatchObject({
      request: undefined,
      answer: { text: expect.any(String) },
    });
  });

  it("show what was asked where the upstream refused or broke, and nothing where a limit did", async () => {
    const { gateway } = await keeping("{ days: 1 }");
    const broken = await gateway.meter(
      fake(function* () {
        yield* [...eventsOf(answer(usage))].slice(0, 3);
        throw new ApiError("api_error", "broken");
      }),
    );
    await at.ask(broken);
    expect(JSON.parse((await latest(gateway))?.answer?.text ?? "")).toMatchObject({
      events: expect.any(Array),
    });
    const refusing = await gateway.meter(
      fake(() => {
        throw new ApiError("invalid_request_error", "no");
      }),
    );
    at.now += 1;
    await at.ask(refusing);
    expect(await latest(gateway)).toMatchObject({ answer: undefined, request: { text: expect.any(String) } });
  });

  it("have no secret that came in pieces of a stream that was cut", async () => {
    const { gateway } = await keeping("{ days: 1 }");
    const pieces = (text: string): readonly string[] => text.match(/.{1,4}/g) ?? [];
    const events: readonly StreamEvent[] = [
      ...[...eventsOf(answer(usage, ""))].filter(({ type }) => type === "message_start"),
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "text", text: `see ${secret.slice(0, 4)}` },
      },
      ...pieces(`${secret.slice(4)} of ada@example.org`).map((text): StreamEvent => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text },
      })),
      { type: "content_block_stop", index: 0 },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "t", name: "f", input: {} },
      },
      ...pieces(JSON.stringify({ key: token })).map((json): StreamEvent => ({
        type: "content_block_delta",
        index: 1,
        delta: { type: "input_json_delta", partial_json: json },
      })),
    ];
    await at.ask(await gateway.meter(fake(() => events)));
    const text = (await latest(gateway))?.answer?.text ?? "";
    expect(JSON.parse(text)).toMatchObject({
      events: [
        { type: "message_start" },
        { content_block: { type: "text", text: expect.stringMatching(/^see .* of .*\[/) } },
        { type: "content_block_stop" },
        { content_block: { type: "tool_use", partial_json: expect.stringMatching(/^\{"key":".*"\}$/) } },
      ],
    });
    for (const part of [...pieces(secret.slice(12)), ...pieces(token), "ada@"])
      expect(text).not.toContain(part);
  });

  it("are deleted when their time is over, also where none are kept any more", async () => {
    const { gateway, model } = await keeping("{ days: 1 }");
    await at.ask(model);
    const { id } = (await latest(gateway)) ?? { id: "" };
    at.now += 86_400_000;
    const later = await at.open();
    await later.meter(fake(() => []));
    expect((await later.as("t").request(id)).bodies).toBeUndefined();
  });
});

it.each([
  ["bodies: {}", "1:9 bodies.days is missing"],
  ["bodies: { days: 1, sample: 2 }", "1:28 bodies.sample must be a number from 0 to 1"],
  ["bodies: { days: 1, redact: [names] }", "1:29 bodies.redact.0 must be secrets or personal_data"],
])("%j is refused with its place", async (text, expected) => {
  const { problems } = await checkConfig(text, "f");
  expect(problems.map(({ place, message }) => `${place.line}:${place.column} ${message}`).join()).toContain(
    expected,
  );
});
