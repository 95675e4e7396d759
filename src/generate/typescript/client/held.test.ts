import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const time = { type: "string", format: "date-time" };
const int64 = { type: "integer", format: "int64" };
const document = {
  openapi: "3.1.0",
  info: { title: "Events", version: "1.0.0" },
  paths: {
    "/events": {
      get: {
        operationId: "listEvents",
        parameters: [
          { name: "since", in: "query", schema: time },
          { name: "after", in: "query", schema: int64 },
        ],
        responses: { 200: { description: "ok", ...json({ type: "array", items: ref("Entry") }) } },
      },
      post: {
        operationId: "addEvent",
        requestBody: { required: true, ...json(ref("Event")) },
        responses: { 201: { description: "made", ...json(ref("Event")) } },
      },
    },
  },
  components: {
    schemas: {
      Entry: { oneOf: [ref("Event"), ref("Note")] },
      Note: {
        type: "object",
        required: ["kind", "at"],
        properties: { kind: { const: "note" }, at: { type: "string" } },
      },
      Event: {
        type: "object",
        required: ["kind", "id", "at"],
        properties: {
          kind: { const: "event" },
          id: int64,
          at: time,
          day: { type: ["string", "null"], format: "date" },
          parent: ref("Event"),
          seen: { type: "object", additionalProperties: time },
          ended: { anyOf: [time, { type: "null" }] },
        },
      },
    },
  },
};

const write = async (
  folder: string,
  settings: { readonly dates?: "date" | "temporal"; readonly int64?: "string" },
  described: object = document,
): Promise<void> => {
  const { spec } = await readSpec("spec.json", () => Promise.resolve(JSON.stringify(described)));
  for (const { path, text } of typescriptClient(spec, settings)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  execFileSync("tsc", ["-p", folder], { stdio: "pipe" });
};

it("says in its README how it holds times and large integers", async () => {
  const { spec } = await readSpec("spec.json", () => Promise.resolve(JSON.stringify(document)));
  const readme = (settings: Parameters<typeof write>[1]): string | undefined =>
    typescriptClient(spec, settings).find(({ path }) => path === "README.md")?.text;
  expect(readme({})).toMatch(/^Times are texts.*\n^Integers of 64 bits are numbers, and bigints/m);
  expect(readme({ dates: "date" })).toContain("Times are `Date`");
  expect(readme({ dates: "temporal", int64: "string" })).toMatch(/Temporal.*\nIntegers of 64 bits are texts/);
});

describe("a client that holds times as Date and large integers as text", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-held-"));
  const sent: Request[] = [];
  const event =
    '{"kind":"event","id":9007199254740993,"at":"2026-01-31T12:00:00Z","day":null,"seen":{"ada":"2026-02-01T00:00:00Z"},' +
    '"ended":null,"parent":{"kind":"event","id":1,"at":"2026-01-30T12:00:00Z","ended":"2026-01-30T13:00:00Z"}}';
  const answers = {
    GET: [200, `[${event},{"kind":"note","at":"2026-01-31T12:00:00Z"}]`],
    POST: [201, event],
  } as const;
  let operations: Record<string, (client: unknown, params: object) => Promise<{ readonly data: unknown }>>;
  let client: (options?: object) => unknown;

  beforeAll(async () => {
    await write(folder, { dates: "date", int64: "string" });
    // Modules written by this test; the compiler has checked them.
    const load = (path: string): Promise<unknown> =>
      import(/* @vite-ignore */ pathToFileURL(join(folder, "dist", path)).href);
    operations = (await load("operations.js")) as typeof operations;
    const { createClient } = (await load("client.js")) as { createClient: (options: object) => unknown };
    const answer = (url: string, options: RequestInit): Promise<Response> => {
      const request = new Request(url, options);
      sent.push(request);
      const [status, body] = answers[request.method === "POST" ? "POST" : "GET"];
      return Promise.resolve(new Response(body, { status, headers: { "content-type": "application/json" } }));
    };
    client = (options) => createClient({ baseUrl: "http://events.test", fetch: answer, ...options });
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const expectedEvent = {
    kind: "event",
    id: "9007199254740993",
    at: new Date("2026-01-31T12:00:00Z"),
    day: null,
    seen: { ada: new Date("2026-02-01T00:00:00Z") },
    ended: null,
    parent: {
      kind: "event",
      id: "1",
      at: new Date("2026-01-30T12:00:00Z"),
      ended: new Date("2026-01-30T13:00:00Z"),
    },
  };

  it.each([{}, { validate: false }])(
    "reads them, in the alternative that an answer is, with %j",
    async (options) => {
      const query = { since: new Date("2026-01-01T00:00:00Z"), after: "9007199254740993" };
      const { data } = (await operations["listEvents"]?.(client(options), query)) ?? {};
      expect(data).toEqual([expectedEvent, { kind: "note", at: "2026-01-31T12:00:00Z" }]);
      expect(sent.at(-1)?.url).toBe(
        "http://events.test/events?since=2026-01-01T00%3A00%3A00.000Z&after=9007199254740993",
      );
    },
  );

  it("sends what it reads", async () => {
    const { data } = (await operations["addEvent"]?.(client(), { body: expectedEvent })) ?? {};
    expect(data).toEqual(expectedEvent);
    expect(await sent.at(-1)?.text()).toBe(
      event.replaceAll(/(?<=T\d\d:00:00)Z/g, ".000Z"), // the form that Date prints
    );
  });
});

it("compiles with the types of Temporal, and types answers so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-held-"));
  writeFileSync(join(folder, "package.json"), "{}");
  mkdirSync(join(folder, "src"));
  writeFileSync(
    join(folder, "src/use.ts"),
    `import { addEvent, createClient } from "./index.js";
const result = await addEvent(createClient({ baseUrl: "" }), { body: { kind: "event", id: 1, at: Temporal.Now.instant() } });
if (result.ok) {
  const at: Temporal.Instant = result.data.at;
  const day: Temporal.PlainDate | null | undefined = result.data.day;
  console.log(at, day);
}
export {};
`,
  );
  await write(folder, { dates: "temporal" });
  rmSync(folder, { recursive: true });
});

it("converts what stands in no schema with a name, items by place and members by pattern", async () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-held-"));
  const schema = {
    type: "object",
    properties: { at: time, span: { type: "array", prefixItems: [{ type: "string" }, time], items: time } },
    patternProperties: { "^on_": time },
  };
  await write(
    folder,
    { dates: "date" },
    {
      ...document,
      paths: {
        "/now": { get: { operationId: "now", responses: { 200: { description: "ok", ...json(schema) } } } },
      },
      components: {},
    },
  );
  const load = (path: string): Promise<unknown> =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, "dist", path)).href);
  const { now } = (await load("operations.js")) as {
    now: (client: unknown) => Promise<{ readonly data: unknown }>;
  };
  const text = "2026-01-31T12:00:00.000Z";
  const answered = { at: text, span: [text, text, text], on_monday: text };
  const { data } = await now({
    options: { baseUrl: "http://x", fetch: () => Promise.resolve(Response.json(answered)) },
  });
  const date = new Date(text);
  expect(data).toEqual({ at: date, span: [text, date, date], on_monday: date });
  rmSync(folder, { recursive: true });
});

it("compiles where only members are converted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-held-"));
  const Event = { type: "object", properties: { id: int64 } };
  await write(folder, { int64: "string" }, { ...document, components: { schemas: { Event, Entry: Event } } });
  rmSync(folder, { recursive: true });
});
