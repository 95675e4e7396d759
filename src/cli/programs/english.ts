import { explainText, headings, unreadText } from "../../describe/index.ts";
import { type Report, show } from "../../report/index.ts";

/** Reports how a description in English is parsed, stage by stage. */
export function readingOf(text: string): Report {
  const { tokens, frames, evidence, facts, account } = explainText(text);
  return {
    title: "How the description is read",
    outcome: "done",
    sections: [
      ...show.tables(
        "tokens",
        "Words",
        ["sentence"],
        tokens.map((line) => [line]),
      ),
      ...show.tables(
        "frames",
        "What each sentence states",
        ["kind", "said"],
        frames.map(({ kind, said }) => [kind, said]),
      ),
      ...show.tables(
        "evidence",
        "Which nouns are resources (from 2 on)",
        ["noun", "score", "why"],
        evidence.map(({ noun, score, why }) => [noun, score.toFixed(1), why]),
      ),
      ...show.tables(
        "facts",
        "Definition",
        ["line"],
        facts
          .split("\n")
          .filter(Boolean)
          .map((line) => [line]),
      ),
      ...show.tables(
        "rules",
        "Rules and the like",
        ["kind", "said"],
        account.rules.map(({ kind, text: wording }) => [headings[kind].title, wording]),
      ),
      ...show.tables(
        "unread",
        "Not understood",
        ["part"],
        account.unread.map((unread) => [unreadText(unread)]),
      ),
    ],
  };
}
