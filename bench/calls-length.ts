/**
 * Measures how the built-in caller's time grows with the request: `npx node bench/calls-length.ts`. Prints the best of
 * five runs in processor milliseconds for texts and tool results of 1 kB to 1 MB, and the time per kB.
 */
import type { MessagesRequest } from "../src/messages/index.ts";
import { answer } from "../src/models/builtin/answer.ts";

const today = Date.UTC(2023, 10, 14);
const order = { type: "string", description: "Order id such as SO-12" } as const;
const tools = ["get", "cancel"].map((verb) => ({
  name: `${verb}_order`,
  description: `${verb === "get" ? "Details of" : "Cancel"} an order.`,
  input_schema: { type: "object", properties: { order_id: order }, required: ["order_id"] } as const,
}));
const filler = (size: number): string =>
  "The parcel left the warehouse in Leeds on Monday. ".repeat(size / 50);

const shapes: Readonly<Record<string, (size: number) => MessagesRequest["messages"]>> = {
  text: (size) => [{ role: "user", content: `${filler(size)}\nShow me order SO-81.` }],
  result: (size) => [
    { role: "user", content: "Show me order SO-81." },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "a", name: "get_order", input: { order_id: "SO-81" } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: filler(size) }] },
  ],
};

function best(request: MessagesRequest): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    answer(request, { today });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

// loads the dictionaries and warms up the code
for (const messages of Object.values(shapes))
  best({ model: "builtin", max_tokens: 1024, tools, messages: messages(10_000) });
for (const [shape, messages] of Object.entries(shapes))
  for (const size of [1_000, 10_000, 100_000, 1_000_000]) {
    const ms = best({ model: "builtin", max_tokens: 1024, tools, messages: messages(size) });
    console.log(
      `${shape} of ${size / 1000} kB: ${ms.toFixed(1)} ms, ${((1000 * ms) / size).toFixed(3)} ms a kB`,
    );
  }
