/**
 * Prints the maximum number of block executions, as counted by V8, for a request answered on the server's main
 * thread: `node --no-opt --no-maglev steps.suite.ts` (optimized code isn't counted fully). One JSON line per kind of
 * text: the steps, and the characters of the request.
 */
import { Session } from "node:inspector/promises";
import type { MessagesRequest, ToolDefinition } from "../../messages/index.ts";
import { answerOf, guard, openModel, systemOutside } from "../../models/index.ts";
import { sizeOf } from "./isolated.ts";

const units = [
  "1. cancel order 5\n2. get order 6\n",
  "cancel order A-# and then get order B-# and then ",
  "if order # is late then cancel order #, ",
  "A-#, B-#, ",
  "[1, 2, 3], ",
  "( [ { ",
  "a+a+a+",
  "order_id = #, ",
  "Paris, ",
  "tomorrow at 5 pm, ",
];
const string = { type: "string" } as const;
const kinds: readonly ((i: number) => ToolDefinition)[] = [
  (i) => ({ name: `t${i}`, description: "t", input_schema: { type: "object" } }),
  (i) => ({
    name: `cancel_order_${i}`,
    description: "c",
    input_schema: { type: "object", properties: { id: string }, required: ["id"] },
  }),
  (i) => ({
    name: `get_${i}`,
    description: "g",
    input_schema: { type: "object", properties: { ids: { type: "array", items: string }, day: string } },
  }),
  (i) => ({
    name: `set_${i}`,
    description: "s",
    input_schema: {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`p${n}`, {}])),
    },
  }),
];

/** The largest request of a text and tools that is answered on the main thread; `share` is the text's part. */
function largest(unit: string, kind: (i: number) => ToolDefinition, share: number): MessagesRequest {
  const requestOf = (size: number): MessagesRequest => {
    const text = Array.from({ length: Math.ceil((size * share) / unit.length) }, (_, i) =>
      unit.replaceAll("#", String(i + 1)),
    ).join("");
    const tools: ToolDefinition[] = [kind(0)];
    while (JSON.stringify(tools).length < size * (1 - share)) tools.push(kind(tools.length));
    return { model: "builtin", max_tokens: 1000, messages: [{ role: "user", content: text }], tools };
  };
  let size = 64;
  while (sizeOf(requestOf(size + 64)) !== undefined) size += 64;
  return requestOf(size);
}

const model = guard(await openModel({ provider: "builtin" }, systemOutside));
const context = { signal: new AbortController().signal, requestId: "req_1" };
const session = new Session();
session.connect();
const some = largest(units[0] ?? "", (i) => ({ ...kinds[0]?.(i), name: "t" }) as ToolDefinition, 0.5);
await answerOf(model, some, context); // preloads modules
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
for (const unit of units) {
  let most = [0, 0];
  for (const kind of kinds)
    for (const share of [0.25, 0.5, 0.75, 0.9]) {
      const request = largest(unit, kind, share);
      await session.post("Profiler.takePreciseCoverage"); // counts from zero from here on
      await answerOf(model, request, context);
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const counts = result
        .filter(({ url }) => url.includes("/src/"))
        .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
      const steps = counts.reduce((sum, count) => sum + count, 0);
      if (steps > (most[0] ?? 0)) most = [steps, sizeOf(request) ?? 0];
    }
  process.stdout.write(`${JSON.stringify(most)}\n`);
}
