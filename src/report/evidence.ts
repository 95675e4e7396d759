import type { JsonObject } from "../lib/index.ts";
import type { CommandRun, Evidence, Written } from "../workspace/index.ts";
import type { Block } from "./report.ts";
import { byHand } from "./foreign.ts";
import { seconds } from "./text.ts";

type Check = Extract<Block, { kind: "check" }>;

/** The workspace creates only these two kinds of evidence. */
const known = (evidence: Evidence): CommandRun | Written => evidence as CommandRun | Written;

/** Returns the command line with its folder; undefined if no program ran. */
export function commandOf(evidence: Evidence): string | undefined {
  const record = known(evidence);
  if (record.kind !== "run") return undefined;
  return `${record.command.join(" ")}${record.folder === "." ? "" : ` in ${record.folder}`}`;
}

/** Summarises the evidence: the only source of what a check says. */
export function proof(evidence: Evidence, named?: Check["command"]): string {
  const record = known(evidence);
  if (record.kind === "run")
    return `${commandWords(record, named)}, exit ${record.exitCode}, ${seconds(record.milliseconds)}`;
  const files = `${record.changes.length} ${record.changes.length === 1 ? "file" : "files"}`;
  return record.kind === "dry" ? `${files}, dry run` : `${files} ${record.kind}`;
}

const commandWords = (run: CommandRun, named: Check["command"]): string =>
  named === "again" ? "same command" : (((named === "by hand" ? byHand(run) : "") || commandOf(run)) ?? "");

export function proofData(evidence: Evidence): JsonObject {
  const record = known(evidence);
  if (record.kind === "run")
    return {
      kind: "run",
      command: record.command,
      folder: record.folder,
      exit_code: record.exitCode,
      milliseconds: record.milliseconds,
    };
  return { kind: record.kind, files: record.changes.map(({ path }) => path) };
}

/** The same as flat data, for a result's `checks`. */
export function checkData(evidence: Evidence | undefined) {
  const record = evidence && known(evidence);
  const run = record?.kind === "run" ? record : undefined;
  return {
    command: run ? run.command : null,
    folder: run ? run.folder : null,
    exit_code: run ? run.exitCode : null,
    milliseconds: run ? run.milliseconds : null,
  };
}

export type Verdict = "passed" | "failed" | "not done";

/** A dry run proves nothing. */
export const verdict = ({ evidence, passed }: Check): Verdict =>
  evidence === undefined || known(evidence).kind === "dry" ? "not done" : passed ? "passed" : "failed";
