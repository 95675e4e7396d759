import { Validator } from "@seriousme/openapi-schema-validator";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError, namedSchemas, parseRequest } from "../messages/index.ts";
import { compile, type JsonSchema } from "../schema/index.ts";
import { openapiDocument } from "./index.ts";

const parsed: { components: { schemas: Record<string, JsonSchema> }; paths: object } = JSON.parse(
  JSON.stringify(openapiDocument()),
);
/** A schema of the document, on its own. */
const alone = (name: string): JsonSchema =>
  JSON.parse(
    JSON.stringify({ $ref: `#/$defs/${name}`, $defs: parsed.components.schemas }).replaceAll(
      "#/components/schemas/",
      "#/$defs/",
    ),
  );
const takes = (request: unknown): boolean => {
  try {
    parseRequest(request, "live");
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

describe("the OpenAPI document", () => {
  it("is valid", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(parsed)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(Object.keys(parsed.paths)).toContain("/v1/messages");
    expect(Object.keys(namedSchemas())).toContain("ContentBlock");
  });

  it("refuses nothing that is taken", () => {
    const { check } = compile(alone("MessagesRequest"));
    const blocks = [
      { type: "text", text: "x", citations: null, cache_control: { type: "ephemeral", ttl: "1h" } },
      { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
      { type: "document", source: { type: "content", content: [{ type: "text", text: "x" }] }, title: "t" },
      { type: "tool_use", id: "toolu_1", name: "now", input: {}, caller: { type: "direct" } },
      { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "tool_reference", tool_name: "x" }] },
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "redacted_thinking", data: "x" },
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
      { type: "search_result", source: "s", title: "t", content: [] },
    ];
    const request = fc.record(
      {
        model: fc.constantFrom("m"),
        max_tokens: fc.constantFrom(1, 2, 3, 0),
        messages: fc.array(
          fc.record({
            role: fc.constantFrom("user", "assistant"),
            content: fc.oneof(fc.string(), fc.subarray(blocks)),
          }),
          { maxLength: 3 },
        ),
        system: fc.oneof(fc.constant("s"), fc.constant([{ type: "text", text: "s" }]), fc.constant(7)),
        tool_choice: fc.constantFrom({ type: "auto" }, { type: "none" }, { type: "other" }),
        temperature: fc.constantFrom(0, 1, 2),
        thinking: fc.constantFrom({ type: "adaptive" }, { type: "enabled", budget_tokens: 5 }),
        metadata: fc.constantFrom({ user_id: null }, { other: 1 }),
      },
      { requiredKeys: ["model", "max_tokens", "messages"] },
    );
    let acceptedCount = 0;
    fc.assert(
      fc.property(request, (value) => {
        if (!takes(value)) return;
        acceptedCount++;
        expect(check(value)).toEqual([]);
      }),
      { seed: 7, numRuns: 400 },
    );
    expect(acceptedCount).toBeGreaterThan(20);
  });
});
