import { type Block, notFound, type Reported, type Section, whole, show } from "../../report/index.ts";
import { dataOf, type researchData } from "./data.ts";
import {
  type Finding,
  type Package,
  type Relation,
  type Gathered,
  inert,
  named,
  place,
  symbolPlace,
  heading,
} from "../../research/index.ts";
import type { Answer } from "./model.ts";
import { firstItems, lastName, type DataOf } from "../../lib/index.ts";

/** Formats what was gathered as quotations with their places: every line is counted or quoted, none is made up. */
export function reportOf(all: Gathered, answer?: Answer): Reported<DataOf<typeof researchData>> {
  return {
    title: `${heading}${inert(all.question.text.slice(0, 200))}`,
    outcome: "done",
    data: dataOf(all, answer),
    sections: [
      summary(all),
      show.section("findings", "Findings", places(all)),
      ...show.sections("tests", "Tests", all.tests.flatMap(quotation)),
      show.section("callers", "Callers", callers(all)),
      show.section("history", "History", history(all)),
      show.section("dependencies", "Dependencies", all.packages.flatMap(dependency)),
      show.section("gaps", "Gaps", [
        ...show.lists(all.gaps.map(sentence)),
        ...all.notFound.map((claim) => ({ kind: "claim", claim }) as const),
        ...wordsFound(all),
      ]),
      show.section("sources", "Sources", [show.list(sources(all))], { repeats: true }),
    ].filter(({ blocks }) => blocks.length > 0),
  };
}

function places({ findings, searched: { files, unread } }: Gathered): readonly Block[] {
  const none = notFound("a place that fits the question", files, unread);
  return findings.length || !none ? findings.flatMap(quotation) : [{ kind: "claim", claim: none }];
}

/** Reports that every word of the question was found. */
function wordsFound({ gaps, notFound, question, findings }: Gathered): readonly Block[] {
  const found = new Set(findings.flatMap(({ words }) => words)).size;
  const claim = whole("Every word of the question was found.", found, question.words.length);
  return claim && gaps.length + notFound.length === 0 ? [{ kind: "claim", claim }] : [];
}

function summary({ question, depth, searched, findings, relations, history, packages }: Gathered): Section {
  const found = new Set(findings.flatMap(({ words }) => words));
  const calls = relations.reduce((sum, relation) => sum + relation.callers.length, 0);
  const passages = packages.reduce((sum, one) => sum + one.passages.length, 0);
  const facts = {
    searched: `${searched.files} files, ${searched.symbols} declarations${searched.unread ? `; ${searched.unread} files are not text or too large` : ""}`,
    "files that fit": searched.fitting,
    "best place": findings[0] ? place(findings[0].file, findings[0].line) : "none",
    "words found": `${found.size} of ${question.words.length}`,
    ...(depth.deep && { depth: "deep research" }),
  };
  const listed = {
    findings: findings.length,
    "functions that call them": calls,
    commits: new Set([...history.last, ...history.related].map(({ commit }) => commit.hash)).size,
    "passages of dependencies": passages,
    ...(!depth.deep && { depth: "default; --mode=deep-research goes further" }),
  };
  const blocks: readonly Block[] = [show.facts(facts), { kind: "facts", facts: listed, brief: "" }];
  return show.section("summary", "Summary", blocks);
}

/** The place, and the numbered lines; the renderer fences them safely. */
function quotation({ file, line, symbol, words, quote }: Finding): readonly Block[] {
  const what = symbol ? `: ${symbol.declaration.kind} ${inert(symbol.declaration.name)}` : "";
  const fits = words.length > 0 ? ` (${words.map(inert).join(", ")})` : "";
  const width = String(quote.at(-1)?.number ?? 0).length;
  const numbered = (lines: Finding["quote"]): string =>
    lines.map(({ number, text }) => `${String(number).padStart(width)} │ ${text}`).join("\n");
  return [
    show.list([`${place(file, line)}${what}${fits}`]),
    {
      kind: "code",
      language: "text",
      code: numbered(quote),
      excerpt: true,
      brief: numbered(briefly(quote, words)),
    },
  ];
}

/** The first lines of a quotation that contain the question's words; its first line if none does. */
function briefly(quote: Finding["quote"], words: readonly string[]): Finding["quote"] {
  const fitting = quote.filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
  return (fitting.length ? fitting : quote).slice(0, fitting.length ? 2 : 1);
}

function callers({ relations, depth }: Gathered): readonly Block[] {
  const rows = relations
    .filter((relation) => relation.callers.length + relation.calls.length > 0)
    .map((relation) => [
      named(relation.symbol),
      some(relation.callers, depth.callers),
      some(relation.calls, depth.callers),
    ]);
  return rows.length > 0 ? [show.table(["Declared", "Called by", "Calls"], rows)] : [];
}

function some(symbols: Relation["callers"], most: number): string {
  const texts = symbols.map((item) => `${inert(lastName(item.declaration.name))} ${symbolPlace(item)}`);
  return firstItems(texts, most).join(", ");
}

function history({ history: { last, related }, depth }: Gathered): readonly Block[] {
  const blocks: Block[] = [];
  if (last.length > 0)
    blocks.push(
      show.table(
        ["Last changed", "Commit", "Date", "Author", "Subject", ...(depth.deep ? ["Why"] : [])],
        last.map(({ commit, places, why }) => [
          places.map(inert).join(", "),
          commit.hash.slice(0, 10),
          commit.date,
          inert(commit.author),
          inert(commit.subject),
          ...(depth.deep ? [inert(why)] : []),
        ]),
      ),
    );
  if (related.length > 0)
    blocks.push(
      show.table(
        ["Found by", "Commit", "Date", "Author", "Subject"],
        related.map(({ commit, found }) => [
          found.map(inert).join(", "),
          commit.hash.slice(0, 10),
          commit.date,
          inert(commit.author),
          inert(commit.subject),
        ]),
      ),
    );
  return blocks;
}

function dependency({ name, version, why, passages }: Package): readonly Block[] {
  const head = `${inert(version === undefined ? name : `${name}@${version}`)}: ${why}${passages.length > 0 ? "" : "; nothing in its documentation fits"}`;
  return [show.list([head]), ...passages.flatMap(quotation)];
}

const sentence = (text: string): string => text.replaceAll(/[<>[\]!*`_|\\]/g, "\\$&").replaceAll(/\s+/g, " ");

const span = ({ quote }: Finding): string => [...new Set([quote[0]?.number, quote.at(-1)?.number])].join("–");

function sources({ findings, tests, packages, history }: Gathered): readonly string[] {
  const files = Map.groupBy(
    [...findings, ...tests, ...packages.flatMap((item) => item.passages)],
    ({ file }) => file,
  );
  const commits = new Set(
    [...history.last, ...history.related].map(({ commit }) => commit.hash.slice(0, 10)),
  );
  const quoted = [...files].map(([file, list]) => `${inert(file)}: lines ${list.map(span).join(", ")}`);
  return [
    ...quoted,
    ...(commits.size > 0 ? [`git commits ${[...commits].join(", ")}`] : []),
    ...(quoted.length + commits.size > 0 ? [] : ["None."]),
  ];
}
