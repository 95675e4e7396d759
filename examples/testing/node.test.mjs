/** With node:test: `node --test examples/testing/`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startServer } from "antiphon/testing";
import { ask, results } from "./agent.mjs";
import { scripts } from "./lines.mjs";

async function talk(name) {
  const server = await startServer({ script: scripts[name] });
  try {
    return await ask(server, "Weather in Paris?");
  } finally {
    await server.close();
  }
}

test("a call is run and answered", async () => assert.match(results(await talk("good")), /21 °C in Paris/));
test("an input that misses its schema is told to the model", async () =>
  assert.match(results(await talk("wrongInput")), /does not fit the tool's input_schema/));
test("an unknown tool is told to the model", async () =>
  assert.match(results(await talk("unknownTool")), /no tool named get_whether/));
test("a cut call is never run", async () => assert.equal((await talk("cut")).stopped, "max_tokens"));
test("an overload is waited for", async () => assert.equal((await talk("overloaded")).stopped, "end_turn"));
