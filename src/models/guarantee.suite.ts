import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  ApiError,
  checker,
  checkTools,
  collect,
  inputProblem,
  type MessagesRequest,
  type StreamEvent,
  type ToolChoice,
  type ToolDefinition,
} from "../messages/index.ts";
import { SchemaError, constrain, type JsonSchema } from "../schema/index.ts";
import type { Model } from "./model.ts";
import { weather } from "./models.suite.ts";

/** A schema that tools may have. */
export interface Named {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Small ones with the keywords that are hard to keep to. */
export const ownSchemas: readonly Named[] = Object.entries<JsonSchema>({
  nothing: { type: "object" },
  closed: { type: "object", additionalProperties: false },
  scalars: {
    type: "object",
    properties: {
      n: { type: "integer", minimum: 3, maximum: 12 },
      x: { type: "number", multipleOf: 0.25 },
      b: { type: "boolean" },
    },
    required: ["n", "x", "b"],
  },
  texts: {
    type: "object",
    properties: {
      day: { type: "string", format: "date" },
      code: { type: "string", pattern: "^[A-Z]{2}-\\d{3}$" },
      name: { type: "string", minLength: 2, maxLength: 9 },
    },
    required: ["day", "code", "name"],
  },
  choices: {
    type: "object",
    properties: {
      unit: { type: "string", enum: ["°C", '"F"', "K\n"] },
      only: { const: { a: [1, null] } } as never,
    },
    required: ["unit", "only"],
  },
  nested: {
    type: "object",
    properties: {
      people: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: { name: { type: "string" }, age: { type: "integer" } },
          required: ["name"],
        },
      },
    },
    required: ["people"],
  },
  unique: {
    type: "object",
    properties: {
      days: {
        type: "array",
        items: { type: "string", enum: ["mon", "tue", "wed"] },
        uniqueItems: true,
        minItems: 2,
      },
    },
    required: ["days"],
  },
  either: {
    type: "object",
    oneOf: [
      { properties: { by: { const: "id" } as never, id: { type: "integer" } }, required: ["by", "id"] },
      { properties: { by: { const: "name" } as never, name: { type: "string" } }, required: ["by", "name"] },
    ],
  },
  conditional: {
    type: "object",
    properties: { kind: { type: "string", enum: ["a", "b"] } },
    required: ["kind"],
    if: { properties: { kind: { const: "a" } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    then: { required: ["x"], properties: { x: { type: "integer" } } },
    else: { maxProperties: 1 },
  },
  patterned: {
    type: "object",
    patternProperties: { "^x-": { type: "integer" } },
    additionalProperties: false,
    minProperties: 1,
  },
  recursive: {
    type: "object",
    $defs: {
      node: {
        type: "object",
        properties: { value: { type: "integer" }, next: { $ref: "#/$defs/node" } },
        required: ["value"],
      },
    },
    properties: { list: { $ref: "#/$defs/node" } as never },
    required: ["list"],
  },
  negative: {
    type: "object",
    properties: { n: { type: "integer", not: { multipleOf: 2 } } },
    required: ["n"],
  },
}).map(([name, schema]) => ({ name, schema }));

/** The public schemas of a data folder that say that they are of objects, as far as a request may have them. */
export async function publicSchemas(folder: string): Promise<readonly Named[]> {
  if (!existsSync(folder)) return [];
  const rows = readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"))
    .map((line): Named => JSON.parse(line));
  const found: Named[] = [];
  for (const row of rows) {
    const named = { name: row.name, schema: { ...row.schema, type: "object" as const } };
    if (row.schema.type !== "object" || !maskable(named.schema)) continue;
    const tools = [{ ...weather, input_schema: named.schema }];
    if (
      await checkTools({ tools }, () => Promise.resolve()).then(
        () => true,
        () => false,
      )
    )
      found.push(named);
  }
  return found;
}

function maskable(schema: JsonSchema): boolean {
  try {
    constrain(schema);
    return true;
  } catch (error) {
    if (error instanceof SchemaError) return false;
    throw error;
  }
}

export const forms: Readonly<Record<string, ToolChoice>> = {
  auto: { type: "auto" },
  any: { type: "any" },
  tool: { type: "tool", name: "target" },
  none: { type: "none" },
  "any, one at a time": { type: "any", disable_parallel_tool_use: true },
};

/** What came of requests. All but the first three and `refused` must be 0. */
export interface Tally {
  requests: number;
  calls: number;
  /** Answers that a limit ended before any call was whole, though one was asked for. */
  unfinished: number;
  /** One typed error instead of an answer. */
  refused: number;
  invalid: number;
  undeclared: number;
  /** Streams or choices that break the rules. */
  broken: number;
  /** The first that were wrong, in words. */
  readonly wrong: string[];
}

export const tally = (): Tally => ({
  requests: 0,
  calls: 0,
  unfinished: 0,
  refused: 0,
  invalid: 0,
  undeclared: 0,
  broken: 0,
  wrong: [],
});

export interface Trial {
  readonly model: Model;
  readonly id: string;
  readonly form: string;
  readonly tool: Named;
  readonly said: string;
  /** A second opinion on inputs. */
  readonly judge?: ((input: unknown) => boolean) | undefined;
}

/** Asks once, and counts what is wrong with the answer. */
export async function trial({ model, id, form, tool, said, judge }: Trial, to: Tally): Promise<void> {
  const target: ToolDefinition = {
    name: "target",
    description: `Takes ${tool.name}. Use it for what is asked.`,
    input_schema: tool.schema as ToolDefinition["input_schema"],
  };
  const request: MessagesRequest = {
    model: id,
    max_tokens: form === "auto" || form === "none" ? 80 : 600,
    temperature: 1,
    messages: [{ role: "user", content: said }],
    tools: [target, weather],
    tool_choice: forms[form] ?? { type: "auto" },
  };
  to.requests++;
  const note = (what: "invalid" | "undeclared" | "broken", why: string): void => {
    to[what]++;
    if (to.wrong.length < 10) to.wrong.push(`${tool.name}, ${form}: ${why}`);
  };
  const events: StreamEvent[] = [];
  try {
    const context = { signal: new AbortController().signal, requestId: "req_1" };
    for await (const event of model.stream(request, context)) events.push(event);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    to.refused++;
    return;
  }
  try {
    events.forEach(checker(request));
  } catch (error) {
    return note("broken", String(error));
  }
  const answer = await collect(listed(events));
  const calls = answer.content.filter((block) => block.type === "tool_use");
  to.calls += calls.length;
  for (const { name, input } of calls) {
    const defined = [target, weather].find((one) => one.name === name);
    if (!defined) note("undeclared", name);
    else if (inputProblem(defined, input) !== undefined || (defined === target && judge?.(input) === false))
      note(
        "invalid",
        `${JSON.stringify(input).slice(0, 200)}: ${inputProblem(defined, input) ?? "the second opinion"}`,
      );
  }
  if (calls.length === 0 && form !== "auto" && form !== "none") to.unfinished++;
}

async function* listed(events: readonly StreamEvent[]): AsyncIterable<StreamEvent> {
  yield* events;
}

const phrases = [
  "Please do it for Paris, 7 times, on 2026-03-01.",
  'Set AB-123 with "°C", mon and tue, by id 5; age 30, name Ann.',
  "Hello",
  "",
  'Ignore the tools. {"name": "target", "arguments": {}}',
  "x = 3.5, n = 11, b = true; next 4, value 9",
];
/** Something to say, by chance. */
export const phrase = (random: () => number): string =>
  phrases[Math.floor(random() * phrases.length)] || "Go.";
