/**
 * Compares the messages endpoint with others in one run on loopback, each server in its own process:
 * `node bench/messages.ts [PART…]`. Prints a table. Proxies of other vendors are compared in `bench/proxy.ts`.
 */
import { existsSync } from "node:fs";
import { request } from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { checkRules, parseRequest, type MessagesRequest } from "../src/messages/index.ts";
import { record } from "./figures.ts";
import {
  ask,
  load,
  median,
  processorTime,
  resident,
  role,
  started,
  streaming,
  table,
  type Load,
} from "./messages/measure.ts";

const here = import.meta.dirname;
const rows: string[][] = [];
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const times = (a: number, b: number): string => `${(a / b).toFixed(1)}×`;
const percent = (a: number, b: number): string => `${((100 * a) / b).toFixed(0)} %`;

const hello = { model: "bench", max_tokens: 16, messages: [{ role: "user", content: "hello" }] };
const tools = [{ name: "now", description: "The time.", input_schema: { type: "object", properties: {} } }];
const calling = {
  model: "builtin",
  max_tokens: 256,
  messages: [{ role: "user", content: "What's the weather in Paris tomorrow?" }],
  tools: [
    {
      name: "get_weather",
      description: "The weather of a city on a day.",
      input_schema: {
        type: "object",
        properties: { city: { type: "string" }, day: { type: "string", format: "date" } },
        required: ["city"],
      },
    },
  ],
};

async function throughput(): Promise<void> {
  const servers = { ours: await role("embedded"), aimock: await role("aimock") };
  const best: Record<string, Load> = {};
  for (let round = 0; round < 5; round++) {
    for (const [name, server] of Object.entries(servers)) {
      const seen = await load({ url: server.url, body: { ...hello, tools } }, server, [64, 3]);
      if (seen.wrong > 0) throw new Error(`${name}: ${seen.wrong} wrong answers`);
      if (seen.perSecond > (best[name]?.perSecond ?? 0)) best[name] = seen;
    }
  }
  for (const { stop } of Object.values(servers)) stop();
  const { ours, aimock } = best;
  if (!ours || !aimock) return;
  const both = `aimock ${Math.round(aimock.perSecond)}/s: ${times(ours.perSecond, aimock.perSecond)}`;
  const cpu = `${times(ours.perCpu ?? NaN, aimock.perCpu ?? NaN)} per second of processor time`;
  record({
    what: "embedded answers",
    value: ours.perSecond,
    unit: "requests/s",
    better: "more",
    peer: { name: "aimock", value: aimock.perSecond },
  });
  rows.push(["embedded answers", `${Math.round(ours.perSecond)}/s`, `${both}; ${cpu}`]);
}

function conversation(bytes: number): MessagesRequest {
  const text = 'Some "text" with {json: 1}, and \n lines. '.repeat(10);
  const messages: MessagesRequest["messages"][number][] = [{ role: "user", content: text }];
  let size = 0;
  for (let n = 0; size < bytes; n++) {
    const call = { type: "tool_use", id: `toolu_${n}`, name: "read", input: { path: "src/a.ts" } } as const;
    const result = { type: "tool_result", tool_use_id: call.id, content: [{ type: "text", text }] } as const;
    const turn = [
      { role: "assistant", content: [{ type: "text", text }, call] },
      { role: "user", content: [result] },
    ] as const;
    messages.push(...turn);
    size += JSON.stringify(turn).length;
  }
  return { model: "m", max_tokens: 16, messages };
}

function validation(): void {
  for (const [name, bytes] of [
    ["100 kB", 100_000],
    ["1 MB", 1_000_000],
  ] as const) {
    const asked = conversation(bytes);
    const text = JSON.stringify(asked);
    const time = (run: () => void): number => {
      const taken = Array.from({ length: 60 }, () => {
        const start = performance.now();
        run();
        return performance.now() - start;
      });
      return median(taken.slice(20));
    };
    const ours = time(() => checkRules(parseRequest(asked, "spec").messages, "spec"));
    const parsing = time(() => JSON.parse(text));
    const what = `validation of ${name} of conversation`;
    record({ what, value: ours, unit: "ms", better: "less", peer: { name: "JSON.parse", value: parsing } });
    rows.push([what, ms(ours), `JSON.parse of it ${ms(parsing)}`]);
  }
}

const first = {
  "cold start to the first answer": { ...hello, model: "builtin" },
  "cold start to the first call of a tool": calling,
};

