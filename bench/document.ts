/**
 * Measures `/doc` on folders of your own: `npx node bench/document.ts <folder> …` prints how fast the sources of each
 * are tokenised (Python), parsed and analysed (declarations, parameters, raised errors, calls), warm and on one core,
 * and how long the index, an update and a whole run take. `npx node bench/document.ts --raises` scores the detection of
 * raised errors, if `ANTIPHON_DATA` contains their truth and `repositories/<owner>+<name>`.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { languageOf } from "../src/code/index.ts";
import { tokens } from "../src/code/languages/python/tokens.ts";
import { documentFiles } from "../src/document/index.ts";
import { type Index, openIndex } from "../src/inspect/index.ts";
import { systemClock } from "../src/lib/index.ts";
import { openWorkspace, type Workspace } from "../src/workspace/index.ts";

const state = await mkdtemp(join(tmpdir(), "antiphon-bench-"));
const open = (folder: string): Promise<Workspace> =>
  openWorkspace(resolve(folder), { state, clock: systemClock });

/** Returns seconds of processor time, which other work on the machine doesn't affect. */
const seconds = async (run: () => unknown): Promise<number> => {
  const started = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
};

/** Rounds per folder, and the minimum processor time: a small folder needs many rounds to warm up. */
const [rounds, warm] = [5, 2];

/** Returns megabytes per second of the fastest round and of the first. */
async function speed(texts: readonly string[], read: (text: string) => unknown): Promise<string> {
  const size = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  if (size === 0) return "none";
  const taken: number[] = [];
  for (
    let spent = 0;
    taken.length < rounds || (spent < warm && taken.length < 10_000);
    spent += taken.at(-1) ?? warm
  )
    taken.push(await seconds(() => texts.forEach(read)));
  const fast = (round: number): string => (size / round).toFixed(1);
  return `${fast(Math.min(...taken))} MB/s of ${size.toFixed(1)} MB; in the first of ${taken.length} rounds ${fast(taken[0] ?? 0)} MB/s`;
}

async function measure(folder: string): Promise<void> {
  const workspace = await open(folder);
  const texts = { py: [] as string[], ecma: [] as string[] };
  const paths: string[] = [];
  for await (const path of workspace.files.find("**/*.{py,ts,tsx,mts,js,jsx,mjs,cjs}")) {
    const text = await workspace.files.tryRead(path).catch(() => null);
    if (text === null) continue;
    paths.push(path);
    texts[path.endsWith(".py") ? "py" : "ecma"].push(text);
  }
  const typescript = await languageOf("a.ts");
  const python = await languageOf("a.py");
  let index: Index | undefined;
  const indexed = await seconds(async () => (index = await openIndex(workspace)));
  const run = (update: boolean): Promise<number> =>
    seconds(
      () =>
        index &&
        documentFiles(paths, {
          files: workspace.files,
          index,
          wanted: { comprehensive: false, update },
          signal: new AbortController().signal,
        }),
    );
  console.log(`${folder}: ${paths.length} files`);
  console.log(`  Python tokens      ${await speed(texts.py, tokens)}`);
  console.log(`  Python read        ${await speed(texts.py, (text) => python?.declarations(text))}`);
  console.log(`  TypeScript read    ${await speed(texts.ecma, (text) => typescript?.declarations(text))}`);
  console.log(
    `  index ${indexed.toFixed(2)} s, an update ${(await run(true)).toFixed(2)} s, documenting everything ${(await run(false)).toFixed(2)} s, ${Math.round(process.resourceUsage().maxRSS / 1000)} MB at most`,
  );
}

interface Truth {
  readonly repo: string;
  readonly path: string;
  readonly function: string;
  readonly raises: readonly string[];
  readonly external_ok?: readonly string[];
}

/** Scores precision and recall of raised errors, compared by the last part of their names. */
async function scoreRaises(data: string): Promise<void> {
  const truth = JSON.parse(readFileSync(join(data, "doc/raises/raises.json"), "utf8")) as readonly Truth[];
  const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
  let [right, extra, missed] = [0, 0, 0];
  for (const [repo, wanted] of Map.groupBy(truth, (one) => one.repo)) {
    const folder = join(data, "repositories", repo.replace("/", "+"));
    if (!existsSync(folder)) {
      console.log(`${repo} isn't in ${folder}`);
      continue;
    }
    const index = await openIndex(await open(folder));
    for (const one of wanted) {
      const all = index.symbols.filter(
        ({ file, declaration: { name } }) => file === one.path && name === one.function,
      );
      const found = new Set(all.flatMap((symbol) => index.raises(symbol).map(({ type }) => last(type))));
      const want = new Set(one.raises.map(last));
      right += [...want].filter((type) => found.has(type)).length;
      missed += [...want].filter((type) => !found.has(type)).length;
      extra += [...found].filter((type) => !want.has(type) && !one.external_ok?.includes(type)).length;
    }
  }
  const [precision, recall] = [right / (right + extra), right / (right + missed)];
  console.log(
    `raised errors: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${((2 * precision * recall) / (precision + recall)).toFixed(3)}`,
  );
}

const data = process.env["ANTIPHON_DATA"];
for (const argument of process.argv.slice(2))
  if (argument !== "--raises") await measure(argument);
  else if (data) await scoreRaises(data);
  else console.log("ANTIPHON_DATA names no folder.");
await rm(state, { recursive: true, force: true });
