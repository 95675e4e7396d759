import type { AutoActivate } from "./session.ts";

export interface Situation {
  readonly command: string;
  /** Number of the model's answers so far. */
  readonly answers: number;
  /** Tokens used and token budget. */
  readonly used: number;
  readonly budget: number | undefined;
  readonly ci: boolean;
}

/** Returns why a mode activates itself for a command, in a few words; `undefined` if it doesn't. */
export function activates(conditions: AutoActivate, situation: Situation): string | undefined {
  const { budgetLeftBelow, conversationLongerThan, commands, ci } = conditions;
  const { command, answers, used, budget } = situation;
  if (commands?.includes(command)) return `auto_activate names /${command}`;
  if (ci && situation.ci) return "this is CI";
  if (conversationLongerThan !== undefined && answers > conversationLongerThan)
    return `the conversation has more than ${conversationLongerThan} answers`;
  if (budgetLeftBelow === undefined || budget === undefined) return undefined;
  const left = Math.max(0, (1 - used / budget) * 100);
  return left < budgetLeftBelow ? `${Math.round(left)} % of the budget is left` : undefined;
}
