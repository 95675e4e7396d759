import { anyOf } from "../lib/index.ts";
import type { CommandRun, Workspace } from "../workspace/index.ts";

export type Severity = "critical" | "important" | "minor";
export const focuses = ["security", "performance", "quality", "testing"] as const;
export type Focus = (typeof focuses)[number];

/** A file as it was and as it is; null where it wasn't or isn't there. */
export interface Change {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Lines of `after` that are new, from 1. */
  readonly added: ReadonlySet<number>;
  /** Lines of `before` that are gone, from 1. */
  readonly removed: ReadonlySet<number>;
}

export interface Finding {
  readonly file: string;
  /** Of the file as it is now; of what is gone, the first line of the file. */
  readonly line: number;
  readonly severity: Severity;
  readonly reason: string;
  readonly suggestion: string;
  /** The rule within its check; SARIF and `--json` name it. */
  readonly rule: string;
}

/** What a check works on. */
export interface Ground {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly changes: readonly Change[];
  /** What changed and is too large, or no text. */
  readonly unread: readonly string[];
  /** What is reviewed is what lies in the folder, so that programs may be run on it. */
  readonly live: boolean;
  /** What is reviewed are files as they are: nothing in them changed. */
  readonly whole: boolean;
  /** Text files of the project as they lie there, by path; read once. */
  project(): Promise<ReadonlyMap<string, string>>;
}

/** A program that was run for a check, and the files of the change that it read. */
export interface ProgramRun {
  readonly run: CommandRun;
  readonly claim: string;
  readonly passed: boolean;
  readonly read: readonly string[];
}

export interface Found {
  readonly findings: readonly Finding[];
  readonly runs?: readonly ProgramRun[];
  /** Why it could not look, or not at everything. */
  readonly skipped?: string;
  /** Why there was nothing to do for it here: it claims nothing then. */
  readonly unneeded?: string;
  /** What it looked for, where that is less than its summary says. */
  readonly soughtOnly?: string;
}

export interface Check {
  readonly summary: string;
  readonly focus: Focus;
  /** Whether it looks into such a file. */
  reads(path: string): boolean | Promise<boolean>;
  run(ground: Ground): Promise<Found>;
}

export const found = (findings: readonly Finding[]): Found => ({ findings });

const folders =
  /(?:^|\/)(?:(?:\w+[-_])?(?:tests?|specs?|fixtures)|testing|testdata|e2e|__(?:tests|mocks|fixtures)__)\//;
const names =
  /(?:^|\/)tests?\.(?:[mc]?[jt]s|py|rs)$|[._-](?:test|spec|suite)\.\w+$|(?:^|\/)(?:test_|conftest)[^/]*\.py$|Tests?\.java$/;
export const isTest = (path: string): boolean => folders.test(path) || names.test(path);

/** Folders that have one of these words in their names. */
export const foldersOf = (words: string): string =>
  String.raw`(?:^|/)(?:[\w.-]*[-_])?(?:${words})(?:[-_][\w.-]*)?/`;
/** Folders of what shows or measures. */
export const showing = "examples?|samples|docs?|bench(?:marks?)?";

/** What shows, measures or copies: nobody's program runs it. */
const shown = new RegExp(
  anyOf(
    foldersOf(`${showing}|demos?`),
    String.raw`(?:^|/)(?:vendor(?:ed)?|third[-_]party|(?:\w+_)?dist)/`,
    String.raw`\.min\.[mc]?js$`,
    String.raw`(?:^|[/._-])(?:fake|dummy|mock)[/._-]`,
  ),
  "i",
);

/** Where nobody's program runs, what is dangerous or forgotten is no reason to stop. */
export const weighed = (severity: Severity, path: string): Severity =>
  isTest(path) || shown.test(path) ? "minor" : severity;
