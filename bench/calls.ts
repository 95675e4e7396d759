/** Scores the built-in caller on function-calling cases: `node bench/calls.ts [FOLDER] [--misses=CATEGORY]`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ToolDefinition } from "../src/messages/index.ts";
import { choose } from "../src/models/builtin/choose.ts";
import { readTool } from "../src/models/builtin/read/tool.ts";
import { read } from "../src/models/builtin/text/mentions.ts";

const folder = process.argv[2] ?? "";
const scorer = await import(pathToFileURL(process.env["SCORER"] ?? join(folder, "bfcl-score.mjs")).href);
const show = process.argv.find((a) => a.startsWith("--misses="))?.slice(9);
const times: number[] = [];
for (const category of scorer.CATEGORIES) {
  const file = join(folder, `${category}.jsonl`);
  if (!existsSync(file)) continue;
  let ok = 0,
    n = 0;
  const why = new Map<string, number>();
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const row = JSON.parse(line);
    const t0 = performance.now();
    const text = row.messages.at(-1).content;
    const tools = row.tools.map((t: ToolDefinition) => readTool(t));
    const choice = choose(tools, read(text, 1700000000000));
    times.push(performance.now() - t0);
    const calls = choice.calls.map((c) => ({
      type: "tool_use",
      name: c.tool.definition.name,
      input: c.input,
    }));
    const error = scorer.check(row, calls);
    n++;
    if (!error) ok++;
    else {
      const kind = String(error)
        .replace(/^.*?: /, "")
        .replace(/called .*/, "called");
      why.set(kind, (why.get(kind) ?? 0) + 1);
      if (show === category) {
        console.log(
          `== ${row.id}: ${error}\n  U: ${text.slice(0, 700)}\n  top: ${choice.ranks
            .slice(0, 3)
            .map(
              (r) =>
                `${r.tool.definition.name} ${r.score.toFixed(2)}(${r.name.toFixed(2)} ${r.description.toFixed(2)} ${r.explained.toFixed(2)})`,
            )
            .join("; ")}`,
        );
        for (const m of choice.missing)
          console.log(
            `  missing: ${m.filled.missing.map((p) => p.path.join(".")).join(", ")} got ${JSON.stringify(m.filled.input)}`,
          );
        for (const c of calls) console.log(`  call: ${c.name} ${JSON.stringify(c.input)}`);
        if (row.expected) console.log(`  want: ${JSON.stringify(row.expected)}`);
      }
    }
  }
  console.log(
    category.padEnd(24),
    `${((100 * ok) / n).toFixed(1)}%`.padStart(7),
    `${ok}/${n}`.padStart(8),
    [...why]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 6)
      .map(([k, v]) => `${k} ${v}`)
      .join("; "),
  );
}
times.sort((a, b) => a - b);
console.log(
  `p50 ${times[times.length >> 1]?.toFixed(2)} ms, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(2)} ms`,
);
