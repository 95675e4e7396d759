/**
 * Measures how often /research finds the file that answers a question about a package in node_modules:
 * `npx node bench/research.ts [--misses] [--held]`. Questions are in a user's words; the answer is a file, with any
 * extension. `--held` asks the held-out questions and never prints which were missed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rankFiles, readQuestion } from "../src/research/index.ts";
import { openIndex } from "../src/inspect/index.ts";
import { openWorkspace } from "../src/workspace/index.ts";
import { first as written, held, type Questions, second } from "./research/questions.ts";
import { has } from "./words.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const state = await mkdtemp(join(tmpdir(), "antiphon-research-"));
const plain = (file: string): string => file.replace(/\.d\.[mc]?ts$|\.[mc]?[jt]s$/, "");

async function ask(questions: Questions, misses: boolean): Promise<string> {
  let [first, five, all] = [0, 0, 0];
  for (const [folder, asked] of Object.entries(questions)) {
    const started = performance.now();
    const root = join(import.meta.dirname, "../node_modules", folder);
    const index = await openIndex(await openWorkspace(root, { state, clock }));
    const read = performance.now() - started;
    let [ones, fives] = [0, 0];
    for (const [question, files] of asked) {
      const right = new Set(files.split(" "));
      const found = rankFiles(index, readQuestion(question)).map(({ file }) => plain(file));
      const rank = found.findIndex((file) => right.has(file));
      if (rank === 0) ones += 1;
      if (rank >= 0 && rank < 5) fives += 1;
      else if (misses)
        console.log(
          `  ${question}\n    wanted ${files} (at ${rank + 1}), found ${found.slice(0, 5).join(" ")}`,
        );
    }
    const total = performance.now() - started;
    console.log(
      `${folder.padEnd(36)} first ${ones}, in the first five ${fives} of ${asked.length}; ${index.files.length} files read in ${read.toFixed(0)} ms, a question ${((total - read) / asked.length).toFixed(0)} ms`,
    );
    [first, five, all] = [first + ones, five + fives, all + asked.length];
  }
  const share = (part: number): string => `${part} of ${all} (${((100 * part) / all).toFixed(0)} %)`;
  return `right file first: ${share(first)}; in the first five: ${share(five)}`;
}

const misses = has("misses");
try {
  console.log(`questions written with the ranking: ${await ask(written, misses)}`);
  console.log(`questions asked later: ${await ask(second, misses)}`);
  if (has("held")) console.log(`questions not looked at: ${await ask(held, false)}`);
} finally {
  await rm(state, { recursive: true, force: true });
}
