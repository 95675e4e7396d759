import { errorStatus, namedSchemas } from "../messages/index.ts";
import type { JsonSchema } from "../schema/index.ts";

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const content = (name: string): object => ({ "application/json": { schema: ref(name) } });
const ok = (name: string, description: string): object => ({
  "200": { description, content: content(name) },
});

const errors = Object.fromEntries(
  Object.entries(errorStatus).map(([type, status]) => [
    status,
    { description: type, content: content("Error") },
  ]),
);

const tokens: JsonSchema = { type: "integer", minimum: 0 };
const answers: Readonly<Record<string, JsonSchema>> = {
  Usage: {
    type: "object",
    properties: { input_tokens: tokens, output_tokens: tokens },
    required: ["input_tokens", "output_tokens"],
  },
  MessagesResponse: {
    type: "object",
    properties: {
      id: { type: "string" },
      type: { type: "string", enum: ["message"] },
      role: { type: "string", enum: ["assistant"] },
      model: { type: "string" },
      content: { type: "array", items: ref("ContentBlock") },
      stop_reason: {
        type: "string",
        enum: [
          "end_turn",
          "tool_use",
          "max_tokens",
          "stop_sequence",
          "refusal",
          "pause_turn",
          "compaction",
          "model_context_window_exceeded",
        ],
      },
      stop_sequence: { anyOf: [{ type: "string" }, { type: "null" }] },
      usage: ref("Usage"),
    },
    required: ["id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "usage"],
  },
  TokenCount: { type: "object", properties: { input_tokens: tokens }, required: ["input_tokens"] },
  Model: {
    type: "object",
    properties: {
      type: { type: "string" },
      object: { type: "string" },
      id: { type: "string" },
      display_name: { type: "string" },
      created_at: { type: "string" },
      created: { type: "integer" },
      owned_by: { type: "string" },
    },
    required: ["type", "object", "id", "display_name", "created", "owned_by"],
  },
  ModelList: {
    type: "object",
    properties: {
      object: { type: "string" },
      data: { type: "array", items: ref("Model") },
      has_more: { type: "boolean" },
    },
    required: ["object", "data", "has_more"],
  },
  Health: { type: "object", properties: { status: { type: "string" } }, required: ["status"] },
  Error: {
    type: "object",
    properties: {
      type: { type: "string", enum: ["error"] },
      error: {
        type: "object",
        properties: {
          type: { type: "string", enum: Object.keys(errorStatus) },
          message: { type: "string" },
          details: { type: "object" },
        },
        required: ["type", "message"],
      },
      request_id: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
    required: ["type", "error"],
  },
};

const key = [{ apiKey: [] }, { bearer: [] }];
const body = (name: string): object => ({ required: true, content: content(name) });

/** The service's OpenAPI document, from the tables that requests are validated by. */
export const openapiDocument = (): object => ({
  openapi: "3.1.0",
  info: {
    title: "Antiphon",
    version: "1.0.0",
    description: "A messages endpoint with tool use.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/" }],
  paths: {
    "/v1/messages": {
      post: {
        operationId: "createMessage",
        summary: "Answers a conversation, whole or as a stream of events.",
        security: key,
        requestBody: body("MessagesRequest"),
        responses: {
          "200": {
            description: "The answer; with `stream: true` its events.",
            content: {
              ...content("MessagesResponse"),
              "text/event-stream": { schema: { type: "string" } },
            },
          },
          ...errors,
        },
      },
    },
    "/v1/messages/count_tokens": {
      post: {
        operationId: "countTokens",
        summary: "Counts the input tokens of a request.",
        security: key,
        requestBody: body("CountTokensRequest"),
        responses: { ...ok("TokenCount", "The count."), ...errors },
      },
    },
    "/v1/models": {
      get: {
        operationId: "listModels",
        summary: "Lists the models.",
        security: key,
        responses: { ...ok("ModelList", "The models."), ...errors },
      },
    },
    "/v1/models/{id}": {
      get: {
        operationId: "getModel",
        summary: "Describes a model.",
        security: key,
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { ...ok("Model", "The model."), ...errors },
      },
    },
    "/healthz": {
      get: {
        operationId: "health",
        summary: "Says that the server is up.",
        security: [],
        responses: { ...ok("Health", "It is."), "403": errors["403"] },
      },
    },
    "/readyz": {
      get: {
        operationId: "ready",
        summary: "Says that requests are taken.",
        security: [],
        responses: { ...ok("Health", "They are."), "403": errors["403"], "503": errors["529"] },
      },
    },
    "/metrics": {
      get: {
        operationId: "metrics",
        summary: "Counts requests, their time and tokens, in Prometheus' text format.",
        security: key,
        responses: {
          "200": { description: "The counts.", content: { "text/plain": { schema: { type: "string" } } } },
          "401": errors["401"],
          "403": errors["403"],
        },
      },
    },
  },
  components: {
    schemas: { ...namedSchemas(), ...answers },
    securitySchemes: {
      apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      bearer: { type: "http", scheme: "bearer" },
    },
  },
});
