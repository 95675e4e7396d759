/** Rules 3 to 5: the calls of a turn, and their results in the next one. */
import { fault, type Fault } from "./shape.ts";
import type { Message, Profile } from "./types.ts";

const missing = (ids: readonly string[], index: number): Fault =>
  fault(
    `messages.${index}`,
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );

/** Checks calls and results. Neighbours of one role count as one turn; system messages are skipped. */
export function pairing(messages: readonly Message[], profile: Profile): Fault | undefined {
  let turn = new Asked(profile);
  let role: Message["role"] = "user";
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i];
    if (!message || message.role === "system") continue;
    if (message.role !== role) {
      role = message.role;
      const wrong = role === "assistant" ? turn.open() : undefined;
      if (wrong) return wrong;
      if (role === "assistant") turn = new Asked(profile);
    }
    const wrong = role === "assistant" ? turn.ask(message, i) : turn.answer(message, i);
    if (wrong) return wrong;
  }
  return turn.open();
}

/** The calls of an assistant turn, and their results in the next user turn. */
class Asked {
  private readonly ids = new Set<string>();
  private readonly answered = new Set<string>();
  private readonly inOrder: boolean;
  private at = 0;
  private late = false;

  constructor(profile: Profile) {
    this.inOrder = profile === "live"; // in `live`, results must precede all other content
  }

  ask({ content }: Message, i: number): undefined {
    this.at = i;
    if (typeof content === "string") return;
    for (const block of content) if (block.type === "tool_use") this.ids.add(block.id);
  }

  answer({ content }: Message, i: number): Fault | undefined {
    if (typeof content === "string") {
      this.late ||= this.inOrder;
      return undefined;
    }
    for (let j = 0; j < content.length; j++) {
      const block = content[j];
      if (block?.type !== "tool_result") {
        this.late ||= this.inOrder;
        continue;
      }
      const wrong = this.result(block.tool_use_id);
      if (wrong) return fault(`messages.${i}.content.${j}`, wrong);
    }
    return undefined;
  }

  /** The calls without a result, as a fault. */
  open(): Fault | undefined {
    if (this.answered.size === this.ids.size) return undefined;
    return missing(
      [...this.ids].filter((id) => !this.answered.has(id)),
      this.at,
    );
  }

  private result(id: string): string | undefined {
    if (!this.ids.has(id))
      return `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    if (this.answered.has(id))
      return `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
    if (!this.late) this.answered.add(id);
    return undefined;
  }
}
