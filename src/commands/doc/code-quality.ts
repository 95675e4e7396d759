import { mostListed, type Documented } from "../../document/index.ts";
import { type Block, type Section, share, show } from "../../report/index.ts";
import type { Outcome } from "./code-outcome.ts";
import type { DocFlags } from "./contract.ts";
import type { Writing } from "./described.ts";

function tested(
  { tried: { passed, failed, runs, untried, why } }: Documented,
  { check, update }: DocFlags,
): readonly Block[] {
  const all = passed + failed.length;
  return [
    ...runs
      .slice(0, mostListed)
      .map(({ file, run, passed: good, failed: bad }): Block =>
        show.check(
          `Examples of ${file} executed: ${good} passed${bad ? `, ${bad} failed and were omitted` : ""}`,
          run,
          good > 0,
        ),
      ),
    show.facts({
      "examples tested":
        check || update
          ? `not executed: ${check ? "--check" : "--update"} adds none`
          : all + untried === 0
            ? "none: no test calls a public declaration that lacks an example with plain values"
            : `${all} executed, ${passed} passed${failed.length ? `; omitted: ${failed.slice(0, 3).join("; ")}` : ""}${untried ? `; ${untried} not executed: ${why ?? "they ended early"}` : ""}`,
    }),
  ];
}

/** A model's text is verified as far as possible, which doesn't include its meaning. */
function words({ model, declarations, refused, failed }: Writing): string {
  const acceptedText = `${declarations} ${declarations === 1 ? "declaration" : "declarations"} described by ${model}: names, numbers and errors checked against the code, the meaning not`;
  const left = refused.slice(0, 3).map(({ name, why }) => `${name} ${why}`);
  const more = refused.length > 3 ? ` and ${refused.length - 3} more` : "";
  return `${acceptedText}${left.length ? `; refused: ${left.join("; ")}${more}` : ""}${failed === undefined ? "" : `; it ${failed}, so the rest is written without it`}`;
}

export function quality({ tally: { typed, errors }, done, flags, writing }: Outcome): Section {
  return show.section("quality", "Quality checks", [
    ...tested(done, flags),
    show.facts({
      "type annotations complete":
        typed.all === 0 ? "no parameter there" : `${share(typed.annotated, typed.all)} parameters have one`,
      "error cases documented":
        errors.all === 0
          ? "the call graph shows none"
          : `${share(errors.named, errors.all)} of the errors that the call graph shows`,
      ...(writing && { "words of the model": words(writing) }),
      "links verified": "not done: docstrings of code hold none that were added",
    }),
  ]);
}
