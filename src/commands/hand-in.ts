import { UserError } from "../lib/index.ts";
import { loop, LoopError, type Limits, type Stopped, type Tool } from "../loop/index.ts";
import type { Session } from "../session/index.ts";

const limits = {
  iterations: 4,
  milliseconds: 300_000,
  tokens: 200_000,
  retries: 1,
} satisfies Partial<Limits>;

/** Reasons for not asking the model again. */
const endings: Partial<Record<NonNullable<Stopped> | "silent", string>> = {
  silent: "gave no answer",
  time: `took longer than ${limits.milliseconds / 60_000} minutes`,
  tokens: "used up its tokens",
};

/**
 * Asks the session's model to submit something by calling one tool, which validates it and may be called again.
 * @returns why the model shouldn't be asked again, such as "gave no answer" or "failed: …"; the tool holds the result
 * @throws UserError `stopped` if the signal was aborted
 */
export async function handIn(
  tool: Tool,
  prompt: { readonly system: string; readonly text: string },
  { session, signal }: { readonly session: Session; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { model, settings, clock, journal } = session;
  if (!model) return endings.silent;
  try {
    const { stopped } = await loop({
      model,
      tools: [tool],
      signal,
      limits,
      clock,
      request: {
        model: settings.model,
        max_tokens: 8192,
        system: prompt.system,
        tool_choice: { type: "tool", name: tool.name },
        messages: [{ role: "user", content: prompt.text }],
      },
      on: (event) => journal.append({ type: "loop", event }),
    });
    if (stopped === "aborted" || signal.aborted)
      throw new UserError("stopped", "Stopped.", "Run the command again.");
    return endings[stopped ?? "end_turn"];
  } catch (error) {
    if (!(error instanceof LoopError) || signal.aborted) throw error;
    return `failed: ${inLine(error.message)}`;
  }
}

/** The beginning of an upstream's response on one line, without characters that could manipulate a terminal. */
const inLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .replace(/\.$/, "")
    .slice(0, 300);
