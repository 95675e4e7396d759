import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialectNames, upstreamFields } from "../../config/index.ts";
import { isObject, systemClock, type JsonObject } from "../../lib/index.ts";
import { collect, type ContentBlock, type MessagesRequest } from "../../messages/index.ts";
import { openModel, registry } from "../index.ts";
import { dialectOf, dialects } from "./dialects.ts";
import { recogniseDialect } from "./service.ts";

const page = readFileSync(new URL("../../../docs/models.md", import.meta.url), "utf8");

const quoted = (cell = ""): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The page's tables of dialects: for each dialect of a table, its cells by title. */
const tables = [...page.matchAll(/^\| dialect \|[^]*?\n\n/gm)].map(([table]) => {
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [titles = [], , ...rows] = table.trim().split("\n").map(cells);
  return rows.flatMap((row) => {
    const named = Object.fromEntries(row.map((cell, i) => [titles[i] ?? "", cell]));
    return quoted(row[0]).map((name) => [name, named] as const);
  });
});

const tool = (name: string) => ({ name, description: "A tool.", input_schema: { type: "object" } }) as const;
const user = (...content: readonly ContentBlock[]) => ({ role: "user", content }) as const;
const plain: MessagesRequest = { model: "m", max_tokens: 9000, messages: [{ role: "user", content: "hi" }] };
const calledBy = (id: string, ...thoughts: readonly ContentBlock[]): MessagesRequest["messages"] => [
  { role: "user", content: "look" },
  { role: "assistant", content: [...thoughts, { type: "tool_use", id, name: "look", input: {} }] },
  user({ type: "tool_result", tool_use_id: id, content: "a cat" }),
];
const looped: MessagesRequest = {
  ...plain,
  thinking: { type: "adaptive" },
  tools: [tool("look")],
  messages: calledBy("toolu_1", { type: "thinking", thinking: "Let me see.", signature: "" }),
};

/** The body that a server of a dialect receives, or the message of the refusal. */
const sent = async (dialect: string, request: MessagesRequest): Promise<JsonObject | string> =>
  (await exchanged(dialect, request)).body;

/** A refusal names the field or block, and says what to do instead. */
const refusal =
  /has no .*(?:top_k|stop_sequences|thinking|image|document|output_config\.\w+).*: (?:leave it out,|send) /;

