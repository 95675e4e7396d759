import type { JsonObject } from "../lib/index.ts";
import type { CommandRun, Evidence, Written } from "../workspace/index.ts";
import type { Block } from "./report.ts";
import { seconds } from "./text.ts";

type Check = Extract<Block, { kind: "check" }>;

const isRun = (evidence: Evidence): evidence is CommandRun => "exitCode" in evidence;
const isWritten = (evidence: Evidence): evidence is Written => "changes" in evidence;

/** What was recorded, in a few words: the only source of what a check says. */
export function proof(evidence: Evidence): string {
  if (isRun(evidence))
    return `${evidence.command.join(" ")}, exit ${evidence.exitCode}, ${seconds(evidence.milliseconds)}`;
  if (isWritten(evidence)) return `${evidence.changes.length} files in checkpoint ${evidence.checkpoint}`;
  return `recorded ${new Date(evidence.at).toISOString()}`;
}

export function proofData(evidence: Evidence): JsonObject {
  if (isRun(evidence))
    return {
      command: evidence.command,
      exit_code: evidence.exitCode,
      milliseconds: evidence.milliseconds,
    };
  if (isWritten(evidence))
    return { checkpoint: evidence.checkpoint, files: evidence.changes.map(({ path }) => path) };
  return { at: evidence.at };
}

export type Verdict = "passed" | "failed" | "not done";

export const verdict = ({ evidence, passed }: Check): Verdict =>
  evidence === undefined ? "not done" : passed ? "passed" : "failed";
