/**
 * Prints how often the blocks of this folder's code run while texts are answered, as counted by V8: `node --no-opt
 * --no-maglev steps.suite.ts UNIT…` (optimised code isn't counted completely). A text repeats a unit, with numbers for
 * `#`; for each, one line of JSON has the steps for 3,000 and for 12,000 characters.
 */
import { Session } from "node:inspector/promises";
import type { ToolDefinition } from "../../messages/index.ts";
import { answer } from "./answer.ts";

const tools = ["Cancel", "Get"].map((verb): ToolDefinition => ({
  name: `${verb.toLowerCase()}_order`,
  description: `${verb} an order by its id.`,
  input_schema: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
}));
const textOf = (unit: string, size: number): string =>
  `${Array.from({ length: size / unit.length }, (_, i) => unit.replaceAll("#", String(i + 1))).join("")}Cancel order 5.`;
const answered = (content: string) =>
  answer(
    { model: "builtin", max_tokens: 1000, messages: [{ role: "user", content }], tools },
    { today: Date.UTC(2026, 10, 21) },
  );

const session = new Session();
session.connect();
answered("Cancel order 5."); // loads modules that load once
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
for (const unit of process.argv.slice(2)) {
  const steps: number[] = [];
  for (const size of [3000, 12_000]) {
    await session.post("Profiler.takePreciseCoverage"); // counts start at zero from here
    answered(textOf(unit, size));
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const counts = result
      .filter(({ url }) => url.includes("/models/builtin/"))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
    steps.push(counts.reduce((sum, count) => sum + count, 0));
  }
  process.stdout.write(`${JSON.stringify(steps)}\n`);
}
