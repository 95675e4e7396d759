import { parseJson } from "../../../lib/index.ts";
import type { Runnable } from "../../../test-runs/index.ts";

interface Asking {
  readonly workspace: Runnable;
  readonly signal: AbortSignal;
  /** The folder of the tests' package; empty for the root. */
  readonly folder?: string | undefined;
  /** Wall-clock time. */
  readonly milliseconds: number;
}

/** A program that reads its job from stdin and prints a line with a marker and its answer. */
export type Harness = readonly [program: "python3" | "node", option: "-c" | "-e", text: string];

/** Runs a harness on its job; undefined if it gave no answer. */
export async function answerOf(
  harness: Harness,
  { mark, ...job }: Readonly<Record<string, unknown>> & { readonly mark: "FOUND" | "PASSED" },
  { workspace, signal, folder, milliseconds }: Asking,
): Promise<unknown> {
  const { stdout } = await workspace.shell.run([...harness], {
    signal,
    ...(folder && { folder }),
    input: JSON.stringify(job),
    ...(harness[0] === "python3" && { environment: { PYTHONPATH: "src" } }),
    milliseconds,
  });
  signal.throwIfAborted();
  const text = new RegExp(`^${mark}(.*)$`, "m").exec(stdout)?.[1];
  return text === undefined ? undefined : parseJson(text);
}
