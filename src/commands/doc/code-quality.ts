import type { Documented } from "../../document/index.ts";
import type { Block, Section } from "../../report/index.ts";
import { most, percent, type Placed } from "./code-outcome.ts";
import type { DocFlags } from "./contract.ts";

function tested(
  { tried: { passed, failed, runs, untried, why } }: Documented,
  { check, update }: DocFlags,
): readonly Block[] {
  const all = passed + failed.length;
  return [
    ...runs.slice(0, most).map(({ file, run, passed: good, failed: bad }): Block => ({
      kind: "check",
      claim: `Examples of ${file} executed: ${good} passed${bad ? `, ${bad} failed and were left out` : ""}`,
      evidence: run,
      passed: good > 0,
    })),
    {
      kind: "facts",
      facts: {
        "examples tested":
          check || update
            ? `not executed: ${check ? "--check" : "--update"} adds none`
            : all + untried === 0
              ? "none: no test calls a public declaration that lacks an example with plain values"
              : `${all} executed, ${passed} passed${failed.length ? `; left out: ${failed.slice(0, 3).join("; ")}` : ""}${untried ? `; ${untried} not executed: ${why ?? "they ended early"}` : ""}`,
      },
    },
  ];
}

/** What was checked, or why it wasn't. */
export function quality(items: readonly Placed[], done: Documented, flags: DocFlags): Section {
  const typed = items.reduce(
    (all, { typed: own }) => ({ all: all.all + own.all, annotated: all.annotated + own.annotated }),
    { all: 0, annotated: 0 },
  );
  const errors = items.reduce(
    (all, { raises }) => ({ all: all.all + raises.all, named: all.named + raises.named }),
    { all: 0, named: 0 },
  );
  return {
    key: "quality",
    title: "Quality checks",
    blocks: [
      ...tested(done, flags),
      {
        kind: "facts",
        facts: {
          "type annotations complete": `${percent(typed.annotated, typed.all)} parameters have one`,
          "error cases documented": `${percent(errors.named, errors.all)} of the errors that the call graph shows`,
          "links verified": "not done: docstrings of code hold none that were added",
        },
      },
    ],
  };
}
