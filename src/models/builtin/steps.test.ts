import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { ToolDefinition } from "../../messages/index.ts";
import { answer } from "./answer.ts";

const units = [
  "cancel order #, ",
  "Cancel order A-#. ",
  "#. cancel order 5\n",
  "1. cancel order 5\n2. get order 6\n",
  "cancel order A-# and then get order B-# and then ",
  "don't cancel order 5, ",
  "Don't cancel order A-#! ",
  "if order # is late then cancel order #, ",
  "if ",
  "If order A-5 is late, cancel it. Otherwise keep it. ",
  "cancel order 5, never mind. ",
  '"cancel order 5" he said, ',
  "> cancel order 5\n",
  "<b>cancel order 5",
  "all orders except #, ",
  "can we move it to Friday? ",
  "cancel it, ",
  "A-#, B-#, ",
  "[1, 2, 3], ",
  "order_id = #, ",
  "Ann Lee and Bob Stone and ",
  "a-b-",
];

it("takes no more steps for a long text than its length asks for", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--no-opt",
    "--no-maglev",
    "--conditions=antiphon-source",
    join(import.meta.dirname, "steps.suite.ts"),
    ...units,
  ]);
  const steps = stdout.trim().split("\n");
  const grown = units.map((unit, i) => {
    const [short = 0, long = 0] = JSON.parse(steps[i] ?? "[]") as readonly number[]; // as printed by the suite
    return { unit, counted: short > 1000, times: long / short };
  });
  expect(grown.filter(({ counted, times }) => !counted || !(times < 5))).toEqual([]);
});

it("answers a long list of acts as its first part", () => {
  const tools = ["Cancel", "Get"].map((verb): ToolDefinition => ({
    name: `${verb.toLowerCase()}_order`,
    description: `${verb} an order by its id.`,
    input_schema: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  }));
  const calls = (content: string) =>
    answer(
      { model: "builtin", max_tokens: 1000, messages: [{ role: "user", content }], tools },
      { today: Date.UTC(2026, 10, 21) },
    ).calls;
  const list = "cancel order 5, ".repeat(1024);
  expect(calls(list.slice(0, 320))).toEqual([{ name: "cancel_order", input: { order_id: "5" } }]);
  expect(calls(list)).toEqual(calls(list.slice(0, 320)));
});
