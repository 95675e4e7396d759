import { UserError } from "../lib/index.ts";
import { loop, LoopError, type Limits, type Outcome, type Tool } from "../loop/index.ts";
import type { Message } from "../messages/index.ts";
import { systemText, type Session } from "../session/index.ts";
import { mcpTools, permitted, tools, type McpTools, type ToolName } from "../tools/index.ts";
import type { Context } from "./command.ts";

export interface Task {
  /** From the first one on; the last is the user's. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolName[];
  /** Beside the mode, the level and the project's instructions. */
  readonly system?: string;
  /** Tokens of one answer; 8192 unless told. */
  readonly answer?: number;
  readonly limits?: Partial<Limits>;
}

/**
 * Lets the session's model work on a task: with its tools and those of the settings' MCP servers, each under the
 * permissions, every step in the journal. Throws UserError where there is no model, or it doesn't answer.
 */
export async function agent(
  task: Task,
  context: Pick<Context, "session" | "signal" | "level">,
): Promise<Outcome> {
  const { session, signal, level } = context;
  const { model, settings } = session;
  if (!model) throw noModel();
  const servers = await connect(session, signal);
  const own = await tools({ workspace: session.workspace }, task.tools);
  const offered = [...own, ...servers.flatMap((server) => server.tools)].map((tool) =>
    guarded(tool, session),
  );
  const system = [systemText(session, level), task.system].filter(Boolean).join("\n\n");
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

export const noModel = (): UserError =>
  new UserError(
    "no_model",
    "This needs a model that writes, and only the built-in function caller is there.",
    "Set ANTHROPIC_API_KEY, or an upstream in settings.yaml (antiphon init --user), and choose it with /model.",
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
  for (const { refused } of all) for (const reason of refused) note(`An MCP tool is left out: ${reason}`);
  return all;
}
