import { nounAt, type Noun } from "./nouns.ts";
import { tokensOf } from "./tokens.ts";

const turn =
  /^\s*(?:\*\*)?(q|question|a|answer|me|you|client|dev|developer|analyst|customer)\s*\d*\s*(?:\*\*)?\s*[:>]\s*(?:\*\*)?/i;

/** What a question is about: its last noun. */
function topicOf(question: string): Noun | undefined {
  const tokens = tokensOf(question.replace(/[?.!]+\s*$/, ""));
  return tokens.flatMap((_, index) => nounAt(tokens, index) ?? []).at(-1);
}

/**
 * A transcript of questions and answers as a text: questions go, and an answer that only lists something stands under what
 * it was asked of. Other texts as they are.
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
