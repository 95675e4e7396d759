import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { MessagesRequest } from "../../messages/index.ts";
import { dialects } from "./dialects.ts";
import { uncarriedFields, uncarriedToolFields } from "./fields.ts";
import { toChat } from "./request.ts";

const tool = { name: "look", description: "Looks.", input_schema: { type: "object" } } as const;
const plain = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] } as const;
const asChat = (more: object): object => toChat({ ...plain, ...more } as MessagesRequest, dialects.vllm);
const withTool = (more: object): object => asChat({ tools: [tool, { ...tool, name: "see", ...more }] });

/** A value of each field that has an effect. */
const fieldValues: Readonly<Record<string, unknown>> = {
  mcp_servers: [{ type: "url", url: "https://mcp.example", name: "x" }],
  container: "container_1",
  context_management: {
    edits: [{ type: "clear_tool_uses_20250919", keep: { type: "tool_uses", value: 3 } }],
  },
  fallbacks: [{ model: "other" }],
  output_format: { type: "json_schema", schema: {} },
  "output_config.task_budget": { type: "tokens", total: 9000 },
  speed: "fast",
  inference_geo: "us",
  user_profile_id: "profile_1",
  workspace_id: "workspace_1",
  defer_loading: true,
  allowed_callers: ["code_execution_20260120"],
};
const nested = (path: readonly string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object; // a path has a name

it.each(uncarriedFields.map((row) => [row.path.join("."), row] as const))(
  "refuses %s by name and says what to do instead",
  (name, { path, fix }) => {
    expect(fieldValues[name]).toBeDefined();
    expect(() => asChat(nested(path, fieldValues[name]))).toThrow(
      `${name}: vLLM has nothing for it; leave it out and ${fix}`,
    );
    expect(() => asChat(nested(path, null))).not.toThrow();
  },
);

it.each(uncarriedToolFields.map((row) => [row.path.join("."), row] as const))(
  "refuses %s of a tool by its place",
  (name, { path, fix }) => {
    expect(fieldValues[name]).toBeDefined();
    expect(() => withTool(nested(path, fieldValues[name]))).toThrow(
      `tools.1.${name}: vLLM has nothing for it; leave it out and ${fix}`,
    );
  },
);

const cache_control = { type: "ephemeral" };
const hints = { cache_control, service_tier: "auto", diagnostics: {} };
const toolHints = { input_examples: [{}], eager_input_streaming: true, cache_control };

it("refuses the fields that docs/models.md lists, and leaves out its hints", () => {
  const page = readFileSync(new URL("../../../docs/models.md", import.meta.url), "utf8");
  const listed = (list: RegExp): ReadonlySet<string | undefined> =>
    new Set([...(list.exec(page)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const fields = [...uncarriedFields, ...uncarriedToolFields].map(({ path }) => path.join("."));
  expect(listed(/, and the fields (`.*`)\. The error says what to do instead\./)).toEqual(new Set(fields));
  expect(listed(/Hints that no answer depends on \((.*?)\) are not sent\./)).toEqual(
    new Set(Object.keys({ ...hints, ...toolHints })),
  );
});

it("carries a request whose values ask for nothing, and sends no hints", () => {
  const keep = { edits: [{ type: "clear_thinking_20251015", keep: "all" }] };
  const nothing = { context_management: keep, speed: "standard", inference_geo: "global", mcp_servers: [] };
  const chat = { ...asChat({ ...nothing, ...hints }) };
  expect(chat).toEqual(asChat({}));
  const quiet = { defer_loading: false, allowed_callers: ["direct"], ...toolHints };
  expect(withTool(quiet)).toEqual(withTool({}));
});
