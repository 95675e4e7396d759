import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openModel, registry, systemOutside } from "../../models/index.ts";
import { send } from "../http.suite.ts";
import { isolated, judging, limits, listen, workPool, type Work } from "../index.ts";
import type { Listening } from "../listen.ts";
import { hostile } from "./conversations.suite.ts";

/** Bytes of each text. The benchmark `bench/hostile.ts` sends larger ones and measures. */
const size = 3000;
let [server, work, upstream]: [Listening?, Work?, Server?] = [];

beforeAll(async () => {
  upstream = createServer((request, response) => {
    request.resume().on("end", () => {
      const text = "<tool_call>[{".repeat(size / 10);
      const chunk = { choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] };
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => upstream?.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`; // it listens on a TCP port
  work = workPool({ ...limits, work: 120_000 }); // other tests may slow the machine down
  const opened = [
    isolated(await openModel({ provider: "builtin" }, systemOutside), work),
    await openModel({ provider: "openai", options: { url, models: ["chat"] } }, systemOutside),
  ];
  const model = registry(opened, judging(work));
  server = await listen({ model, work, local: ["builtin"], profile: "live" });
});
afterAll(async () => {
  await server?.close();
  await work?.close();
  upstream?.close();
});

/** The guard's message when a model that must call a tool doesn't. */
const isUnmetChoice = /The model gave a wrong answer, also when asked again/;

it("holds more than a hundred kinds of bodies that are made to do harm", () => {
  expect(Object.keys(hostile).length).toBeGreaterThan(100);
});

it.each(Object.entries(hostile))("answers everybody beside %s", async (_, make) => {
  if (!server) throw new Error("no server");
  for (const model of ["builtin", "chat"]) {
    const { path, body, headers } = make(size, model);
    const head = { "content-type": "application/json", ...headers };
    const answer = send(server.url, { body, headers: head, ...(path && { path }) });
    expect((await send(server.url, { path: "/healthz" })).status).toBe(200);
    const { status, text } = await answer;
    expect(text).not.toContain("s of work"); // its steps are bounded, so it never reaches the time limit
    expect(status === 500 ? isUnmetChoice.test(text) : [200, 400, 413].includes(status)).toBe(true);
    if (status !== 200)
      expect(JSON.parse(text)).toMatchObject({ error: { message: expect.any(String) as string } });
  }
});

it.each(["product: minItems", "product: minContains", "product: split by allOf", "product: split by $ref"])(
  "names the keyword of schema: %s",
  async (name) => {
    if (!server) throw new Error("no server");
    const { body } = hostile[`schema: ${name}`]?.(size, "builtin") ?? { body: "" };
    const { status, text } = await send(server.url, { body });
    expect(status).toBe(400);
    expect(text).toMatch(
      /tools\.0\.custom\.input_schema\.properties\.a\.[\w.]*min(?:Items|Contains): Even the smallest/,
    );
  },
);