async function exchanged(dialect: string, request: MessagesRequest) {
  const bodies: JsonObject[] = [];
  let headers = new Headers();
  const called = { tool_calls: [{ index: 0, id: "c1", function: { name: "look", arguments: "{}" } }] };
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    headers = new Headers(init?.headers);
    const choice = { delta: request.tool_choice ? called : { content: "ok" }, finish_reason: "stop" };
    return new Response(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`, {
      headers: { "content-type": "text/event-stream" },
    });
  };
  const options = { url: "http://127.0.0.1:9/v1", key: "k", models: ["m"], dialect };
  const outside = { fetch, clock: systemClock, random: () => 0 };
  const model = registry([await openModel({ provider: "openai", options }, outside)]);
  const context = { signal: new AbortController().signal, requestId: "req_1" };
  try {
    await collect(model.stream(request, context));
  } catch (error) {
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(refusal) as string });
    return { body: String(error), headers };
  }
  return { body: bodies.at(-1) ?? {}, headers };
}

const sentBody = (dialect: string, content: ContentBlock) =>
  sent(dialect, { ...plain, messages: [user(content)] });
const png = { type: "base64", media_type: "image/png", data: "AAAA" } as const;
const carries = (found: JsonObject | string): boolean => typeof found !== "string";
const names = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(", ");

const bodyOf = async (dialect: string, more: Partial<MessagesRequest> = {}): Promise<JsonObject> => {
  const body = await sent(dialect, { ...plain, ...more });
  if (typeof body === "string") throw new Error(body);
  return body;
};
const shared = /^(model|messages|max_tokens|max_completion_tokens|stream|stream_options)$/;
/** The fields that not every request has. */
const added = (body: JsonObject) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !shared.test(key)));
const json = (fields: object): string => (Object.keys(fields).length ? `\`${JSON.stringify(fields)}\`` : "");
const choosing = (tool_choice: MessagesRequest["tool_choice"]) => ({
  tools: [tool("look"), tool("read")],
  ...(tool_choice && { tool_choice }),
});
const adaptive = { thinking: { type: "adaptive" } } as const;
const levels = ["low", "medium", "high", "xhigh", "max"] as const;
/** The effort level anywhere in a body. */
const levelOf = (fields: object): string | undefined => /effort":"(\w+)"/.exec(JSON.stringify(fields))?.[1];

/** What a dialect does, in the words of a column's cell; true is yes and false is refused. */
const seen: readonly Readonly<Record<string, (dialect: string) => Promise<string | boolean>>>[] = [
  {
    async "`thinking` and `effort` are sent as"(dialect) {
      const found = await sent(dialect, { ...plain, ...adaptive, output_config: { effort: "high" } });
      if (typeof found === "string") return "set in the app; budget and effort refused";
      return names(Object.keys(added(found)));
    },
    async "thinking goes back as"(dialect) {
      const found = await sent(dialect, looped);
      if (typeof found === "string") return false;
      const turn =
        (found["messages"] as readonly JsonObject[]).find(({ role }) => role === "assistant") ?? {};
      if (Array.isArray(turn["content"])) return "parts";
      return names(Object.keys(turn).filter((key) => turn[key] === "Let me see."));
    },
    async "`tool_choice`"(dialect) {
      const { tools, tool_choice: choice } = await bodyOf(dialect, choosing({ type: "tool", name: "look" }));
      expect(tools).toHaveLength(isObject(choice) ? 2 : 1);
      if (isObject(choice)) return true;
      return choice === undefined ? "by the guard" : choice === "required" && "words";
    },
    async pictures(dialect) {
      if (!carries(await sentBody(dialect, { type: "image", source: png }))) return false;
      const source = { type: "url", url: "https://pictures.example/a.png" } as const;
      return carries(await sentBody(dialect, { type: "image", source })) || "inline";
    },
    async PDF(dialect) {
      const source = { ...png, media_type: "application/pdf" } as const;
      return carries(await sentBody(dialect, { type: "document", source }));
    },
    async "JSON Schema"(dialect) {
      const format = { type: "json_schema", schema: { type: "object" } } as const;
      return carries(await sent(dialect, { ...plain, output_config: { format } }));
    },
    "`top_k`": async (dialect) => carries(await sent(dialect, { ...plain, top_k: 5 })),
  },
  {
    async "recognised by"(dialect) {
      const { host, ownedBy } = dialects[dialect as keyof typeof dialects];
      if (ownedBy !== undefined) {
        const fetch = async () => Response.json({ data: [{ id: "m", owned_by: ownedBy }] });
        const { listed } = await recogniseDialect({ url: "http://127.0.0.1:9/v1" }, { fetch });
        expect(listed).toBe(dialect);
        return `owner \`${ownedBy}\``;
      }
      if (!host) return "–";
      const hosts = quoted(tables[1]?.find(([name]) => name === dialect)?.[1]["recognised by"]);
      const right = hosts.filter((name) => {
        const address = (suffix = ""): URL => new URL(`https://${name.replace("*", "shop")}${suffix}/v1`);
        expect(dialectOf(undefined, address(".evil.example"))).toBe("compatible");
        return dialectOf(undefined, address()) === dialect;
      });
      return names(right);
    },
    async key(dialect) {
      const { headers } = await exchanged(dialect, plain);
      return headers.get("authorization") === "Bearer k"
        ? "bearer"
        : headers.get("api-key") === "k" && "`api-key`";
    },
    async "limit of the answer"(dialect) {
      const body = await bodyOf(dialect);
      return names(Object.keys(body).filter((key) => body[key] === plain.max_tokens));
    },
    async "`metadata.user_id` as"(dialect) {
      const user_id = "u".repeat(200);
      const { user, metadata } = await bodyOf(dialect, { metadata: { user_id } });
      if (isObject(metadata)) return metadata["user_id"] === user_id && "`metadata`";
      return user === user_id ? "`user`" : String(user).length <= 64 && "`user`, up to 64";
    },
    async "stop sequences"(dialect) {
      const stops = Array.from({ length: 40 }, (_, i) => `stop${i}`);
      const acceptances = await Promise.all(
        stops.map(async (_, i) => carries(await sent(dialect, { ...plain, stop_sequences: stops.slice(i) }))),
      );
      const most = stops.length - acceptances.indexOf(true);
      return most === stops.length ? "any" : String(most);
    },
    async "ids of calls"(dialect) {
      const sentFor = async (id: string): Promise<string> => {
        const body = await bodyOf(dialect, { messages: calledBy(id), tools: [tool("look")] });
        return /"tool_call_id":"(\w+)"/.exec(JSON.stringify(body))?.[1] ?? "";
      };
      const [most, more] = [await sentFor("x".repeat(40)), await sentFor("x".repeat(41))];
      if (most === "x".repeat(40)) return more.length <= 40 && "up to 40";
      expect(await sentFor("abcDEF123")).toBe("abcDEF123");
      expect(await sentFor("abc_DEF12")).toMatch(/^[a-zA-Z0-9]{9}$/);
      return String(most.length);
    },
    async '"call some tool"'(dialect) {
      const { tool_choice } = await bodyOf(dialect, choosing({ type: "any" }));
      return tool_choice === undefined ? "–" : `\`${String(tool_choice)}\``;
    },
  },
  {
    "without `thinking`": async (dialect) => json(added(await bodyOf(dialect))),
    "with it": async (dialect) => json(added(await bodyOf(dialect, adaptive))),
    async "levels of effort"(dialect) {
      const bodies = await Promise.all(
        levels.map((effort) => sent(dialect, { ...plain, ...adaptive, output_config: { effort } })),
      );
      if (bodies.every((body) => typeof body === "string")) return false;
      return [...new Set(bodies.map((body) => levelOf(body as JsonObject)))].join(", ");
    },
    async budget_tokens(dialect) {
      const found = await sent(dialect, { ...plain, thinking: { type: "enabled", budget_tokens: 5000 } });
      if (typeof found === "string") return false;
      const fields = added(found);
      if (isObject(fields["reasoning"]))
        return fields["reasoning"]["max_tokens"] === 5000 && "`reasoning.max_tokens`";
      return levelOf(fields) === undefined ? "switches it on" : "as an effort";
    },
  },
];

it("documents every field of an upstream", () => {
  const [table = ""] = /^\| field \| \|\n[^]*?\n\n/m.exec(page) ?? [];
  const fields = table.split("\n").flatMap((row) => quoted(row.split("|")[1]));
  expect(fields.toSorted()).toEqual(["provider", "key", ...Object.keys(upstreamFields)].toSorted());
});

it("documents every dialect in each table", () => {
  expect(tables).toHaveLength(seen.length);
  for (const table of tables)
    expect(table.map(([name]) => name).toSorted()).toEqual([...dialectNames].toSorted());
});

describe.each(dialectNames)("%s does what docs/models.md says", (name) => {
  it.each(
    seen.flatMap((columns, i) => Object.entries(columns).map(([title, look]) => [title, i, look] as const)),
  )("%s", async (title, i, look) => {
    const row = tables[i]?.find(([dialect]) => dialect === name)?.[1] ?? {};
    const cell = row[title] ?? row[`\`${title}\``] ?? "no such column";
    const found = await look(name);
    const words = { yes: true, refused: false, "`openai`": name === "openai" }[cell] ?? cell;
    expect(found).toBe(words);
  });
});

it.each(dialectNames)(
  "%s is asked to count, and gets a user's text behind a result, as the page says",
  async (name) => {
    const { stream_options, messages } = await bodyOf(name, {
      messages: [
        ...calledBy("toolu_1").slice(0, 2),
        user(
          { type: "tool_result", tool_use_id: "toolu_1", content: "a cat" },
          { type: "text", text: "go on" },
        ),
      ],
      tools: [tool("look")],
    });
    const roles = (messages as readonly JsonObject[]).map(({ role }) => role);
    expect([stream_options, roles.slice(2)]).toEqual(
      name === "mistral"
        ? [undefined, ["tool", "assistant", "user"]]
        : [{ include_usage: true }, ["tool", "user"]],
    );
    if (name === "mistral") expect(messages).toMatchObject({ 3: { content: "Noted." } });
  },
);

it.each(dialectNames)(
  "%s gets names of tools up to 64 characters, and longer ones shortened",
  async (name) => {
    const names = ["a".repeat(64), "b".repeat(65)];
    const { tools } = await bodyOf(name, { tools: names.map(tool) });
    const toolNames = (tools as readonly { readonly function: { readonly name: string } }[]).map(
      (item) => item.function.name,
    );
    expect(toolNames[0]).toBe(names[0]);
    expect(toolNames[1]?.length).toBeLessThanOrEqual(64);
  },
);
