/**
 * What becomes of descriptions that are read right, when they are told otherwise.
 *
 *     npx node bench/alike.ts bench/freetext/*.jsonl
 *
 * changes each description of which every fact is read right in many ways that leave its meaning as it is (other verbs, other
 * lists, other sentences, a greeting) or change it alike (other nouns), and prints by kind of change how many are read right
 * still. `--unmended` takes ways that no rule was mended by.
 * `--authored` writes each anew from what it means, one part of it in the way of one author (user stories, layouts, schemas, rules said apart, relations, deeds). `--each=20` takes no more than that many descriptions for each change; `--misses` names what is lost.
 */
import { readFileSync } from "node:fs";
import { describe } from "../src/api/from/text/index.ts";
import { authors } from "./freetext/authors.ts";
import { mended, unmended } from "./freetext/changes.ts";
import type { Described } from "./freetext/changing.ts";
import { Score, type Expected } from "./freetext/score.ts";
import { flag, has, words } from "./words.ts";

const wrong = ({ text, resources }: Described): readonly string[] =>
  new Score().add(resources, describe(text).resources);

/** The same numbers for the same text, whichever other changes there are. */
function picking(seed: string): <T>(all: readonly T[]) => T {
  let state = [...seed].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0,
    2166136261,
  );
  return <T>(all: readonly T[]): T => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return all[Math.floor((state / 2 ** 32) * all.length)] as T; // below its length
  };
}

const right = words
  .flatMap((file) => readFileSync(file, "utf8").split("\n").filter(Boolean))
  .map(
    (line) =>
      JSON.parse(line) as {
        readonly text: string;
        readonly expected: { readonly resources: readonly Expected[] };
      },
  ) // as bench/freetext.ts says
  .map(({ text, expected }) => ({ text, resources: expected.resources }))
  .filter((one) => wrong(one).length === 0);
const most = Number(flag("each") ?? 40);

console.log(`${right.length} descriptions are read right`);
const families = has("authored") ? authors : has("unmended") ? unmended : mended;
const all = { told: 0, same: 0 };
for (const [kind, list] of Object.entries(families)) {
  const sum = { told: 0, same: 0 };
  for (const [index, change] of list.entries()) {
    let left = most;
    const step = picking(`${kind}${index}`);
    const order = right
      .map((one) => ({ one, at: step([...Array(1000).keys()]) }))
      .toSorted((a, b) => a.at - b.at);
    for (const { one } of order) {
      const other = left > 0 ? change(one, picking(one.text)) : undefined;
      if (!other) continue;
      left -= 1;
      sum.told += 1;
      const misses = wrong(other);
      if (misses.length === 0) sum.same += 1;
      else if (has("misses")) console.log(`${other.text}\n  ${misses.join(", ")}`);
    }
  }
  console.log(`${kind}: ${sum.same} of ${sum.told} (${((100 * sum.same) / sum.told).toFixed(1)} %)`);
  all.told += sum.told;
  all.same += sum.same;
}
console.log(`all: ${all.same} of ${all.told} (${((100 * all.same) / all.told).toFixed(1)} %)`);