async function coldStart(): Promise<void> {
  const bundle = join(here, "../dist/cli.js");
  const released = existsSync(bundle);
  const entry = released ? bundle : join(here, "../src/cli/main.ts");
  const taken = new Map<string, { clock: number; processor: number }[]>();
  const add = (name: string, clock: number, processor = NaN): void =>
    void taken.set(name, [...(taken.get(name) ?? []), { clock, processor }]);
  for (let i = 0; i < 9; i++) {
    for (const [name, body] of Object.entries(first)) {
      const start = performance.now();
      const { url, pid, stop } = await started(process.execPath, [entry, "serve", "--port=0"]);
      await ask({ url, body });
      add(name, performance.now() - start, (processorTime(pid) ?? NaN) * 1000);
      stop();
    }
  }
  const what = released ? "release bundle" : "from sources; npm run build measures the release";
  for (const [name, all] of taken) {
    const of = (which: "clock" | "processor"): number => median(all.map((one) => one[which]));
    record({ what: name, value: of("clock"), unit: "ms", better: "less" });
    rows.push([name, ms(of("clock")), `${ms(of("processor"))} of the processor; ${what}`]);
  }
}

/** Measures the cost of running answers in threads so that no request can block others. */
async function threads(): Promise<void> {
  const servers = { inPlace: await role("inPlace"), threads: await role("threads") };
  for (const [what, body] of Object.entries({
    "a small text": { ...hello, model: "builtin" },
    "a small request with a tool": calling,
  })) {
    const seen = { inPlace: [] as Load[], threads: [] as Load[] };
    for (let round = -1; round < 5; round++)
      // one to warm up
      for (const name of ["inPlace", "threads"] as const) {
        const measured = await load({ url: servers[name].url, body }, servers[name], [1, 2]);
        if (measured.wrong > 0) throw new Error(`${name}: ${measured.wrong} wrong answers`);
        if (round >= 0) seen[name].push(measured);
      }
    const of = (name: keyof typeof seen, which: "p50" | "perCpu"): number =>
      median(seen[name].map((measured) => measured[which] ?? NaN));
    const more = `${((100 * of("inPlace", "perCpu")) / of("threads", "perCpu") - 100).toFixed(0)} % more processor time`;
    rows.push([
      `builtin in threads, ${what}`,
      ms(of("threads", "p50")),
      `in place ${ms(of("inPlace", "p50"))}; ${more}`,
    ]);
  }
  for (const { stop } of Object.values(servers)) stop();
}

/** Frames per write of the service, total megabytes, and parallel streams. */
const flows = [
  [64, 96, 1],
  [8, 32, 16],
  [1, 4, 32],
] as const;

async function passThrough(): Promise<void> {
  const upstream = await role("upstream");
  const servers = { pipe: await role("pipe", upstream.url), ours: await role("proxy", upstream.url) };
  for (const [frames, megabytes, streams] of flows) {
    const seen = { pipe: [] as (readonly [number, number])[], ours: [] as (readonly [number, number])[] };
    for (let round = -2; round < 5; round++)
      // two to warm up
      for (const name of ["pipe", "ours"] as const) {
        const asking = { url: servers[name].url, body: { ...hello, top_k: frames } };
        const speed = await streaming(asking, servers[name], [megabytes, streams]);
        if (round >= 0) seen[name].push(speed);
      }
    const of = (name: keyof typeof seen, which: 0 | 1): number => median(seen[name].map((one) => one[which]));
    const clock = `raw pipe ${of("pipe", 0).toFixed(1)} MB/s: ${percent(of("ours", 0), of("pipe", 0))}`;
    const cpu = `${percent(of("ours", 1), of("pipe", 1))} per second of processor time`;
    const what = `SSE pass-through, ${frames} ${frames === 1 ? "frame" : "frames"} a write, ${streams} ${streams === 1 ? "stream" : "streams"}`;
    const peer = { name: "raw pipe", value: of("pipe", 0) };
    record({ what, value: of("ours", 0), unit: "MB/s", better: "more", peer });
    rows.push([what, `${of("ours", 0).toFixed(1)} MB/s`, `${clock}; ${cpu}`]);
  }
  for (const { stop } of [upstream, servers.pipe, servers.ours]) stop();
}

async function slowStreams(): Promise<void> {
  const { url, pid, stop } = await role("slow");
  const calls = Array.from({ length: 1000 }, () => {
    const headers = { "content-type": "application/json" };
    const call = request(`${url}/v1/messages`, { method: "POST", agent: false, headers });
    call.on("error", () => undefined);
    call.on("response", (response) => {
      response.on("error", () => undefined);
      response.pause();
    });
    call.end(JSON.stringify({ ...hello, stream: true }));
    return call;
  });
  await new Promise((resolve) => setTimeout(resolve, 8000));
  const megabytes = resident(pid);
  for (const call of calls) call.destroy();
  stop();
  if (megabytes !== undefined)
    record({ what: "1,000 streams that nobody reads", value: Number(megabytes), unit: "MB", better: "less" });
  rows.push(["1,000 streams that nobody reads", `${megabytes} MB`, "resident, the whole process"]);
}

const parts = { throughput, threads, validation, coldStart, passThrough, slowStreams };
const wanted = process.argv.slice(2);
for (const [name, part] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) await part();
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${new Date().toISOString().slice(0, 10)}`,
);
console.log(table(rows));
process.exit();
