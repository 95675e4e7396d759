import { type Section, share, show } from "../../report/index.ts";
import type { Outcome } from "./code-outcome.ts";
import type { DocFlags } from "./contract.ts";
import type { Tally } from "../../document/index.ts";

export function added({ added: sum, types, drift }: Tally, flags: DocFlags): Section {
  const all: readonly (readonly [string, number])[] = [
    ["Declarations documented for the first time", sum.fresh],
    ["Docstrings completed", sum.completed],
    ["Summaries", sum.summaries],
    ["Parameters", sum.parameters],
    ["Return values", sum.returns],
    ["Raised errors", sum.raises],
    ["Examples", sum.examples],
    ["Type annotations in the code", types.length],
    [`Statements that ${flags.update && !flags.check ? "were" : "are"} no longer true`, drift.length],
  ];
  const rows = all.filter(([, count]) => count > 0);
  return show.section("added", flags.check ? "Documentation that would be added" : "Documentation added", [
    rows.length ? show.table(["Code comments", "Count"], rows) : show.text("None."),
    ...show.lists(types),
    ...show.lists(drift),
  ]);
}

export function covered({ tally, flags, least }: Outcome, reached: number | undefined): Section {
  const { kinds, total } = tally;
  const rows = Object.entries(kinds).flatMap(([kind, { all, before, now }]) =>
    all
      ? [
          [
            `${kind === "class" ? "classe" : kind}s`,
            share(before, all),
            share(flags.check ? before : now, all),
          ],
        ]
      : [],
  );
  return show.section("coverage", "Coverage", [
    show.table(
      ["Documented", "Before", "Now"],
      [
        ...rows,
        ["all", share(total.before, total.all), share(flags.check ? total.before : total.now, total.all)],
      ],
    ),
    ...(least === undefined
      ? []
      : [
          show.facts({
            threshold: `${least} %`,
            reached: reached === undefined ? "unknown: nothing was counted" : reached >= least ? "yes" : "no",
          }),
        ]),
  ]);
}
