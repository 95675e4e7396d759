/**
 * Scores the built-in caller on the Berkeley function-calling cases, converted to JSONL, with their scorer: `npx node
 * bench/calls.ts [FOLDER] [--cases=FOLDER] [--misses=CATEGORY]`. FOLDER is $ANTIPHON_DATA/bfcl by default and contains
 * the scorer and, unless `--cases` is given, the cases; `--cases=bench/calls` selects 80 cases of our own. Prints
 * accuracy by category, the time per request (reading tools, choosing, filling, checking), and memory.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MessagesRequest } from "../src/messages/index.ts";
import { answer } from "../src/models/builtin/answer.ts";
import { flag, words } from "./words.ts";

interface Row extends Pick<MessagesRequest, "tools" | "messages"> {
  readonly id: string;
  readonly expected?: unknown;
}
interface Scorer {
  readonly CATEGORIES: readonly string[];
  /** Returns the reason why the answer is wrong, or `null` if it is right. */
  check(row: Row, calls: readonly object[]): string | null;
}

const begun = process.memoryUsage.rss() / 1e6;
const today = Date.UTC(2023, 10, 14);
const [given] = words;
const shown = flag("misses");
const folder = given ?? join(process.env["ANTIPHON_DATA"] ?? ".", "bfcl");
const scorer = join(folder, "bfcl-score.mjs");
if (!existsSync(scorer)) throw new Error(`${scorer} is missing; name the folder that holds the cases.`);
const { CATEGORIES, check } = (await import(pathToFileURL(scorer).href)) as Scorer; // the scorer's exports

const share = (right: number, of: number): string =>
  `${((100 * right) / Math.max(1, of)).toFixed(1).padStart(5)} %  ${right}/${of}`;

const times: number[] = [];
const worked: number[] = [];

function run(row: Row): string | null {
  const request: MessagesRequest = { model: "builtin", max_tokens: 4096, ...row };
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { calls, choice } = answer(request, { today });
  times.push(performance.now() - started);
  const { user, system } = process.cpuUsage(before);
  worked.push((user + system) / 1000);
  const wrong = check(
    row,
    calls.map((call) => ({ type: "tool_use", ...call })),
  );
  if (wrong && shown !== undefined && row.id.replace("own_", "").startsWith(shown)) {
    console.log(
      `== ${row.id}: ${wrong}\n  said ${JSON.stringify(row.messages.at(-1)?.content).slice(0, 600)}`,
    );
    for (const { tool, filled } of choice?.missing ?? [])
      console.log(
        `  ${tool.definition.name} lacks ${filled.missing.map(({ path }) => path.join(".")).join(", ")}`,
      );
    for (const call of calls) console.log(`  called ${call.name} ${JSON.stringify(call.input)}`);
    console.log(`  wanted ${JSON.stringify(row.expected)}`);
  }
  return wrong;
}

for (const category of CATEGORIES) {
  const file = join(flag("cases") ?? folder, `${category}.jsonl`);
  if (!existsSync(file)) continue;
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line): Row => JSON.parse(line));
  const right = rows.filter((row) => run(row) === null);
  console.log(`${category.padEnd(24)} ${share(right.length, rows.length)}`);
}
const at = (all: readonly number[], part: number): string =>
  (all.toSorted((a, b) => a - b)[Math.floor(all.length * part)] ?? 0).toFixed(2);
console.log(`a request: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`);
console.log(`of the processor: p50 ${at(worked, 0.5)} ms, p95 ${at(worked, 0.95)} ms`);
const used = process.memoryUsage.rss() / 1e6;
console.log(
  `memory: ${used.toFixed(0)} MB, ${(used - begun).toFixed(0)} MB more than with nothing asked yet`,
);
