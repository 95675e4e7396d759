import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventsOf, frame } from "../src/messages/index.ts";
import { served, type Served } from "../src/gateway/store/served.suite.ts";

let folder: string;
let server: Served;
const upstreams: Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-reload-"));
});
afterAll(async () => {
  await server.end();
  for (const upstream of upstreams) upstream.close();
  await rm(folder, { recursive: true });
});

/** A service that answers with its name; its answers end after `until`. */
async function upstream(name: string, until: Promise<void> = Promise.resolve()): Promise<string> {
  const events = [
    ...eventsOf({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: name }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  ].map(frame);
  const made = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(events.slice(0, 3).join(""));
    void until.then(() => response.end(events.slice(3).join("")));
  });
  upstreams.push(made);
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/v1`; // it listens on a port
}

const ask = (): Promise<Response> =>
  fetch(`${server.url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "m",
      max_tokens: 5,
      stream: true,
      messages: [{ role: "user", content: "hello" }],
    }),
  });

interface Rules {
  readonly since: string;
  readonly problem: string | null;
}
async function rules(is: (rules: Rules) => boolean): Promise<Rules> {
  for (;;) {
    const settings = (await (await server.get("/admin/settings")).json()) as { readonly rules: Rules }; // as documented
    if (is(settings.rules)) return settings.rules;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it("a changed configuration holds from the next request on, and a wrong one doesn't", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const [first, second] = [await upstream("first", held), await upstream("second")];
  const file = join(folder, "antiphon.yaml");
  const config = (url: string, more = ""): string =>
    `store: ${join(folder, "gateway.db")}\nupstreams: { a: { provider: anthropic, url: "${url}", models: [m] } }\n${more}`;
  await writeFile(file, config(first));
  server = await served([`--config=${file}`]);
  const { since } = await rules(() => true);
  const begun = await ask();
  expect(begun.status).toBe(200);

  await writeFile(file, config(second, "limits: { all: { requests_per_minute: 2 } }\n"));
  const changed = await rules((now) => now.since !== since);
  expect(changed.problem).toBeNull();
  // The request in progress counts as the first of two.
  const next = await ask();
  expect(await next.text()).toContain("second");
  expect((await ask()).status).toBe(429);
  release();
  const old = await begun.text();
  expect(old).toContain("first");
  expect(old).toContain("message_stop");

  await writeFile(file, config(second, "limits:\n  all: { requests_per_minut: 9 }\n"));
  const { problem } = await rules((now) => now.problem !== null);
  expect(problem).toContain(`${file}:4:10`);
  expect(await (await server.get("/metrics")).text()).toContain("antiphon_configuration_valid 0");
  expect((await ask()).status).toBe(429);

  await writeFile(file, config(second).replace("gateway.db", "other.db"));
  await rules((now) => now.problem?.includes("store can't be changed") ?? false);
  await writeFile(file, config(second));
  await rules((now) => now.problem === null);
  expect((await ask()).status).toBe(200);
});
