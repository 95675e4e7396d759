import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { GeneratedFile } from "../../src/generate/index.ts";

/** Limits of clients per check: starting a check costs more than most clients. */
const most = { clients: 40, bytes: 6_000_000 } as const;

export interface Result {
  readonly file: string;
  readonly state: "clean" | "unclean" | "unread" | "generated";
  readonly bytes: number;
  /** Processor time of reading and generating, in seconds. */
  readonly seconds: number;
  readonly words?: string;
}

export type Made = Pick<Result, "file" | "bytes" | "seconds">;

/**
 * The result of checking clients in the folders `c0`, `c1` and so on: the first message about each that isn't clean.
 */
export interface Found {
  readonly seconds: number;
  readonly faults: ReadonlyMap<number, string>;
}

/** Collects clients to check, and reports those with errors with the first message. */
export class Batches {
  /** Processor time of the checks, in seconds. */
  seconds = 0;
  readonly #out = mkdtempSync(join(tmpdir(), "antiphon-bench-openapi-"));
  readonly #check: (folder: string) => Found;
  readonly #done: (results: readonly Result[]) => void;
  #waiting: Made[] = [];
  #bytes = 0;

  constructor(check: (folder: string) => Found, done: (results: readonly Result[]) => void) {
    this.#check = check;
    this.#done = done;
  }

  add(made: Made, files: readonly GeneratedFile[]): void {
    const folder = join(this.#out, `c${this.#waiting.length}`);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    this.#bytes += made.bytes;
    this.#waiting.push(made);
    if (this.#waiting.length >= most.clients || this.#bytes > most.bytes) this.run();
  }

  run(): void {
    if (this.#waiting.length === 0) return;
    const { seconds, faults } = this.#check(this.#out);
    this.seconds += seconds;
    this.#done(
      this.#waiting.map((made, i) => {
        const words = faults.get(i);
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
