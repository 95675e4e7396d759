import { explainText, headings, unreadText } from "../../describe/index.ts";
import { type Report, show } from "../../report/index.ts";

/** Reports how a description in English is parsed, stage by stage. */
export function readingOf(text: string): Report {
  const { tokens, frames, evidence, facts, account } = explainText(text);
  const table = (
    key: string,
    title: string,
    columns: readonly string[],
    rows: readonly (readonly string[])[],
  ) => (rows.length > 0 ? [show.section(key, title, [show.table(columns, rows)])] : []);
  return {
    title: "How the description is read",
    outcome: "done",
    sections: [
      ...table(
        "tokens",
        "Words",
        ["sentence"],
        tokens.map((line) => [line]),
      ),
      ...table(
        "frames",
        "What each sentence states",
        ["kind", "said"],
        frames.map(({ kind, said }) => [kind, said]),
      ),
      ...table(
        "evidence",
        "Which nouns are resources (from 2 on)",
        ["noun", "score", "why"],
        evidence.map(({ noun, score, why }) => [noun, score.toFixed(1), why]),
      ),
      ...table(
        "facts",
        "Definition",
        ["line"],
        facts
          .split("\n")
          .filter(Boolean)
          .map((line) => [line]),
      ),
      ...table(
        "rules",
        "Rules and the like",
        ["kind", "said"],
        account.rules.map(({ kind, text: wording }) => [headings[kind].title, wording]),
      ),
      ...table(
        "unread",
        "Not understood",
        ["part"],
        account.unread.map((unread) => [unreadText(unread)]),
      ),
    ],
  };
}
