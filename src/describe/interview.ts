import { nounAt, type Noun } from "./nouns.ts";
import { tokensOf } from "./tokens.ts";

const turn =
  /^\s*(?:\*\*)?(q|question|a|answer|me|you|client|dev|developer|analyst|customer)\s*\d*\s*(?:\*\*)?\s*[:>]\s*(?:\*\*)?/i;

/** The topic of a question: its last noun. */
function topicOf(question: string): Noun | undefined {
  const tokens = tokensOf(question.replace(/[?.!]+\s*$/, ""));
  return tokens.flatMap((_, index) => nounAt(tokens, index) ?? []).at(-1);
}

/**
 * Turns a transcript of questions and answers into a text: drops questions, and puts an answer that is only a list
 * under the topic of its question. Returns other texts unchanged.
 */
export function withoutQuestions(text: string): string {
  const lines = text.replaceAll(/\s(?=(?:Q|A)\s*\d*:\s)/g, "\n").split("\n");
  const questions = lines.filter((line) => turn.test(line) && /\?\s*$/.test(line));
  if (questions.length < 2) return text;
  let topic: Noun | undefined;
  return lines
    .flatMap((line) => {
      const text = line.replace(turn, "");
      if (/\?\s*$/.test(text)) {
        topic = topicOf(text);
        return [];
      }
      const [first = "", ...rest] = text.split(/(?<=\.)\s+/);
      const name = topic?.words.join(" ");
      topic = undefined;
      const isList = /,/.test(first) && !/\b(?:is|are|has|have|can|they|it|we|i)\b/i.test(first);
      return [name && isList ? `${name}: ${first}` : first, ...rest];
    })
    .join("\n");
}
