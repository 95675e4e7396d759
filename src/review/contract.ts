import { anyOf } from "../lib/index.ts";
import type { CommandRun, Workspace } from "../workspace/index.ts";

export type Severity = "critical" | "important" | "minor";
export const focuses = ["security", "performance", "quality", "testing"] as const;
export type Focus = (typeof focuses)[number];

/** A file before and after; null if it doesn't exist. */
export interface Change {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Added lines in `after`, from 1. */
  readonly added: ReadonlySet<number>;
  /** Removed lines in `before`, from 1. */
  readonly removed: ReadonlySet<number>;
}

/** What a reader may want to look at: it proves nothing and is shown as minor. */
export interface Note {
  readonly file: string;
  /** In the current file; for removed lines, the file's first line. */
  readonly line: number;
  readonly reason: string;
  readonly suggestion: string;
  /** The rule within its check, used in SARIF and `--json`. */
  readonly rule: string;
}

/**
 * What a change breaks. It rests on a program that reports it after the change and not before, on a use in the
 * repository that the change left as it was, or on an added text whose meaning needs no context.
 */
export interface Finding extends Note {
  readonly severity: Severity;
}

export interface Ground {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly changes: readonly Change[];
  /** Changed files that are too large, or not text. */
  readonly unread: readonly string[];
  /** Whether the reviewed state is that of the folder, so that programs can be run on it. */
  readonly live: boolean;
  /** Whether whole files are reviewed instead of changes. */
  readonly whole: boolean;
  /** The project's text files by path; read once. */
  project(): Promise<ReadonlyMap<string, string>>;
}

/** A program run for a check, and the changed files that it read. */
export interface ProgramRun {
  readonly run: CommandRun;
  readonly claim: string;
  readonly passed: boolean;
  readonly read: readonly string[];
}

export interface Found {
  readonly findings: readonly Finding[];
  readonly notes?: readonly Note[];
  readonly runs?: readonly ProgramRun[];
  /** Why it couldn't check everything, or anything. */
  readonly skipped?: string;
  /** Why there was nothing to do; it then claims nothing. */
  readonly unneeded?: string;
  /** What it looked for, if that is less than its summary says. */
  readonly soughtOnly?: string;
}

export interface Check {
  readonly summary: string;
  readonly focus: Focus;
  /** Whether it checks such a file. */
  reads(path: string): boolean | Promise<boolean>;
  run(ground: Ground): Promise<Found>;
}

export const found = (findings: readonly Finding[]): Found => ({ findings });
export const noted = (notes: readonly Note[]): Found => ({ findings: [], notes });

const folders =
  /(?:^|\/)(?:(?:\w+[-_])?(?:tests?|specs?|fixtures)|testing|testdata|e2e|__(?:tests|mocks|fixtures)__)\//;
const names =
  /(?:^|\/)tests?\.(?:[mc]?[jt]s|py|rs)$|[._-](?:test|spec|suite)\.\w+$|(?:^|\/)(?:test_|conftest)[^/]*\.py$|Tests?\.java$/;
export const isTest = (path: string): boolean => folders.test(path) || names.test(path);

/** A pattern for folders with one of these words in their names. */
const foldersOf = (words: string): string => String.raw`(?:^|/)(?:[\w.-]*[-_])?(?:${words})(?:[-_][\w.-]*)?/`;
/** Folders of examples, documentation or benchmarks. */
const showing = "examples?|samples|docs?|bench(?:marks?)?";

/** Not imported from outside: examples, pages, benchmarks, the project's own tools. */
const aside = new RegExp(foldersOf(`${showing}|scripts?|tools|misc|migrations`), "i");
const settings = /\.d\.[mc]?ts$|\.config\.[mc]?[jt]s$|(?:^|\/)(?:setup|noxfile|conftest)\.py$/;
export const isAside = (path: string): boolean => aside.test(path) || settings.test(path);

/** Examples, benchmarks and copies, which aren't run by users. */
const shownPaths = new RegExp(
  anyOf(
    foldersOf(`${showing}|demos?`),
    String.raw`(?:^|/)(?:vendor(?:ed)?|third[-_]party|(?:\w+_)?dist)/`,
    String.raw`\.min\.[mc]?js$`,
    String.raw`(?:^|[/._-])(?:fake|dummy|mock)[/._-]`,
  ),
  "i",
);

/** Lowers the severity to minor where no production code runs. */
export const weighed = (severity: Severity, path: string): Severity =>
  isTest(path) || shownPaths.test(path) ? "minor" : severity;
