/**
 * Measures the time to generate one and a hundred resources, with every file formatted, after start-up:
 * `npx node bench/generate.ts [ROUNDS]`. Prints the median and the range in milliseconds, and the processor time, which
 * a busy machine distorts less.
 */
import { lexiconNames } from "../src/api/index.ts";
import { choose } from "../src/generate/index.ts";
import { apiOf, filesOf } from "../tests/generated/harness.ts";
import { record } from "./figures.ts";

const rounds = Number(process.argv[2] ?? 5);
const variant = choose({ framework: undefined, database: undefined, testFramework: undefined });

for (const [label, names] of [
  ["1 resource", ["Ticket"]],
  ["100 resources", lexiconNames.slice(0, 100)],
] as const) {
  const api = await apiOf(names);
  const times: number[] = [];
  let spent = 0;
  let files = 0;
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    const before = process.cpuUsage();
    files = (await filesOf(api, variant)).length;
    if (round === 0) continue; // starts the formatter
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    spent += (user + system) / 1000 / rounds;
  }
  times.sort((a, b) => a - b);
  const [least, median, most] = [times[0], times[rounds >> 1], times.at(-1)].map((ms) =>
    (ms ?? 0).toFixed(0),
  );
  record({ what: `generating ${label}`, value: times[rounds >> 1] ?? NaN, unit: "ms", better: "less" });
  console.log(
    `${label} (${api.resources.length} with what they bring, ${files} files): ${median} ms (${least} to ${most}), ${spent.toFixed(0)} ms of processor time`,
  );
}
