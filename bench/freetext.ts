/**
 * Scores what is extracted from English descriptions.
 *
 *     npx node bench/freetext.ts bench/freetext/first.jsonl …
 *
 * prints precision, recall and F1 score over the facts of each set: resources, fields, types, flags (required, unique,
 * default, values, bounds, format, set by the system), relations, actions. A line of a set is
 * `{ text, expected: { resources } }`; `aka`, `alsoType`, `alsoKind` and `targetAka` list equally good alternatives,
 * and `implicit` lists what is neither required nor wrong. With `--misses` it prints each missing or superfluous fact.
 *
 * Without a set it reads one description from stdin and prints the extracted facts as JSON.
 */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { draftOf } from "../src/describe/index.ts";
import { Score, type Expected } from "./freetext/score.ts";
import { has, words } from "./words.ts";

const misses = has("misses");

if (words.length === 0) {
  const { resources } = draftOf(await text(process.stdin));
  const shown = resources.map(({ fields, actions, ...resource }) => ({
    ...resource,
    fields: fields.map(({ values, ...field }) => (values ? { ...field, enum: values } : field)),
    actions: actions.map((name) => ({ name })),
  }));
  console.log(JSON.stringify({ resources: shown }));
}
for (const file of words) {
  const score = new Score();
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const {
      id,
      text: description,
      expected,
    } = JSON.parse(line) as {
      readonly id: string;
      readonly text: string;
      readonly expected: { readonly resources: readonly Expected[] };
    }; // as described above
    const wrong = score.add(expected.resources, draftOf(description).resources);
    if (misses && wrong.length) console.log(`${id}: ${wrong.join(", ")}`);
  }
  console.log(`${file}: ${score.text()}`);
}
