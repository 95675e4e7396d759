import { coverage } from "../../document/index.ts";
import type { Section } from "../../report/index.ts";
import { type Outcome, percent, type Placed } from "./code-outcome.ts";
import { countings, type DocFlags } from "./contract.ts";

/** What was added, by kind. */
export function added(items: readonly Placed[], drift: readonly string[], flags: DocFlags): Section {
  const sum = (count: (item: Placed) => number): number => items.reduce((all, item) => all + count(item), 0);
  const fresh = items.filter(({ documented, now }) => now && !documented).length;
  const completed = items.filter(
    ({ documented, added: { parameters, returns, raises, summary, examples } }) =>
      documented && (parameters || returns || raises || summary || examples),
  ).length;
  const types = items.flatMap(({ path, line, name, types: own }) =>
    own.map((type) => `${path}:${line} ${name} -> ${type}`),
  );
  const all: readonly (readonly [string, number])[] = [
    ["Declarations documented for the first time", fresh],
    ["Docstrings completed", completed],
    ["Summaries", sum(({ added: { summary } }) => Number(summary))],
    ["Parameters", sum(({ added: { parameters } }) => parameters)],
    ["Return values", sum(({ added: { returns } }) => Number(returns))],
    ["Raised errors", sum(({ added: { raises } }) => raises)],
    ["Examples", sum(({ added: { examples } }) => examples)],
    ["Type annotations in the code", types.length],
    [`Statements that ${flags.update && !flags.check ? "were" : "are"} no longer true`, drift.length],
  ];
  const rows = all.filter(([, count]) => count > 0);
  return {
    key: "added",
    title: flags.check ? "Documentation that would be added" : "Documentation added",
    blocks: [
      rows.length
        ? { kind: "table", columns: ["Code comments", "Count"], rows }
        : { kind: "text", text: "None." },
      ...(types.length ? [{ kind: "list" as const, items: types }] : []),
      ...(drift.length ? [{ kind: "list" as const, items: drift }] : []),
    ],
  };
}

/** How much is documented, before and after. */
export function covered({ done, flags, least, counted }: Outcome, share: number): Section {
  const { kinds, total } = coverage(done.plans);
  const rows = Object.entries(kinds).flatMap(([kind, { all, before, now }]) =>
    all
      ? [
          [
            `${kind === "class" ? "classe" : kind}s`,
            percent(before, all),
            percent(flags.check ? before : now, all),
          ],
        ]
      : [],
  );
  return {
    key: "coverage",
    title: "Coverage",
    blocks: [
      {
        kind: "table",
        columns: ["Documented", "Before", "Now"],
        rows: [
          ...rows,
          [
            "all",
            percent(total.before, total.all),
            percent(flags.check ? total.before : total.now, total.all),
          ],
          ...(counted && flags.counting
            ? [
                [
                  `as ${countings[flags.counting]} counts`,
                  percent(counted.before, counted.all),
                  percent(flags.check ? counted.before : counted.now, counted.all),
                ],
              ]
            : []),
        ],
      },
      ...(least === undefined
        ? []
        : [
            {
              kind: "facts" as const,
              facts: { threshold: `${least} %`, reached: share >= least ? "yes" : "no" },
            },
          ]),
    ],
  };
}
