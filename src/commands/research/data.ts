import { data, placeData, toPlace, type DataOf } from "../../lib/index.ts";
import type { Gathered } from "../../research/index.ts";
import type { Answer } from "./model.ts";

const finding = data.object({
  place: placeData,
  symbol: data.orNull(data.text("The declaration that holds it")),
  words: data.list(data.text(), "Words of the question that stand there"),
  quote: data.text(),
});

export const researchData = data.object({
  question: data.text(),
  searched: data.object({ files: data.count(), unread: data.count(), declarations: data.count() }),
  findings: data.list(finding, "The best first"),
  callers: data.list(data.object({ symbol: data.text(), place: placeData })),
  commits: data.list(
    data.object({ hash: data.text(), date: data.text(), author: data.text(), subject: data.text() }),
  ),
  gaps: data.list(data.text(), "What was looked for and not found"),
  answer: data.orNull(
    data.list(data.object({ text: data.text(), places: data.list(placeData) })),
    "A model's claims; what each cites stands there",
  ),
});

export function dataOf(all: Gathered, answer: Answer | undefined): DataOf<typeof researchData> {
  const { question, searched, findings, relations, history } = all;
  const commits = [...history.last, ...history.related].map(({ commit }) => commit);
  return {
    question: question.text,
    searched: { files: searched.files, unread: searched.unread, declarations: searched.symbols },
    findings: findings.map(({ file, line, symbol, words, quote }) => ({
      place: toPlace(file, line),
      symbol: symbol?.declaration.name ?? null,
      words,
      quote: quote.map(({ text }) => text).join("\n"),
    })),
    callers: relations.flatMap(({ symbol, callers }) =>
      callers.map(({ file, line }) => ({ symbol: symbol.declaration.name, place: toPlace(file, line) })),
    ),
    commits: [...new Map(commits.map((commit) => [commit.hash, commit])).values()].map(
      ({ hash, date, author, subject }) => ({ hash, date, author, subject }),
    ),
    gaps: [...all.gaps, ...all.notFound.map(({ words }) => words)],
    answer: answer
      ? answer.claims.map(({ text, citations }) => ({
          text,
          places: citations.map(({ file, line }) => toPlace(file, line)),
        }))
      : null,
  };
}
