/** Rules 3 to 5: a turn's calls, and the results that the next one brings. */
import { fault, type Fault } from "./shape.ts";
import type { Message, Profile } from "./types.ts";

const missing = (ids: readonly string[], index: number): Fault =>
  fault(
    `messages.${index}`,
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );

/** Neighbours of one role are one turn, and system messages stand aside. */
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

/** The calls of an assistant's turn, and the results that the user's next turn brings. */
class Asked {
  private readonly ids = new Set<string>();
  private readonly answered = new Set<string>();
  private readonly inOrder: boolean;
  private at = 0;
  private late = false;

  constructor(profile: Profile) {
    this.inOrder = profile === "live"; // there results must come before anything else
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

  /** What is still to be answered. */
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
