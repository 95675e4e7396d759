import { isObject } from "../../lib/index.ts";
import { type Section, show } from "../../report/index.ts";
import { answerInJson, objectsIn } from "../agent.ts";
import type { Context } from "../command.ts";
import { type Citation, cited, type Gathered, inert, place } from "../../research/index.ts";

export interface Claim {
  readonly text: string;
  /** Each one was found literally at its place. */
  readonly citations: readonly Citation[];
}

/** A model's answer, after the citations of each claim were verified. */
export interface Answer {
  readonly claims: readonly Claim[];
  /** Claims without any citation that was found. */
  readonly dropped: number;
  /** What it searched for without success, in its words. */
  readonly missing: readonly string[];
  readonly trouble: string | undefined;
}

const mostClaims = 20;
const mostMissing = 10;

const task = (deep: boolean): string =>
  `Answer the question about this project from what stands in its files. Search and read before you answer${deep ? ": every side of the question, other places that do the same, tests, history and configuration" : ""}.
Answer with JSON and nothing else: {"claims": [{"text": "one sentence", "citations": [{"file": "path", "line": 12, "quote": "text of that line, letter by letter"}]}], "not_found": ["what you looked for and didn't find"]}. A citation may also be {"commit": "hash", "quote": "words of its message"}. A program looks up every citation, and a claim without one that stands there is thrown away. The claim that answers most comes first.`;

/** Lets the session's model answer from what was gathered. Returns undefined without a model. */
export async function answered(all: Gathered, context: Context): Promise<Answer | undefined> {
  const { session } = context;
  if (!session.model) return undefined;
  const message = [`The question: ${all.question.text}`, `What a search found:\n${foundText(all)}`].join(
    "\n\n",
  );
  const { answer, trouble } = await answerInJson(
    [task(all.depth.deep), message],
    all.depth.deep ? 40 : 16,
    context,
  );
  const claims = objectsIn(isObject(answer) ? answer["claims"] : answer).slice(0, mostClaims);
  const checked: Claim[] = [];
  for (const claim of claims) {
    const citations: Citation[] = [];
    for (const citation of objectsIn(claim["citations"]))
      citations.push(...(await cited(citation, session.workspace)));
    const { text } = claim;
    if (typeof text === "string" && text.trim() && citations.length)
      checked.push({ text: text.trim().slice(0, 600), citations });
  }
  const missing = isObject(answer) && Array.isArray(answer["not_found"]) ? answer["not_found"] : [];
  return {
    claims: checked,
    dropped: claims.length - checked.length,
    missing: missing
      .filter((item): item is string => typeof item === "string")
      .slice(0, mostMissing)
      .map((item) => item.slice(0, 300)),
    trouble:
      trouble ??
      (claims.length || isObject(answer) ? undefined : "The model's answer was not a list of claims."),
  };
}

const foundText = ({ findings, history }: Gathered): string =>
  [
    ...findings.map(
      ({ file, quote }) => `${file}\n${quote.map(({ number, text }) => `${number}: ${text}`).join("\n")}`,
    ),
    ...history.related
      .slice(0, 8)
      .map(({ commit }) => `commit ${commit.hash.slice(0, 10)} ${commit.subject}`),
  ].join("\n\n");

const plain = (text: string): string => text.replaceAll(/[<>[\]!*`_|\\]/g, "\\$&").replaceAll(/\s+/g, " ");

/** Claims with their quotations, marked as a model's words. */
export function answerSections({ claims, dropped, missing, trouble }: Answer): readonly Section[] {
  const facts = {
    claims: claims.length,
    "dropped, as what they cite isn't there": dropped,
    ...(trouble && { "not whole": plain(trouble) }),
  };
  return [
    show.section(
      "answer",
      "What the model says",
      [
        show.facts(facts),
        ...claims.flatMap(({ text, citations }) => [
          show.list([`${plain(text)} (${citations.map(placeOf).join(", ")})`]),
          show.code(
            "text",
            citations.map(({ line, quote }) => (line ? `${line} │ ${quote}` : quote)).join("\n"),
          ),
        ]),
      ],
      { voice: "model" },
    ),
    ...(missing.length
      ? [
          show.section("not_found", "What the model did not find", [show.list(missing.map(plain))], {
            voice: "model" as const,
          }),
        ]
      : []),
  ];
}

const placeOf = ({ file, line }: Citation): string => (line ? place(file, line) : inert(file));
