import { listed } from "../../lib/index.ts";
import type { Tool } from "./read/tool.ts";
import { stopWords } from "./knowledge/stop-words.ts";
import { tokenise } from "./text/tokens.ts";

const greeting =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|cheers|great|ok(?:ay)?)\b[^?]{0,24}$/i;
const help = /\bwhat (?:can|do) you do\b|\bhow (?:can|do) you help\b|\bwhat are you\b|^\W*help\W*$/i;

/** Function words of languages that are often used with models. */
const foreign: Readonly<Record<string, RegExp>> = {
  German: /^(?:der|die|das|den|dem|ein|eine|ist|sind|wie|und|ich|mir|nicht|für|bitte|im|mit|auf|zu|wird)$/,
  French: /^(?:le|la|les|un|une|est|sont|quel|quelle|et|je|moi|pas|pour|dans|avec|il|fait|du|des|à)$/,
  Spanish:
    /^(?:el|la|los|las|un|una|es|son|qué|que|y|yo|me|no|para|en|con|hace|por|favor|del|cuál|cómo|está)$/,
  Italian: /^(?:il|lo|la|gli|un|una|è|sono|che|e|mi|non|per|con|di|del|come|qual|oggi)$/,
  Portuguese: /^(?:o|a|os|as|um|uma|é|são|que|qual|e|eu|não|para|em|com|do|da|como|está|por)$/,
};

/** Whether a text isn't in English, judged by its letters and function words. */
export function otherLanguage(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  if (letters.length > 1 && latin < letters.length / 2) return true;
  const words = tokenise(text).flatMap((token) => (token.kind === "word" ? [token.lower] : []));
  const english = words.filter((word) => stopWords.has(word)).length;
  return Object.values(foreign).some((known) => {
    const hits = words.filter((word) => known.test(word)).length;
    return hits >= 2 && hits > english;
  });
}

/** The answer if no tool fits the request. */
export function decline(tools: readonly Tool[], text = ""): string {
  if (tools.length === 0)
    return "I am the built-in function caller: I answer by calling tools, and this request declares none.";
  const names = tools.slice(0, 8).map((tool) => tool.definition.name);
  const more = tools.length > names.length ? [`${tools.length - names.length} more`] : [];
  const can = `I can call ${listed([...names, ...more])}.`;
  if (greeting.test(text) || help.test(text)) return `I am the built-in function caller. ${can}`;
  if (otherLanguage(text))
    return `I am the built-in function caller and understand English only; of this request I recognise no tool. ${can}`;
  return `None of the tools given here fits this request. ${can}`;
}
