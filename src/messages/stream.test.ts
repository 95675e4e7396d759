import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  collect,
  decodeSse,
  encodeSse,
  streamOf,
  type AnswerBlock,
  type JsonInput,
  type MessagesResponse,
} from "./index.ts";

const answer: MessagesResponse = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    { type: "thinking", thinking: "hm", signature: "s" },
    { type: "text", text: "Weißt du — 🙂\r\n\ndata: no frame" },
    { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Zürich", days: [1, 2] } },
    { type: "tool_use", id: "toolu_2", name: "now", input: {} },
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 9 },
};

const encoded = async (): Promise<string> => {
  let text = "";
  for await (const part of encodeSse(streamOf(answer))) text += part;
  return text;
};
async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

describe("a stream", () => {
  it("collects to the answer that it came from", async () => {
    expect(await collect(streamOf(answer))).toEqual(answer);
  });

  it("survives its encoding at every split of the bytes", async () => {
    const bytes = new TextEncoder().encode(await encoded());
    for (let size = 1; size < bytes.length; size += size < 40 ? 1 : 97)
      expect(await collect(decodeSse(chunks(bytes, size)))).toEqual(answer);
    for (let cut = 0; cut <= bytes.length; cut += 7) {
      const halves = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(await collect(decodeSse(ReadableStream.from(halves)))).toEqual(answer);
    }
  });

  it("is any answer, at any split", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 });
    const input = fc
      .dictionary(text, fc.jsonValue({ maxDepth: 2 }))
      .map((value): JsonInput => JSON.parse(JSON.stringify(value))); // JSON has no -0
    const block: fc.Arbitrary<AnswerBlock> = fc.oneof(
      fc.record({ type: fc.constant("text" as const), text }),
      fc.record({ type: fc.constant("thinking" as const), thinking: text, signature: text }),
      fc.record({ type: fc.constant("redacted_thinking" as const), data: text }),
      fc.record({ type: fc.constant("tool_use" as const), id: text, name: text, input }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 5 }), fc.array(fc.nat(40)), async (content, sizes) => {
        const whole: MessagesResponse = { ...answer, content };
        let frames = "";
        for await (const part of encodeSse(streamOf(whole))) frames += part;
        const bytes = new TextEncoder().encode(frames);
        const parts: Uint8Array[] = [];
        for (let index = 0, i = 0; index < bytes.length; i++) {
          const size = 1 + (sizes[i % sizes.length] ?? bytes.length);
          parts.push(bytes.subarray(index, index + size));
          index += size;
        }
        expect(await collect(decodeSse(ReadableStream.from(parts)))).toEqual(whole);
      }),
      { seed: 11, numRuns: 50 },
    );
  });

  it.each(["\r\n", "\r"])("is read with line ends %j", async (end) => {
    const bytes = new TextEncoder().encode(
      `\uFEFF: a comment${end}${(await encoded()).replaceAll("\n", end)}`,
    );
    for (const size of [1, 2, 3, 1000]) expect(await collect(decodeSse(chunks(bytes, size)))).toEqual(answer);
  });

  it("ends in a typed error where it is cut, or carries one", async () => {
    const text = await encoded();
    const bytes = new TextEncoder().encode(text.slice(0, -60));
    await expect(collect(decodeSse(chunks(bytes, 50)))).rejects.toMatchObject({ type: "api_error" });
    const failing = `event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`;
    const events = decodeSse(chunks(new TextEncoder().encode(failing), 9));
    await expect(collect(events)).rejects.toMatchObject({ type: "overloaded_error", status: 529 });
  });
});
