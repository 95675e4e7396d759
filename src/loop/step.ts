import { toolbox } from "./call.ts";
import type { Conversation } from "./conversation.ts";
import type { Settings, Step } from "./options.ts";

/**
 * Prepares each request: compacts the conversation and applies the settings of the step. Throws TypeError for tools
 * that can't be offered.
 */
export function stepper(settings: Settings, talk: Conversation): (step: number) => Promise<Step> {
  toolbox(settings.tools);
  return async (step) => {
    const now = () => ({ step, messages: talk.messages, usage: talk.usage });
    const shorter = await settings.compact?.(now());
    if (shorter !== undefined) {
      talk.replace(shorter);
      await settings.emit({ type: "compaction", messages: shorter });
    }
    const preparedStep = (await settings.prepareStep?.(now())) ?? {};
    if (preparedStep.tools) toolbox(preparedStep.tools);
    return preparedStep;
  };
}
