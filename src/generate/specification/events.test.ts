import { describe, expect, it } from "vitest";
import type { Spec, SpecSchema } from "../../api/index.ts";
import { eventData } from "./events.ts";

const text = { type: "string" } as const;
const note: SpecSchema = { type: "object", properties: { title: text, data: text } };
const whole = (data: SpecSchema): SpecSchema => ({
  type: "object",
  properties: { event: text, data, id: text, retry: { type: "integer" } },
});
const spec = { schemas: { Note: note, Event: whole(text) } } as unknown as Spec; // all that the function needs
const ref = (name: string): SpecSchema => ({ $ref: `#/components/schemas/${name}` });

describe("the data of a stream's events", () => {
  it.each([
    ["what the schema of an item says", { schema: undefined, itemSchema: ref("Note") }, ref("Note")],
    ["a text, of events that are described whole", { schema: undefined, itemSchema: ref("Event") }, text],
    [
      "any JSON where its media type says so",
      { schema: undefined, itemSchema: whole({ ...text, contentMediaType: "application/json" }) },
      undefined,
    ],
    [
      "what that JSON is",
      {
        schema: undefined,
        itemSchema: whole({ ...text, contentMediaType: "application/json", contentSchema: ref("Note") }),
      },
      ref("Note"),
    ],
    ["what the schema of the stream says", { schema: ref("Note") }, ref("Note")],
    ["an item of a list", { schema: { type: "array", items: ref("Note") } as const }, ref("Note")],
    ["anything where the stream is a text", { schema: text }, undefined],
  ])("is %s", (_, media, expected) => {
    expect(eventData(media, spec)).toEqual(expected);
  });
});
