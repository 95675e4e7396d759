import {
  approve,
  type Block,
  type Claim,
  notFound,
  type Reported,
  type Section,
  code,
  escaped,
  show,
} from "../../report/index.ts";
import type { DataOf } from "../../lib/index.ts";
import { dataOf, type reviewData } from "./data.ts";
import { inquiryOf, severities, type Looked, type Shown } from "../../review/index.ts";
import type { Opinion } from "./model.ts";

/** `unknown`: nothing serious was found, but not everything was checked. */
export type Verdict = Claim<"approve"> | "discuss" | "request changes" | "unknown";

/** Based on the checks: a model's findings can only lead to "discuss". */
export function verdictOf(looked: Looked, opinion: Opinion | undefined): Verdict {
  const { findings } = looked;
  if (findings.some(({ severity }) => severity === "critical")) return "request changes";
  if (findings.some(({ severity }) => severity === "important") || opinion?.findings.length) return "discuss";
  return approve(inquiryOf(looked)) ?? "unknown";
}

const titles = { critical: "Critical", important: "Important", minor: "Minor" } as const;
const mostShown = 40;

export function report(looked: Looked, opinion: Opinion | undefined): Reported<DataOf<typeof reviewData>> {
  const verdict = verdictOf(looked, opinion);
  const word = typeof verdict === "string" ? verdict : verdict.words;
  const { findings } = looked;
  const counts = severities.map(
    (item) => `${findings.filter(({ severity }) => severity === item).length} ${item}`,
  );
  return {
    title: `Review: ${word}`,
    ...(typeof verdict !== "string" && { verdict }),
    outcome: verdict === "request changes" ? "failed" : "done",
    data: dataOf(looked, opinion, word),
    sections: [
      reviewed(looked, { verdict: word, counts: counts.join(", ") }),
      ...ran(looked),
      ...missing(looked),
      ...severities.flatMap((item) =>
        listed(
          item,
          titles[item],
          findings.filter(({ severity }) => severity === item),
        ),
      ),
      ...(opinion ? model(opinion) : []),
      ...good(looked),
      ...actions(findings),
    ],
  };
}

function reviewed(
  { scope }: Looked,
  { verdict, counts }: { readonly verdict: string; readonly counts: string },
): Section {
  const sum = (of: "added" | "removed"): number =>
    scope.changes.reduce((all, change) => all + change[of].size, 0);
  const facts = {
    verdict,
    reviewed: scope.what.includes("`") ? code(scope.what) : scope.what,
    files: scope.changes.length,
    lines: scope.whole ? sum("added") : `${sum("added")} new, ${sum("removed")} gone`,
    findings: counts,
  };
  return show.section("reviewed", "Reviewed", [show.facts(facts)]);
}

function ran({ results }: Looked): readonly Section[] {
  const runs = [...results.values()].flatMap((result) => result.runs ?? []);
  const blocks = runs.map(({ run, claim, passed }): Block => show.check(claim, run, passed));
  return show.sections("checks", "Checks that were run", blocks);
}

/** What wasn't checked, and why; and checks that didn't apply. */
function missing(looked: Looked): readonly Section[] {
  const all = inquiryOf(looked).missing.map(({ what, why }): Block =>
    show.check(`${code(what)}: ${why}`, undefined, false),
  );
  const unneeded = [...looked.results].flatMap(([name, result]) =>
    result.unneeded ? [`${name}: ${result.unneeded}`] : [],
  );
  const rest = all.length > mostShown ? [`and ${all.length - mostShown} more`] : [];
  const items = [...rest, ...unneeded];
  const blocks: readonly Block[] = [...all.slice(0, mostShown), ...show.lists(items)];
  return show.sections("not_checked", "Not checked", blocks);
}

function block({ file, line, check, rule, reason, suggestion, quote }: Shown): readonly Block[] {
  const facts = {
    place: code(`${file}:${line}`),
    problem: escaped(reason),
    fix: escaped(suggestion),
    check: check === rule ? check : code(`${check}/${rule}`),
  };
  const brief = `${facts.place}: ${facts.problem} → ${facts.fix} (${facts.check})`;
  const quoted: Block = {
    kind: "code",
    language: "text",
    code: `${line} | ${quote}`,
    excerpt: true,
    brief: "",
  };
  return [{ kind: "facts", facts, brief }, ...(quote.trim() ? [quoted] : [])];
}

function listed(key: string, title: string, findings: readonly Shown[]): readonly Section[] {
  if (findings.length === 0) return [];
  const rest = findings
    .slice(mostShown)
    .map((finding) => `${code(`${finding.file}:${finding.line}`)} ${escaped(finding.reason)}`);
  const blocks: readonly Block[] = [...findings.slice(0, mostShown).flatMap(block), ...show.lists(rest)];
  return [show.section(key, title, blocks)];
}

function model({ findings, dropped, trouble }: Opinion): readonly Section[] {
  const facts = {
    ...(trouble && { "not whole": escaped(trouble) }),
    "stand after a second look": findings.length,
    "dropped, as what they cite isn't there": dropped.uncited,
    "dropped, as a second look refuted them": dropped.refuted,
  };
  return [
    show.section("model", "What the model says", [show.facts(facts), ...findings.flatMap(block)], {
      voice: "model",
    }),
  ];
}

function good({ scope, results }: Looked): readonly Section[] {
  const clean = [...results.values()].flatMap(({ findings, notes = [], skipped, unneeded, what, files }) =>
    findings.length || notes.length || skipped || unneeded ? [] : (notFound(what, files.length) ?? []),
  );
  const tests = scope.changes.filter(
    ({ path, added }) => /(?:test|spec)/.test(path) && added.size > 0,
  ).length;
  const blocks: readonly Block[] = [
    ...(tests ? [show.list([`${tests} ${tests === 1 ? "test file" : "test files"} changed with it`])] : []),
    ...clean.map((claim) => ({ kind: "claim", claim }) as const),
  ];
  return show.sections("good", "What is good", blocks);
}

function actions(findings: readonly Shown[]): readonly Section[] {
  const items = new Set(
    findings
      .filter(({ severity }) => severity !== "minor")
      .map((item) => `${code(`${item.file}:${item.line}`)}: ${escaped(item.suggestion)}`),
  );
  if (items.size === 0) return [];
  return [show.section("actions", "First", [show.list([...items].slice(0, 3))], { repeats: true })];
}
