import { jsonrepair } from "jsonrepair";
import { UserError, inTable, isObject } from "../lib/index.ts";
import { loop, LoopError, type Limits, type Outcome, type Tool } from "../loop/index.ts";
import { estimateTokens, type Message } from "../messages/index.ts";
import { systemText, type Session } from "../session/index.ts";
import {
  mcpTools,
  permitted,
  redact,
  secretValues,
  tools,
  type McpTools,
  type Role,
} from "../tools/index.ts";
import type { Context } from "./command.ts";

export interface Task {
  /** The conversation from its start; the last message is the user's. */
  readonly messages: readonly Message[];
  /** The permissions of the model. */
  readonly may: Exclude<Role, "named">;
  /** In addition to the mode, the level and the project's instructions. */
  readonly system?: string;
  /** Maximum tokens of one response; default 8192. */
  readonly answer?: number;
  readonly limits?: Partial<Limits>;
}

/**
 * Lets the session's model work on a task with the built-in tools and those of the configured MCP servers, subject to
 * permissions, with every step in the journal. Throws UserError without a model, or if it doesn't respond.
 */
export async function agent(
  task: Task,
  context: Pick<Context, "session" | "signal" | "level" | "events">,
): Promise<Outcome> {
  const { session, signal, level, events } = context;
  const { model, settings } = session;
  if (!model) throw noModel();
  const servers = await connect(session, signal);
  const builtin = await builtinTools(session, task.may);
  const offered = [...builtin, ...servers.flatMap((server) => server.tools)].map((tool) =>
    guarded(tool, session),
  );
  const system = [systemText(session, level), task.system].filter(Boolean).join("\n\n");
  const definitions = offered.map(({ name, description, input_schema }) => ({
    name,
    description,
    input_schema,
  }));
  const { input_tokens } = estimateTokens({ messages: [], tools: definitions });
  await session.journal.append({ type: "tools", tokens: input_tokens });
  session.progress("The model is thinking");
  try {
    return await loop({
      model,
      tools: offered,
      signal,
      clock: session.clock,
      ...(task.limits && { limits: task.limits }),
      request: {
        model: settings.model,
        max_tokens: task.answer ?? 8192,
        messages: task.messages,
        ...(system && { system }),
      },
      async on(event) {
        if (event.type === "call") session.progress(`The model calls ${event.block.name}`);
        if (event.type !== "stream") events.push(event);
        await session.journal.append({ type: "loop", event });
      },
    });
  } catch (error) {
    if (!(error instanceof LoopError) || signal.aborted) throw error;
    throw new UserError(
      "model_failed",
      `The model gave no answer: ${error.message}`,
      "antiphon doctor checks the models.",
      {
        cause: error,
      },
    );
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** Returns the role's tools; with `run`, also `named` tools that a permission mentions for another purpose than denying. */
async function builtinTools({ workspace, settings }: Session, may: Task["may"]): Promise<readonly Tool[]> {
  if (may !== "run") return tools({ workspace }, [may]);
  const offered = await tools({ workspace }, [may, "named"]);
  const isNamed = (name: string) =>
    settings.permissions.some(({ tool, then }) => tool === name && then !== "deny");
  return offered.filter(({ name, offer }) => offer.includes(may) || isNamed(name));
}

export interface Worked {
  readonly messages: readonly Message[];
  /** Why the model didn't finish, for a person; undefined if it did. */
  readonly trouble: string | undefined;
}

/** Like `agent`, for work that a program verifies: what kept the model from finishing is returned instead of thrown. */
export async function work(
  task: Task,
  context: Pick<Context, "session" | "signal" | "level" | "events">,
): Promise<Worked> {
  try {
    const { messages, stopped } = await agent(task, context);
    context.signal.throwIfAborted();
    return { messages, trouble: inTable(troubles, String(stopped)) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof UserError) || error.code !== "model_failed") throw error;
    return { messages: task.messages, trouble: error.message };
  }
}

/** Stop reasons that mean the work wasn't finished. */
export const troubles: Readonly<Record<string, string>> = {
  refusal: "The model refused to go on.",
  max_tokens: "The model's answer was cut off at its limit.",
  model_context_window_exceeded: "The conversation grew larger than the model takes.",
  iterations: "The model came to no end: it was stopped after as many answers as it may give.",
  time: "The model came to no end in its time.",
  tokens: "The model came to no end with the tokens that it may use.",
};

/** Returns the model's last text. */
export function lastText(messages: readonly Message[]): string {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return "";
  if (typeof last.content === "string") return last.content;
  return last.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** Lets the model look at the project and answer in JSON; `answer` is undefined if it gave none. */
export async function answerInJson(
  [system, content]: readonly [system: string, content: string],
  iterations: number,
  context: Pick<Context, "session" | "signal" | "level" | "events">,
): Promise<{ readonly answer: unknown; readonly trouble: string | undefined }> {
  const message = redact(content, await secretValues(context.session.workspace));
  const { messages, trouble } = await work(
    { messages: [{ role: "user", content: message }], may: "look", system, limits: { iterations } },
    context,
  );
  return { answer: jsonIn(lastText(messages)), trouble };
}

/** The objects of a list in a model's answer. */
export const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Parses the JSON in a response, with or without a code fence and words around it. */
function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1] ?? text;
  const start = fenced.search(/[[{]/);
  const end = Math.max(fenced.lastIndexOf("]"), fenced.lastIndexOf("}"));
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(jsonrepair(fenced.slice(start, end + 1)));
  } catch {
    return undefined;
  }
}

export const noModel = (): UserError =>
  new UserError(
    "no_model",
    "This needs a model that writes text, and only the built-in function caller is available.",
    "antiphon connect finds one, tries it and writes the setting; /model selects one.",
  );

const guarded = (tool: Tool, { settings, ask }: Session): Tool =>
  permitted(
    tool,
    settings.permissions,
    async (question) => (await ask.choose(`${question}\nAllow?`, ["y", "n"])) === "y",
  );

async function connect({ settings, note }: Session, signal: AbortSignal): Promise<readonly McpTools[]> {
  const all = await Promise.all(
    Object.entries(settings.mcpServers).map(([name, server]) => mcpTools(name, server, signal)),
  );
  for (const { refused } of all) for (const reason of refused) note(`An MCP tool is ignored: ${reason}`);
  return all;
}
