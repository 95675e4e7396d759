/**
 * Scores a model file on the Berkeley function-calling cases, with the mask and without it: `npx node
 * bench/calls-gguf.ts DATA FILE.gguf PEER [--cases=N] [--seed=S] [--threads=N] [--longest=CHARACTERS]
 * [--only=CATEGORY,…]`. DATA contains bfcl/ with its scorer; PEER is a folder with node-llama-cpp in its node_modules.
 * Draws N cases (default 5) of each category by the seed (default 1), skipping those with more than `longest`
 * characters (6,000). With the mask, tool_choice is `any` if the case asks for a call. Without it, the tools are
 * described in the same words, and calls are read from any JSON in the text. Prints a Markdown table of correct
 * answers, calls with valid input and the median processor seconds per case, then the memory of the process.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { jsonrepair } from "jsonrepair";
import { isObject } from "../src/lib/index.ts";
import { collect, inputProblem, type MessagesRequest } from "../src/messages/index.ts";
import { answerer } from "../src/models/gguf/answer.ts";
import { describeTools } from "../src/models/gguf/conversation.ts";
import { openEngine } from "../src/models/gguf/engine.ts";
import { commonFormat } from "../src/models/gguf/format.ts";
import { readOptions } from "../src/models/gguf/options.ts";
import { systemOutside } from "../src/models/index.ts";
import { flag, words } from "./words.ts";

interface Row extends Pick<MessagesRequest, "tools" | "messages"> {
  readonly id: string;
  readonly expected?: unknown;
}
interface Call {
  readonly name: string;
  readonly input: unknown;
}
interface Scorer {
  readonly CATEGORIES: readonly string[];
  check(row: Row, calls: readonly object[]): string | null;
}

const [data = "", path = "", peer = ""] = words;
const cases = Number(flag("cases") ?? 5);
const longest = Number(flag("longest") ?? 6000);
const seed = flag("seed") ?? "1";
const only = flag("only")?.split(",");

/** Returns a category's cases in an order that depends only on the seed. */
const drawn = (rows: readonly Row[]): readonly Row[] =>
  rows
    .filter((row) => JSON.stringify([row.tools, row.messages]).length <= longest)
    .map((row) => ({ row, at: createHash("sha256").update(`${seed} ${row.id}`).digest("hex") }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, cases)
    .map(({ row }) => row);
const folder = join(data, "bfcl");
const { CATEGORIES, check } = (await import(pathToFileURL(join(folder, "bfcl-score.mjs")).href)) as Scorer; // the scorer's exports
const engine = await openEngine(
  readOptions({ path, peer, gpu: false, threads: Number(flag("threads") ?? 1) }),
);
const { stream } = answerer(engine, systemOutside);
const context = { signal: new AbortController().signal, requestId: "req_1" };

async function masked(row: Row): Promise<readonly Call[]> {
  const tool_choice = { type: row.expected ? "any" : "auto" } as const;
  const { content } = await collect(stream({ model: "m", max_tokens: 192, ...row, tool_choice }, context));
  return content.filter((block) => block.type === "tool_use");
}

async function free({ tools, ...row }: Row): Promise<readonly Call[]> {
  const system = describeTools(
    { model: "m", max_tokens: 1, messages: [], ...(tools && { tools }) },
    commonFormat,
  );
  const { content } = await collect(stream({ model: "m", max_tokens: 192, system, ...row }, context));
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  return [...text.matchAll(/\{\s*"name"[^]*?(?=<\/tool_call>|\n\{\s*"name"|$)/g)].flatMap(([json]) => {
    try {
      const value: unknown = JSON.parse(jsonrepair(json.trim()));
      return isObject(value) && "name" in value
        ? [{ name: String(value["name"]), input: value["arguments"] ?? {} }] // no calls were written
        : [];
    } catch {
      return []; // not JSON
    }
  });
}

console.log(
  `| ${cases} cases each | right: mask | right: free | calls that fit: mask | calls that fit: free | s a case: mask | s a case: free |`,
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const category of CATEGORIES) {
  const file = join(folder, `${category}.jsonl`);
  if (!existsSync(file) || (only && !only.includes(category))) continue;
  const all = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const rows = drawn(all.map((line): Row => JSON.parse(line)));
  const [by, freely] = [await scored(rows, masked), await scored(rows, free)];
  const cells = [
    by.right,
    freely.right,
    `${by.fit} of ${by.calls}`,
    `${freely.fit} of ${freely.calls}`,
    by.each,
    freely.each,
  ];
  console.log(`| ${category} | ${cells.join(" | ")} |`);
}
console.log(`\nmemory of the process: ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`);
await engine.close();
process.exit();

async function scored(rows: readonly Row[], answer: (row: Row) => Promise<readonly Call[]>) {
  const found = { right: 0, fit: 0, calls: 0, each: "" };
  const times: number[] = [];
  for (const row of rows) {
    const before = process.cpuUsage();
    const calls = await answer(row);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1e6);
    found.right += Number(
      check(
        row,
        calls.map((call) => ({ type: "tool_use", ...call })),
      ) === null,
    );
    found.calls += calls.length;
    found.fit += calls.filter(({ name, input }) => {
      const tool = row.tools?.find((one) => one.name === name);
      return tool && inputProblem(tool, input) === undefined;
    }).length;
  }
  times.sort((a, b) => a - b);
  found.each = (times[times.length >> 1] ?? 0).toFixed(1);
  return found;
}
