import type { ContentBlock, Message, MessagesRequest, Profile, TextBlock } from "./types.ts";

/**
 * Converts a request to what a model receives: in the `live` profile neighbours of one role are merged and system
 * messages become part of the system prompt, so that every model sees alternating user and assistant turns.
 */
export function forModel(request: MessagesRequest, profile: Profile): MessagesRequest {
  if (profile === "spec" || !needsJoining(request.messages)) return request;
  const messages: Message[] = [];
  const system: TextBlock[] = [];
  let joined: ContentBlock[] | undefined; // the content of the last message, if it was merged from several
  for (const message of request.messages) {
    if (message.role === "system") {
      system.push(...blocks(message).filter((block) => block.type === "text"));
      continue;
    }
    const last = messages.at(-1);
    if (last?.role !== message.role) {
      messages.push(message);
      joined = undefined;
      continue;
    }
    if (!joined) {
      joined = [...blocks(last)];
      messages[messages.length - 1] = { role: last.role, content: joined };
    }
    for (const block of blocks(message)) joined.push(block);
  }
  return system.length
    ? { ...request, messages, system: [...prompt(request), ...system] }
    : { ...request, messages };
}

const needsJoining = (messages: readonly Message[]): boolean =>
  messages.some(({ role }, i) => role === "system" || role === messages[i - 1]?.role);

const blocks = ({ content }: Message): readonly ContentBlock[] => {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
};

const prompt = ({ system = [] }: MessagesRequest): readonly TextBlock[] =>
  typeof system === "string" ? [{ type: "text", text: system }] : system;
