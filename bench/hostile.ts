/**
 * Measures what a malicious request costs other clients: `node bench/hostile.ts [FOLDER]
 * [--model=builtin,chat,messages] [--sizes=16384,131072,1048576] [--only=TEXT] [--show]`. Sends each text of the suite,
 * and each body in FOLDER (`*.json`), alone to a server on loopback, while another process requests `/healthz` every 4
 * ms. Prints for each the status and time at each size, and over all sizes: the longest time the server's main thread
 * was busy without a pause (`busy`, in processor time, which other programs don't affect), the largest event loop delay
 * (`lag`) and the slowest answer to `/healthz`. The fakes behind `chat` and `messages` repeat the last text, as the
 * values of `a`, `city` and `date` if a call is wanted. A 500 there is the guard's error for a call that doesn't fit
 * its schema, even on retry (`x-should-retry: false`). `--show` prints the beginning of each answer.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hostile, type Hostile } from "../src/server/hostile/conversations.suite.ts";
import { flag, has } from "./words.ts";

const children: ChildProcess[] = [];
process.on("exit", () => children.forEach((child) => child.kill()));
async function begin(role: string, argument = ""): Promise<readonly [ChildProcess, string]> {
  const child = fork(join(import.meta.dirname, "hostile/roles.ts"), [role, argument]);
  children.push(child);
  const [said] = await once(child, "message");
  return [child, String(said)];
}
async function ask<T>(child: ChildProcess): Promise<T> {
  const answer = once(child, "message");
  child.send("?");
  const [found] = await answer;
  return found as T; // the role's answer
}

const sizes = (flag("sizes") ?? "16384,131072,1048576").split(",").map(Number);
const models = (flag("model") ?? "builtin,chat,messages").split(",");
const only = flag("only") ?? "";
const folder = process.argv.slice(2).find((part) => !part.startsWith("--"));
const [, upstream] = await begin("upstream");
const [server, url] = await begin("server", upstream);
const [watcher] = await begin("watcher", url);

async function post({ path = "/v1/messages", body, headers }: Hostile): Promise<readonly [string, number]> {
  const began = performance.now();
  const head = { "content-type": "application/json", ...headers };
  const answer = await fetch(`${url}${path}`, { method: "POST", headers: head, body });
  const text = await answer.text();
  const mark = /more than [\d.]+ s of work/.test(text) ? "!" : "";
  if (has("show")) console.log(text.slice(0, 300));
  return [`${answer.status}${mark}`, performance.now() - began];
}

type Case = readonly [name: string, model: string, bodies: readonly Hostile[]];
const made = models.flatMap((model): Case[] =>
  Object.entries(hostile).map(([name, make]): Case => [name, model, sizes.map((size) => make(size, model))]),
);
const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith(".json"));
const given = files.map((name): Case => [
  name,
  "",
  [{ body: readFileSync(join(folder ?? "", name), "utf8") }],
]);

await post({ body: hostile["text: words"]?.(100, "builtin").body ?? "" }); // the first one loads what the others use
await Promise.all([ask(server), ask(watcher)]);
let [busiest, laggiest, slowest] = [0, 0, 0];
console.log("| text | model | status and ms by size | busy | lag | /healthz |\n|---|---|---|---|---|---|");
for (const [name, model, bodies] of [...given, ...made]) {
  if (!name.includes(only)) continue;
  const answers: string[] = [];
  for (const body of bodies) {
    const [status, ms] = await post(body);
    answers.push(`${status} ${ms.toFixed(0)}`);
  }
  const { lag, busy } = await ask<{ readonly lag: number; readonly busy: number }>(server);
  const health = await ask<number>(watcher);
  [busiest, laggiest, slowest] = [
    Math.max(busiest, busy),
    Math.max(laggiest, lag),
    Math.max(slowest, health),
  ];
  console.log(
    `| ${name} | ${model} | ${answers.join(", ")} | ${[busy, lag, health].map((ms) => ms.toFixed(0)).join(" | ")} |`,
  );
}
console.log(
  `\nAt most: busy ${busiest.toFixed(0)} ms, lag ${laggiest.toFixed(0)} ms, /healthz ${slowest.toFixed(0)} ms.`,
);
process.exit(0);
