import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeSse,
  encodeSse,
  eventsOf,
  frame,
  legal,
  type MessagesResponse,
  type StreamEvent,
} from "./index.ts";

const answer: MessagesResponse = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 9 },
};
const request = { model: "m", max_tokens: 9, messages: [{ role: "user" as const, content: "hi" }] };

type Kind = "text" | "thinking";
interface Block {
  readonly kind: Kind;
  readonly texts: readonly string[];
}
/** Texts that are plain, need escapes, or are of other alphabets. */
const text = fc.oneof(
  fc.constantFrom(
    " token",
    " some words of an answer",
    "",
    "\n",
    '"}}\n\n',
    "\\",
    "Zürich",
    "さん 🌦️",
    "\u0000",
    "\ud800",
  ),
  fc.string({ maxLength: 12 }),
);
const block: fc.Arbitrary<Block> = fc.record({
  kind: fc.constantFrom<Kind>("text", "thinking"),
  texts: fc.array(text, { maxLength: 12 }),
});

/** As services write them: ours, padded with spaces, as Python writes JSON, or without the event's name. */
const manners: Readonly<Record<string, (one: string) => string>> = {
  ours: (one) => one,
  padded: (one) => one.replace(/"\}\}\n\n$/, (end) => `"}${" ".repeat(one.length % 13)}}${end.slice(3)}`),
  spaced: (one) =>
    one.replace(/(?<=^event: .*\ndata: ).*/, (data) => data.replaceAll(/(?<=")([:,])(?=["{\d])/g, "$1 ")),
  nameless: (one) => one.replace(/^event: .*\n/, ""),
};

function framesOf(blocks: readonly Block[]): readonly string[] {
  const content = blocks.map(({ kind }) =>
    kind === "text" ? { type: kind, text: "" } : { type: kind, thinking: "", signature: "" },
  );
  return [...eventsOf({ ...answer, content })].flatMap((event): readonly string[] => {
    if (event.type !== "content_block_start") return [frame(event)];
    const { kind, texts } = blocks[event.index] ?? { kind: "text", texts: [] };
    const deltas = texts.map((text) => ({
      type: "content_block_delta",
      index: event.index,
      delta: { type: `${kind}_delta`, [kind]: text },
    }));
    return [event, ...deltas].map((item) => frame(item as StreamEvent)); // as made just above
  });
}

function* split(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let index = 0, i = 0; index < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length;
    yield bytes.slice(index, index + size);
    index += size;
  }
}

interface Passed {
  readonly out: string;
  readonly error: string | undefined;
}
/** What a client receives when the service's bytes arrive in pieces of these sizes. */
async function passed(bytes: Uint8Array, sizes: readonly number[]): Promise<Passed> {
  const parts: (string | Uint8Array)[] = [];
  let error: string | undefined;
  try {
    const events = legal(request, decodeSse(ReadableStream.from(split(bytes, sizes))));
    for await (const part of encodeSse(events)) parts.push(part);
  } catch (caught) {
    error = String(caught);
  }
  return { out: Buffer.concat(parts.map((part) => Buffer.from(part))).toString("latin1"), error };
}

const sizes = fc.oneof(
  fc.constant([]), // all at once
  fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 6 }),
);
/** Pieces of one byte hold no whole frame, so that each is read by itself. */
const oneByOne = [1];

describe("a run of deltas", () => {
  it("goes on as the bytes that it came as, at every split", async () => {
    const manner = fc.constantFrom("ours", "padded", "spaced");
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 4 }), manner, sizes, async (blocks, name, pieces) => {
        const bytes = Buffer.from(
          framesOf(blocks)
            .map(manners[name] ?? String)
            .join(""),
        );
        expect(await passed(bytes, pieces)).toEqual({ out: bytes.toString("latin1"), error: undefined });
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });

  it("is treated as its frames one by one, whatever is wrong with them", async () => {
    let failed = 0;
    const damage = fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.uint8Array({ maxLength: 2 }) });
    const near = fc.record({
      at: fc.nat(),
      cut: fc.nat(40),
      put: fc.constantFrom('"', "\n", "\n\n", "}", '","x":"', "\\", "\t", "\u00e9", " "),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...Object.keys(manners)),
        fc.array(fc.oneof(damage, near), { maxLength: 3 }),
        sizes,
        async (blocks, name, damages, pieces) => {
          let bytes = Buffer.from(
            framesOf(blocks)
              .map(manners[name] ?? String)
              .join(""),
          );
          for (const { at, cut, put } of damages) {
            const from = at % bytes.length;
            bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(put), bytes.subarray(from + cut)]);
          }
          const whole = await passed(bytes, pieces);
          expect(whole).toEqual(await passed(bytes, oneByOne));
          if (whole.error) failed++;
        },
      ),
      { seed: 20_261_121, numRuns: 250 },
    );
    expect(failed).toBeGreaterThan(50);
  });

  it("ends where a chunk begins with the end of one frame and ends within the text of another", async () => {
    const delta = (words: string): StreamEvent => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: words },
    });
    const [start, begin, , ...end] = [...eventsOf({ ...answer, content: [{ type: "text", text: "a" }] })];
    const events = [start, begin, ...["one", "two", "three", "four"].map(delta), ...end].flatMap(
      (event) => event ?? [],
    );
    const bytes = new TextEncoder().encode(events.map(frame).join(""));
    const all = new TextDecoder().decode(bytes);
    const [from, to] = [all.indexOf("}}\n\n", all.indexOf("two")), all.indexOf("our")];
    const chunks = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
    let text = "";
    for await (const event of decodeSse(ReadableStream.from(chunks)))
      if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text;
    expect(text).toBe("onetwothreefour");
  });

  it("is one event, whose text is that of all its frames", async () => {
    const texts = [" one", " t\nwo", " 🌦️", ' "four"'];
    const bytes = Buffer.from(framesOf([{ kind: "text", texts: ["zero", ...texts] }]).join(""));
    const deltas: unknown[] = [];
    for await (const event of decodeSse(ReadableStream.from([bytes])))
      if (event.type === "content_block_delta") deltas.push(event.delta);
    expect(deltas).toEqual([
      { type: "text_delta", text: "zero" },
      { type: "text_delta", text: texts.join("") },
    ]);
  });
});
