import { styles, type Level, type Style } from "../report/index.ts";
import { activates, type Session } from "../session/index.ts";
import { format, type Command } from "./command.ts";

/** The level set by `--format`, if the command uses the common `--format`. */
export function levelFlag(command: Command, flags: object): Level | undefined {
  const flag = Object.hasOwn(command.flags, "format") ? command.flags["format"] : format;
  const value = flag === format && "format" in flags ? flags.format : undefined;
  return value === "concise" || value === "ultra" ? value : undefined;
}

/** How a command's report is shown: by its flag, otherwise by the session's mode, which may switch itself on. */
export async function styleOf(name: string, level: Level | undefined, session: Session): Promise<Style> {
  if (level) return styles[level];
  const mode = session.mode.name === "default" ? await activated(name, session) : session.mode;
  return {
    level: mode.level,
    explanations: mode.skipExplanations.includes(name) ? "none" : mode.explanations,
    comments: mode.comments,
  };
}

async function activated(command: string, session: Session): Promise<Session["mode"]> {
  const { modes, settings, ci } = session;
  const mode = await modes.load("token-efficient");
  if (Object.keys(mode.autoActivate).length === 0) return session.mode;
  let answers = 0;
  let used = 0;
  for await (const entry of session.journal.read()) {
    if (entry.type !== "loop" || entry.event.type !== "answer") continue;
    const { usage } = entry.event.response;
    answers += 1;
    used += usage.input_tokens + usage.output_tokens;
  }
  const why = activates(mode.autoActivate, { command, answers, used, budget: settings.budget, ci });
  if (why === undefined) return session.mode;
  session.note(`Token-efficient mode for this command: ${why}.`);
  return mode;
}
