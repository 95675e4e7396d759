import { describe, expect, it } from "vitest";
import { ApiError, checkRules, parseRequest } from "./index.ts";
import { pictureOf } from "./picture.ts";

const bytes = (...parts: readonly (string | readonly number[])[]): string =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  ).toString("base64");
const wide = (pixels: number): readonly number[] => [pixels >> 8, pixels & 255];
const narrow = (pixels: number): readonly number[] => [pixels & 255, pixels >> 8];
const png = (width: number, height: number): string =>
  bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", wide(width), "\0\0", wide(height), [8, 6, 0, 0, 0]);
const jpeg = (width: number, height: number): string =>
  bytes(
    "\xff\xd8\xff\xe0\0\x10JFIF\0".padEnd(20, "\0"),
    "\xff\xe1\x40\x00".padEnd(0x4002, "x"),
    "\xff\xc2\0\x11\x08",
    wide(height),
    wide(width),
    "\x03",
  );

describe("a picture's head", () => {
  it.each([
    ["image/png", png(7, 9000)],
    ["image/gif", bytes("GIF89a", narrow(7), narrow(9000), "\0\0\0\0\0\0")],
    ["image/jpeg", jpeg(7, 9000)],
    ["image/webp", bytes("RIFF    WEBPVP8X\x0a\0\0\0\0\0\0\0", [6, 0, 0], [0x27, 0x23, 0], "\0\0\0\0\0\0")],
    [
      "image/webp",
      bytes("RIFF    WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a", narrow(7), narrow(9000), "\0\0\0\0\0\0"),
    ],
    ["image/webp", bytes("RIFF    WEBPVP8L\0\0\0\0\x2f", [6, 0xc0, 0xc9, 0x08], "\0\0\0\0\0\0")],
  ])("of %s tells its type and size", (type, data) => {
    expect(pictureOf(data)).toEqual({ type, size: [7, 9000] });
  });

  it("may end early, be none, or be no base64", () => {
    for (let length = 4; length < 40; length += 4)
      expect(() => pictureOf(png(1, 1).slice(0, length))).not.toThrow();
    expect(pictureOf(jpeg(1, 1).slice(0, 64))).toEqual({ type: "image/jpeg", size: undefined });
    expect(pictureOf(Buffer.from("hello").toString("base64"))).toBeUndefined();
    expect(pictureOf("!!")).toBeUndefined();
  });
});

const image = (data: string, media_type = "image/png") => ({
  type: "image",
  source: { type: "base64", media_type, data },
});
const call = { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "now", input: {} }] };
const searched = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
const hi = { role: "user", content: "hi" };

function refusal(messages: readonly object[], more: object = {}): string | undefined {
  try {
    checkRules(parseRequest({ model: "m", max_tokens: 9, messages, ...more }, "spec").messages, "spec");
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
const refusalOf = (...content: readonly object[]) => refusal([{ role: "user", content }]);

describe("what comes with a request", () => {
  it("is measured as base64", () => {
    const data = png(1, 1).replace(/=*$/, "") + "A".repeat(5 << 20);
    expect(refusalOf(image(data))).toBe(
      `messages.0.content.0.image.source.base64: image exceeds 5 MB maximum: ${data.length} bytes > 5242880 bytes`,
    );
    expect(refusalOf(image(data.slice(0, 5 << 20)))).toBeUndefined();
  });

  it("is what it says, also in a result", () => {
    const wrong =
      "image.source.base64: The image was specified using the image/png media type, but the image appears to be a image/jpeg image";
    expect(refusalOf(image(jpeg(1, 1)))).toBe(`messages.0.content.0.${wrong}`);
    const content = [{ type: "text", text: "a" }, image(jpeg(1, 1))];
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content }] };
    expect(refusal([hi, call, result])).toBe(`messages.2.content.0.tool_result.content.1.${wrong}`);
    expect(refusalOf(image(jpeg(1, 1), "image/jpeg"))).toBeUndefined();
  });

  it("has sides of 8,000 pixels at most, and of 2,000 among more than twenty pictures", () => {
    const wrong = "image.source.base64.data: At least one of the image dimensions exceed max allowed size";
    expect(refusalOf(image(png(8000, 8000)))).toBeUndefined();
    expect(refusalOf(image(png(10, 8001)))).toBe(`messages.0.content.0.${wrong}: 8000 pixels`);
    const many = Array.from({ length: 20 }, () => image(png(1, 1)));
    expect(refusalOf(...many.slice(1), image(png(2001, 1)))).toBeUndefined();
    expect(refusalOf(...many, image(png(2001, 1)))).toBe(
      `messages.0.content.20.${wrong} for many-image requests: 2000 pixels`,
    );
  });

  it("is a PDF where it says so", () => {
    const document = (data: string) => ({
      type: "document",
      source: { type: "base64", media_type: "application/pdf", data },
    });
    expect(refusalOf(document(bytes("%PDF-1.7\n")))).toBeUndefined();
    expect(refusalOf(document(bytes("hello")))).toBe(
      "messages.0.content.0.pdf.source.base64.data: The PDF specified was not valid.",
    );
  });

  it("answers a call of the service's that stands before it", () => {
    const answered = (...content: readonly object[]) => refusal([hi, { role: "assistant", content }, hi]);
    expect(answered(search, searched)).toBeUndefined();
    expect(
      refusal([hi, { role: "assistant", content: [search] }, hi, { role: "assistant", content: [searched] }]),
    ).toBeUndefined();
    expect(answered(searched, search)).toBe(
      "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
    );
  });

  it("asks for output that is closed, all the way down", () => {
    const refused = (schema: object) =>
      refusal([hi], { output_config: { format: { type: "json_schema", schema } } });
    const closed = { type: "object", additionalProperties: false };
    expect(refused({ ...closed, properties: { a: closed, b: { type: "string" } } })).toBeUndefined();
    expect(refused({ ...closed, properties: { a: { type: "array", items: { type: "object" } } } })).toBe(
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    );
    expect(refused({ type: "object", additionalProperties: true })).toBe(
      "output_config.format.schema: For 'object' type, 'additionalProperties: true' is not supported. Please set 'additionalProperties' to false",
    );
  });
});
