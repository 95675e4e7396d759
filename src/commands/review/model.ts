import { isObject } from "../../lib/index.ts";
import { unifiedDiff } from "../../workspace/index.ts";
import { answerInJson, objectsIn } from "../agent.ts";
import type { Context } from "../command.ts";
import { struck, quoteOf, type Looked, type Shown, type Scope } from "../../review/index.ts";

/** A model's additional findings, after each was checked against the text and a refutation was attempted. */
export interface Opinion {
  readonly findings: readonly Shown[];
  readonly dropped: { readonly uncited: number; readonly refuted: number };
  /** Why the model's opinion is incomplete. */
  readonly trouble?: string | undefined;
}

const mostFindings = 12;
const mostDiff = 120_000;
const near = 3;

const task = `Review the diff for defects that programs don't find: wrong logic, cases that are forgotten, races, leaks, misleading names. Leave out what the list of known findings has. Read files where the diff alone doesn't tell.
Answer with a JSON list and nothing else: [{"file": "…", "line": 12, "quote": "the line, letter by letter", "severity": "important" | "minor", "reason": "what goes wrong, and with which input", "suggestion": "what to write instead"}]. Lines are those of the new file. An empty list is a good answer.`;

const doubt = `Someone says that the line below is a defect. Try to refute it: read the code around, its callers and its tests. Answer with JSON and nothing else: {"refuted": true | false, "why": "…"}. Say true whenever the code handles the case, or you can't name an input for which it goes wrong.`;

/** Asks the session's model for findings. Returns undefined without a model. */
export async function opinionOf({ scope, findings }: Looked, context: Context): Promise<Opinion | undefined> {
  if (!context.session.model) return undefined;
  const known = findings.map((finding) => `${finding.file}:${finding.line} ${finding.reason}`).join("\n");
  const diff = diffOf(scope);
  const first = await ask(task, `Known findings:\n${known || "none"}\n\nThe diff:\n${diff}`, context);
  const rawFindings = objectsIn(first.answer).slice(0, mostFindings);
  const cited = rawFindings.flatMap((item) => citedIn(item, scope) ?? []);
  const keptFindings: Shown[] = [];
  let { trouble } = first;
  for (const item of cited) {
    const claim = `${item.file}:${item.line}\n${item.quote}\n\nThe claim: ${item.reason}`;
    const reply = await ask(doubt, claim, context);
    trouble ??= reply.trouble;
    // Findings that aren't clearly upheld are dropped.
    if (!reply.trouble && isObject(reply.answer) && reply.answer["refuted"] === false)
      keptFindings.push(item);
  }
  return {
    findings: keptFindings,
    trouble:
      trouble ?? (Array.isArray(first.answer) ? undefined : "The model's answer was not a list of findings."),
    dropped: { uncited: rawFindings.length - cited.length, refuted: cited.length - keptFindings.length },
  };
}

const mostAnswers = 12;
const ask = (system: string, content: string, context: Context) =>
  answerInJson([system, content], mostAnswers, context);

/** Excludes files with secrets, and redacts lines that contain one. */
function diffOf({ changes }: Scope): string {
  const shownChanges = changes.filter(
    ({ path }) => !/(?:^|\/)\.env|\.(?:pem|key|lock)$|-lock\.|\.npmrc$/.test(path),
  );
  const clean = (path: string, text: string | null): string | null =>
    text === null
      ? null
      : text
          .split("\n")
          .map((line) => struck(line, path))
          .join("\n");
  return unifiedDiff(
    shownChanges.map(({ path, before, after }) => ({
      path,
      before: clean(path, before),
      after: clean(path, after),
    })),
  ).slice(0, mostDiff);
}

/** Returns the finding at the line it quotes; undefined if that text isn't there or nearby in the changes. */
function citedIn(rawFinding: Readonly<Record<string, unknown>>, scope: Scope): Shown | undefined {
  const { file, line, quote, reason, suggestion, severity } = rawFinding;
  const change = scope.changes.find(({ path }) => path === file);
  if (!change?.after || typeof line !== "number" || typeof quote !== "string" || typeof reason !== "string")
    return undefined;
  const words = squeezed(quote);
  const lines = change.after.split("\n");
  const places = lines.flatMap((text, i) =>
    Math.abs(i + 1 - line) <= near && words.length > 2 && squeezed(text).includes(words) ? [i + 1] : [],
  );
  const index = places
    .sort((a, b) => Math.abs(a - line) - Math.abs(b - line))
    .find((place) => isNear(place, change.added));
  if (index === undefined) return undefined;
  return {
    file: change.path,
    line: index,
    severity: severity === "minor" ? "minor" : "important",
    reason: reason.slice(0, 600),
    suggestion: typeof suggestion === "string" ? suggestion.slice(0, 600) : "",
    rule: "opinion",
    check: "model",
    quote: quoteOf({ file: change.path, line: index }, scope),
  };
}

const isNear = (line: number, added: ReadonlySet<number>): boolean =>
  [...added].some((value) => Math.abs(value - line) <= near);
const squeezed = (text: string): string => text.replaceAll(/\s+/g, "");
