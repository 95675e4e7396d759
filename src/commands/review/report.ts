import type { Block, Report, Section } from "../../report/index.ts";
import { code, escaped } from "../test/shown.ts";
import { severities, type Looked, type Shown } from "./look.ts";
import type { Opinion } from "./model.ts";
import { checks } from "./table.ts";

export type Verdict = "approve" | "discuss" | "request changes";

/** By the checks alone: a model's word may open a discussion and no more. */
export function verdictOf({ findings }: Looked, opinion: Opinion | undefined): Verdict {
  if (findings.some(({ severity }) => severity === "critical")) return "request changes";
  return findings.some(({ severity }) => severity === "important") || opinion?.findings.length
    ? "discuss"
    : "approve";
}

const titles = { critical: "Critical", important: "Important", minor: "Minor" } as const;
const mostShown = 40;

export async function report(looked: Looked, opinion: Opinion | undefined): Promise<Report> {
  const verdict = verdictOf(looked, opinion);
  const { findings } = looked;
  const counts = severities.map(
    (one) => `${findings.filter(({ severity }) => severity === one).length} ${one}`,
  );
  return {
    title: `Review: ${verdict}`,
    outcome: verdict === "request changes" ? "failed" : "done",
    sections: [
      reviewed(looked, { verdict, counts: counts.join(", ") }),
      ...ran(looked),
      ...severities.flatMap((one) =>
        listed(
          one,
          titles[one],
          findings.filter(({ severity }) => severity === one),
        ),
      ),
      ...(opinion ? model(opinion) : []),
      await good(looked),
      ...actions(findings),
    ],
  };
}

function reviewed(
  { scope }: Looked,
  { verdict, counts }: { readonly verdict: Verdict; readonly counts: string },
): Section {
  const sum = (of: "added" | "removed"): number => scope.changes.reduce((all, one) => all + one[of].size, 0);
  const facts = {
    verdict,
    reviewed: scope.what.includes("`") ? code(scope.what) : scope.what,
    files: scope.changes.length,
    lines: scope.whole ? sum("added") : `${sum("added")} new, ${sum("removed")} gone`,
    findings: counts,
    ...(scope.unread.length && {
      "not read (no text, or too large)": scope.unread.slice(0, 10).map(code).join(", "),
    }),
  };
  return { key: "reviewed", title: "Reviewed", blocks: [{ kind: "facts", facts }] };
}

/** Programs that were run, and checks that could not look. */
function ran({ results }: Looked): readonly Section[] {
  const runs = [...results.values()].flatMap((one) => one.runs ?? []);
  const skipped = [...results].flatMap(([name, one]) => (one.skipped ? [`${name}: ${one.skipped}`] : []));
  const blocks: readonly Block[] = [
    ...runs.map(({ run, claim, passed }) => ({ kind: "check", claim, evidence: run, passed }) as const),
    ...skipped.map((claim) => ({ kind: "check", claim, evidence: undefined, passed: false }) as const),
  ];
  return blocks.length ? [{ key: "checks", title: "Checks that were run", blocks }] : [];
}

const block = ({ file, line, check, rule, reason, suggestion, quote }: Shown): readonly Block[] => [
  {
    kind: "facts",
    facts: {
      place: code(`${file}:${line}`),
      problem: escaped(reason),
      fix: escaped(suggestion),
      check: check === rule ? check : code(`${check}/${rule}`),
    },
  },
  ...(quote.trim()
    ? [{ kind: "code", language: "text", code: `${line} | ${quote}`, excerpt: true } as const]
    : []),
];

function listed(key: string, title: string, findings: readonly Shown[]): readonly Section[] {
  if (findings.length === 0) return [];
  const rest = findings
    .slice(mostShown)
    .map((one) => `${code(`${one.file}:${one.line}`)} ${escaped(one.reason)}`);
  const blocks: readonly Block[] = [
    ...findings.slice(0, mostShown).flatMap(block),
    ...(rest.length ? [{ kind: "list", items: rest } as const] : []),
  ];
  return [{ key, title, blocks }];
}

function model({ findings, dropped, trouble }: Opinion): readonly Section[] {
  const facts = {
    ...(trouble && { "not whole": escaped(trouble) }),
    "stand after a second look": findings.length,
    "dropped, as what they cite isn't there": dropped.uncited,
    "dropped, as a second look refuted them": dropped.refuted,
  };
  return [
    {
      key: "model",
      title: "What the model says",
      blocks: [{ kind: "facts", facts }, ...findings.flatMap(block)],
    },
  ];
}

async function good({ scope, results }: Looked): Promise<Section> {
  const clean: string[] = [];
  for (const [name, { findings, skipped }] of results)
    if (findings.length === 0 && !skipped) clean.push((await checks.load(name)).summary);
  const tests = scope.changes.filter(
    ({ path, added }) => /(?:test|spec)/.test(path) && added.size > 0,
  ).length;
  const blocks: readonly Block[] = [
    ...(tests
      ? [
          {
            kind: "list",
            items: [`${tests} ${tests === 1 ? "test file" : "test files"} changed with it`],
          } as const,
        ]
      : []),
    ...(clean.length
      ? [{ kind: "text", text: `Looked for and not found: ${clean.join("; ")}` } as const]
      : []),
  ];
  const none = { kind: "text", text: "Nothing that a program could tell." } as const;
  return { key: "good", title: "What is good", blocks: blocks.length ? blocks : [none] };
}

function actions(findings: readonly Shown[]): readonly Section[] {
  const first = findings.filter(({ severity }) => severity !== "minor").slice(0, 3);
  if (first.length === 0) return [];
  const items = first.map((one) => `${code(`${one.file}:${one.line}`)}: ${escaped(one.suggestion)}`);
  return [{ key: "actions", title: "First", blocks: [{ kind: "list", items }] }];
}
