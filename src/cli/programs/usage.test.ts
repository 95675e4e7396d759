import { afterEach, beforeEach, expect, it } from "vitest";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openGateway } from "../../gateway/index.ts";
import { systemClock } from "../../lib/index.ts";
import { openModel, registry, systemOutside } from "../../models/index.ts";
import { place, type Place } from "../host.suite.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());
const json = async (...args: string[]) => JSON.parse((await at.antiphon([...args, "--json"])).out);

/** One request with a key. */
async function use(caller: string): Promise<void> {
  const gateway = await openGateway({ store: join(at.root, "state", "gateway.db"), clock: systemClock });
  const model = await gateway.meter(registry([await openModel({ provider: "builtin" }, systemOutside)]));
  const request = {
    model: "builtin",
    max_tokens: 9,
    messages: [{ role: "user" as const, content: "hello" }],
  };
  const context = { signal: new AbortController().signal, requestId: "r1", caller };
  for await (const event of model.stream(request, context)) void event;
  await gateway.close();
}

it("limits are set, listed with what is left of them, and removed", async () => {
  const { key } = await json(
    "keys",
    "create",
    "--team=search",
    "--limits=requests_per_minute=2, spend_per_day=0.5",
  );
  await use(key.id);
  await json("limits", "set", "team:search", "spend_per_month=20", "concurrent_requests=4");
  expect(await json("limits", "list")).toMatchObject([
    { subject: `key:${key.id}`, limit: "requests_per_minute", amount: "2", used: "1", left: "1" },
    { subject: `key:${key.id}`, limit: "spend_per_day", amount: "0.50" },
    { subject: "team:search", limit: "concurrent_requests", amount: "4", used: "0" },
    { subject: "team:search", limit: "spend_per_month", amount: "20.00", used: "0.00" },
  ]);
  expect(await json("limits", "remove", "team:search", "spend_per_month")).toHaveLength(1);
  expect((await at.antiphon(["limits", "list"])).out).toContain("concurrent_requests");
});

it("usage is summed and exported", async () => {
  const { key } = await json("keys", "create", "--team=search");
  await use(key.id);
  expect(await json("usage", "--by=team")).toMatchObject([{ group: "search", requests: 1, cost: "0.00" }]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await json("usage", `--from=${today}`, `--to=${today}`)).toMatchObject([
    { group: key.id, requests: 1 },
  ]);
  expect(await json("usage", "--to=2020-01-01")).toEqual([]);
  const { out } = await at.antiphon(["usage", "--export=csv"]);
  expect(out.split("\r\n")).toHaveLength(3);
  expect((await at.antiphon(["usage", "reprice"])).out).toContain("0 requests were billed again");
});

it("limits and prices of the configuration hold", async () => {
  await mkdir(join(at.root, "settings"), { recursive: true });
  await writeFile(
    join(at.root, "settings", "antiphon.yaml"),
    "limits:\n  team:*: { spend_per_day: 2.5 }\nprices:\n  fast: { input: 1, output: 2 }\n",
  );
  expect(await json("limits", "list")).toMatchObject([
    { subject: "team:*", limit: "spend_per_day", amount: "2.50" },
  ]);
});

it.each([
  [["limits", "sett"], /can't sett/],
  [["limits", "set", "user:x", "spend_total=1"], /user:x can't have limits/],
  [["limits", "set", "all", "spend_total=-1"], /-1 is not an amount/],
  [["limits", "set", "all"], /No limits were given/],
  [["usage", "--from=yesterday"], /not a day or time/],
  [["usage", "--from=2026-01-01T12:00"], /not a day or time/],
])("%j says what is wrong", async (line, message) => {
  const { code, err } = await at.antiphon(line);
  expect(code).not.toBe(0);
  expect(err).toMatch(message);
});

it("config explain says where a model's requests go", async () => {
  await mkdir(join(at.root, "project"), { recursive: true });
  await writeFile(
    join(at.root, "project", "antiphon.yaml"),
    "upstreams: { a: builtin }\nroutes: { fast: { targets: [{ upstream: a, model: builtin }] } }\nlimits: { model:fast: { spend_total: 9 } }\n",
  );
  const { out } = await at.antiphon(["config", "explain", "fast", "antiphon.yaml"]);
  expect(out).toMatch(/\| a \| builtin \| 1 \| 0.00 in, 0.00 out \(builtin\) \|/);
  expect(out).toContain("| model:fast | spend_total | 9.00 |");
  expect((await at.antiphon(["config", "explain", "other", "antiphon.yaml"])).out).toContain("| a | other |");
  expect((await at.antiphon(["config", "explain", "fast", "--config=antiphon.yaml"])).out).toBe(out);
  expect((await at.antiphon(["config", "explain"])).err).toContain("needs a model");
});
