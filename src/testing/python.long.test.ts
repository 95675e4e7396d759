/** The official Python SDK, installed into a folder of its own; skipped where Python or its registry is missing. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "./index.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "antiphon-python-"));
const python = join(folder, "bin/python");
let installed = false;
beforeAll(async () => {
  try {
    await run("python3", ["-m", "venv", folder]);
    await run(python, ["-m", "pip", "install", "--quiet", "anthropic"]);
    installed = true;
  } catch {
    installed = false;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
import sys, json, anthropic
client = anthropic.Anthropic(base_url=sys.argv[1], api_key=sys.argv[2], max_retries=0)
tools = [{"name": "get_weather", "description": "Current weather of a city.",
  "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}]
messages = [{"role": "user", "content": "Weather?"}]
first = client.messages.create(model="scripted", max_tokens=256, tools=tools, messages=messages)
results = [{"type": "tool_result", "tool_use_id": b.id, "content": "18 C"} for b in first.content if b.type == "tool_use"]
messages += [{"role": "assistant", "content": first.content}, {"role": "user", "content": results}]
with client.messages.stream(model="scripted", max_tokens=256, tools=tools, messages=messages) as stream:
    text = "".join(stream.text_stream)
try:
    client.messages.create(model="scripted", max_tokens=256, messages=messages[:2])
    refused = None
except anthropic.BadRequestError as error:
    refused = [error.status_code, error.body["error"]["message"], error.request_id]
count = client.messages.count_tokens(model="scripted", messages=messages[:1], tools=tools).input_tokens
print(json.dumps({"calls": len(results), "text": text, "refused": refused, "count": count}))
`;

describe("the Python SDK", () => {
  it("finishes a loop, streams, counts, and reads refusals", async ({ skip }) => {
    if (!installed) skip("Python 3 with venv and a package registry is needed");
    const call = (city: string) => ({ tool: "get_weather", input: { city } });
    await using server = await startServer({ script: [[call("Paris"), call("Rome")], "It is 18 C."] });
    const { stdout } = await run(python, ["-c", program, server.baseURL, server.apiKey]);
    expect(JSON.parse(stdout)).toEqual({
      calls: 2,
      text: "It is 18 C.",
      refused: [
        400,
        expect.stringContaining("messages.1: `tool_use` ids were found without"),
        expect.stringMatching(/^req_/),
      ],
      count: expect.any(Number),
    });
  });
});
