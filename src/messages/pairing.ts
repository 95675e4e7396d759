/** Rules 3 to 5: the calls of a turn, and their results in the next one. */
import { fault, type Fault } from "./shape.ts";
import type { Message, Profile } from "./types.ts";

const missing = (ids: readonly string[], index: number): Fault =>
  fault(
    `messages.${index}`,
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );

/** Checks calls and results. Consecutive messages of one role count as one turn; system messages are skipped. */
export function pairing(messages: readonly Message[], profile: Profile): Fault | undefined {
  let calls = new Calls(profile);
  let role: Message["role"] = "user";
  for (const [index, message] of messages.entries()) {
    if (message.role === "system") continue;
    const beginsTurn = message.role !== role;
    role = message.role;
    if (role === "assistant") {
      if (beginsTurn) {
        const unanswered = calls.unanswered();
        if (unanswered) return unanswered;
        calls = new Calls(profile);
      }
      calls.add(message, index);
    } else {
      const invalid = calls.addResults(message, index);
      if (invalid) return invalid;
    }
  }
  return calls.unanswered();
}

/** The calls of an assistant turn, and their results in the next user turn. */
class Calls {
  private readonly ids = new Set<string>();
  private readonly answered = new Set<string>();
  /** In `live`, results must precede all other content. */
  private readonly resultsFirst: boolean;
  private isPastResults = false;
  /** The index of the turn's last message. */
  private index = 0;

  constructor(profile: Profile) {
    this.resultsFirst = profile === "live";
  }

  add({ content }: Message, index: number): void {
    this.index = index;
    if (typeof content === "string") return;
    for (const block of content) if (block.type === "tool_use") this.ids.add(block.id);
  }

  /** Records the results in a user's message; returns the first invalid one as a fault. */
  addResults({ content }: Message, index: number): Fault | undefined {
    const blocks = typeof content === "string" ? [undefined] : content;
    for (const [position, block] of blocks.entries()) {
      if (block?.type === "tool_result") {
        const error = this.addResult(block.tool_use_id);
        if (error) return fault(`messages.${index}.content.${position}`, error);
      } else if (this.resultsFirst) this.isPastResults = true;
    }
    return undefined;
  }

  /** The calls without a result, as a fault. */
  unanswered(): Fault | undefined {
    const ids = [...this.ids].filter((id) => !this.answered.has(id));
    return ids.length ? missing(ids, this.index) : undefined;
  }

  private addResult(id: string): string | undefined {
    if (!this.ids.has(id))
      return `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    if (this.answered.has(id))
      return `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
    if (!this.isPastResults) this.answered.add(id);
    return undefined;
  }
}
