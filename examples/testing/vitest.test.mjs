/** With vitest; for jest only the first line differs: `import { expect, test } from "@jest/globals"`. */
import { expect, test } from "vitest";
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

test("a call is run and answered", async () =>
  expect(results(await talk("good"))).toContain("21 °C in Paris"));
test("an input that misses its schema is told to the model", async () =>
  expect(results(await talk("wrongInput"))).toContain("does not fit the tool's input_schema"));
test("an unknown tool is told to the model", async () =>
  expect(results(await talk("unknownTool"))).toContain("no tool named get_whether"));
test("a cut call is never run", async () => expect((await talk("cut")).stopped).toBe("max_tokens"));
test("an overload is waited for", async () => expect((await talk("overloaded")).stopped).toBe("end_turn"));
