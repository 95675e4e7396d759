import { connect } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsOf } from "../messages/index.ts";
import { openModel, systemOutside } from "../models/index.ts";
import { hello, modelSaying, send, type Received } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";

const model = modelSaying(() =>
  eventsOf({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
);
let server: Listening;
let impatient: Listening;
beforeAll(async () => {
  server = await listen({ model, profile: "spec" });
  impatient = await listen({ model, profile: "spec", limits: { requestTimeout: 400, headersTimeout: 300 } });
});
afterAll(() => Promise.all([server.close(), impatient.close()]));

const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Received> =>
  send(server.url, { body, headers });
const text = JSON.stringify(hello);
const saying = (content: string): string =>
  `{"model":"m","max_tokens":16,"messages":[{"role":"user","content":${content}}]}`;

describe("a body", () => {
  it.each([
    ["nothing", "", "Input is a zero-length, empty document: line 1 column 1 (char 0)"],
    [
      "a byte order mark",
      `\uFEFF${text}`,
      "byte order mark (BOM) is not supported: line 1 column 1 (char 0)",
    ],
    ["a cut text", '{"model": "m"', "unexpected end of data: line 1 column 14 (char 13)"],
    ["a trailing comma", '{"model": "m",\n}', "trailing comma is not allowed: line 2 column 1 (char 15)"],
    ["more than a document", `${text} x`, "unexpected content after document: line 1 column"],
    ["NaN", '{"max_tokens": NaN}', "unexpected character: line 1 column 16 (char 15)"],
    ["Infinity", '{"max_tokens": -Infinity}', "unexpected character"],
    [
      "a number beyond a double",
      '{"max_tokens": 1e999}',
      "number is infinity when parsed as double: line 1 column 16 (char 15)",
    ],
    [
      "a duplicate key",
      '{"model": "a", "model": "b"}',
      "duplicate key in object: line 1 column 16 (char 15)",
    ],
    ["a duplicate key, escaped", String.raw`{"a": {"b": 1, "\u0062": 2}}`, "duplicate key in object"],
    ["a lone surrogate", saying(String.raw`"\ud83d"`), "no low surrogate in string"],
    ["a low surrogate first", saying(String.raw`"\ude00"`), "invalid high surrogate in string"],
    ["a control character", saying('"a\nb"'), "unexpected control character in string"],
    ["a wrong escape", saying(String.raw`"\x"`), "invalid escaped character in string"],
    ["invalid UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), "str is not valid UTF-8"],
    ["a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0x22]), "str is not valid UTF-8"],
    ["deep nesting", saying(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), "recursion limit exceeded"],
    ["deep nesting, never closed", '{"a":'.repeat(100_000), "recursion limit exceeded"],
  ])("of %s is refused with its place", async (_name, body, why) => {
    const { status, body: answer, headers } = await post(body);
    expect(status).toBe(400);
    expect(answer.error?.type).toBe("invalid_request_error");
    expect(answer.error?.message).toContain(`The request body is not valid JSON: ${why}`);
    expect(answer["request_id"]).toBe(headers["request-id"]);
    expect(headers["x-should-retry"]).toBe("false");
  });

  it.each(["[]", "7", '"text"', "null", "true"])("%s is no request", async (body) => {
    const { status, body: answer } = await post(body);
    expect([status, answer.error?.type]).toEqual([400, "invalid_request_error"]);
  });

  it.each(["__proto__", "constructor", "toString"])("takes no key named %s", async (name) => {
    const { status, body } = await post(text.replace("{", `{"${name}":{"x":1},`));
    expect([status, body.error?.message]).toEqual([400, `${name}: Extra inputs are not permitted`]);
  });

  it.each(['{"toString":""}', "[]", "7", "null"])("has no block of type %s", async (type) => {
    const { status, body } = await post(saying(`[{"type":${type}}]`));
    expect([status, body.error?.type]).toEqual([400, "invalid_request_error"]);
  });

  it("is read with escapes, pairs of surrogates and colons in strings", async () => {
    const { status } = await post(saying(String.raw`"\ud83d\ude00 \\\" \" { \"a\": 1 } : \\ud83d"`));
    expect(status).toBe(200);
  });

  it("is inflated", async () => {
    for (const [encoding, bytes] of [
      ["gzip", gzipSync(text)],
      ["deflate", deflateSync(text)],
      ["br", brotliCompressSync(text)],
      ["identity", Buffer.from(text)],
    ] as const)
      expect((await post(bytes, { "content-encoding": encoding })).status, encoding).toBe(200);
  });

  it("is inflated to the limit only", async () => {
    const bomb = Buffer.alloc(64 << 20, 32);
    for (const [encoding, bytes] of [
      ["gzip", gzipSync(bomb)],
      ["br", brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ] as const) {
      const { status, body } = await post(bytes, { "content-encoding": encoding });
      expect([status, body.error?.type]).toEqual([413, "request_too_large"]);
    }
  });

  it("must be as its encoding says", async () => {
    expect((await post("nope", { "content-encoding": "gzip" })).status).toBe(400);
    const { body } = await post(text, { "content-encoding": "zstd, gzip" });
    expect(body.error?.message).toContain("content-encoding: must be one of gzip, deflate, br");
  });

  it("may be as long as the limit, not longer", async () => {
    const padding = (n: number) => Buffer.concat([Buffer.from(text), Buffer.alloc(n - text.length, 32)]);
    expect((await post(padding(32 << 20))).status).toBe(200);
    const { status, body } = await post(padding((32 << 20) + 1));
    expect([status, body.error?.type]).toEqual([413, "request_too_large"]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])(
    "of type %j is refused",
    async (type) => {
      const { status, body } = await post(text, { "content-type": type });
      expect(status).toBe(400);
      expect(body.error?.message).toContain("content-type: must be application/json");
    },
  );

  it("is utf-8", async () => {
    expect((await post(text, { "content-type": "application/json; charset=UTF-8" })).status).toBe(200);
    expect((await post(text, { "content-type": "application/json; charset=utf-16" })).status).toBe(400);
  });
});

const raw = (lines: string, after = ""): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(impatient.url.port), "127.0.0.1", () => socket.write(lines));
    let text = "";
    socket.on("data", (data) => {
      text += data;
      if (after && text.startsWith("HTTP/1.1 100")) {
        socket.write(after);
        after = "";
      } else if (!text.startsWith("HTTP/1.1 100") || /\r\n\r\nHTTP/.test(text)) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
const head = (more: string): string =>
  `POST /v1/messages HTTP/1.1\r\nhost: 127.0.0.1:${impatient.url.port}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;

describe("a connection", () => {
  it("is told to go on once its head is good", async () => {
    const answer = await raw(head(`expect: 100-continue\r\ncontent-length: ${text.length}`), text);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  });

  it("isn't told to go on with a body that is too long, or to do what isn't understood", async () => {
    expect(await raw(head(`expect: 100-continue\r\ncontent-length: ${33 << 20}`))).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect(await raw(head("expect: tea\r\ncontent-length: 2"))).toMatch(/^HTTP\/1\.1 417 /);
  });

  it("is ended when the body doesn't come", async () => {
    const answer = await raw(head("content-length: 100"));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"type":"invalid_request_error"');
  });

  it("that speaks no HTTP gets an error as clients read it", async () => {
    expect(await raw("GET\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*invalid_request_error/);
  });
});

describe("a path", () => {
  it("that isn't served is named", async () => {
    const { status, body } = await send(server.url, { path: "/v1/nothing" });
    expect([status, body.error?.type, body.error?.message]).toEqual([
      404,
      "not_found_error",
      "Not found: /v1/nothing",
    ]);
  });

  it("says which methods it takes", async () => {
    const { status, headers } = await send(server.url, { path: "/v1/messages", method: "GET" });
    expect([status, headers["allow"]]).toEqual([405, "POST"]);
  });

  it("may have a query, and versions that are known", async () => {
    const path = "/v1/messages?beta=true";
    for (const version of ["2023-06-01", "2026-10-21"])
      expect(
        (await send(server.url, { path, body: hello, headers: { "anthropic-version": version } })).status,
      ).toBe(200);
    const { status, body } = await send(server.url, {
      body: hello,
      headers: { "anthropic-version": "1999" },
    });
    expect([status, body.error?.message]).toEqual([400, 'anthropic-version: "1999" is not a valid version']);
  });
});

describe("models", () => {
  it("are listed in pages", async () => {
    const list = async (query: string) => (await send(server.url, { path: `/v1/models${query}` })).body;
    expect(await list("")).toMatchObject({ has_more: false, first_id: "m", last_id: "mini" });
    expect(await list("?limit=1")).toMatchObject({ has_more: true, data: [{ id: "m", type: "model" }] });
    expect(await list("?limit=1&after_id=m")).toMatchObject({ has_more: false, data: [{ id: "mini" }] });
    expect(await list("?limit=5&before_id=mini")).toMatchObject({ has_more: false, data: [{ id: "m" }] });
    expect(await list("?limit=0")).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  it("are found by name, or the nearest is told", async () => {
    expect((await send(server.url, { path: "/v1/models/mini" })).body).toMatchObject({
      display_name: "Mini",
    });
    const { status, body } = await send(server.url, { path: "/v1/models/minni" });
    expect([status, body.error?.message]).toEqual([404, "model: minni (the nearest known: mini, m)"]);
  });

  it("count tokens, and say how well", async () => {
    const path = "/v1/messages/count_tokens";
    const { max_tokens: _, ...body } = hello;
    const { headers, body: answer } = await send(server.url, { path, body });
    expect([answer, headers["antiphon-count"]]).toEqual([{ input_tokens: 7 }, "estimate"]);
  });
});

describe("the built-in model", () => {
  it("takes as many tokens as it says", async () => {
    const builtin = await openModel({ provider: "builtin" }, systemOutside);
    const large = await listen({ model: builtin, profile: "spec" });
    const model = JSON.parse((await send(large.url, { path: "/v1/models/builtin" })).text) as {
      max_input_tokens: number;
    };
    const sentence = "The weather in London is fine today and she goes to work on Friday. ";
    const count = await builtin.countTokens({
      ...hello,
      messages: [{ role: "user", content: sentence.repeat(1000) }],
    });
    const times = Math.ceil((model.max_input_tokens / count.input_tokens) * 1010);
    const body = JSON.stringify({ ...hello, model: "builtin" }).replace("hello", sentence.repeat(times));
    const { status, text: answered } = await send(large.url, { body });
    await large.close();
    expect(status, answered.slice(0, 300)).toBe(200);
    const { usage } = JSON.parse(answered) as { usage: { input_tokens: number } };
    expect(usage.input_tokens).toBeGreaterThanOrEqual(model.max_input_tokens);
  });
});
