import { listedFirst } from "../../lib/index.ts";
import { tokenise } from "./text/tokens.ts";
import type { Tool } from "./read/tool.ts";

const greeting =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|cheers|great|ok(?:ay)?)\b[^?]{0,24}$/i;
const help = /\bwhat (?:can|do) you do\b|\bhow (?:can|do) you help\b|\bwhat are you\b|^\W*help\W*$/i;

/** The answer if no tool fits the request. */
export function decline(tools: readonly Tool[], text = ""): string {
  if (tools.length === 0)
    return "I am the built-in function caller: I answer by calling tools, and this request declares none.";
  const names = tools.map((tool) => tool.definition.name);
  const can = `I can call ${listedFirst(names, 8)}.`;
  if (greeting.test(text) || help.test(text)) return `I am the built-in function caller. ${can}`;
  const words = tokenise(text).filter(({ kind }) => kind === "word");
  if (words.filter(({ stop }) => stop).length < words.length / 5)
    return `I am the built-in function caller and understand English only; of this request I recognise no tool. ${can}`;
  return `None of the tools given here fits this request. ${can}`;
}
