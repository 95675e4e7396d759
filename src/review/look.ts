import { basename } from "node:path/posix";
import type { Workspace } from "../workspace/index.ts";
import { redact, secretValues } from "../tools/index.ts";
import { listed } from "../lib/index.ts";
import { type Inquiry, notRun } from "../report/index.ts";
import { struck } from "./checks/secrets.ts";
import type { Change, Finding, Focus, Found, Ground, Severity } from "./contract.ts";
import { isParsed } from "../code/index.ts";
import type { Scope } from "./compare.ts";
import { checks } from "./table.ts";

/** A finding as shown: with its check, and the line it is about, without secrets. */
export interface Shown extends Finding {
  readonly check: string;
  readonly quote: string;
}

/** What a check found, and the changed files that it read. */
export interface Result extends Found {
  readonly what: string;
  readonly files: readonly string[];
}

export interface Looked {
  readonly scope: Scope;
  /** Finished checks by name. */
  readonly results: ReadonlyMap<string, Result>;
  /** Names of requested checks that haven't finished. */
  readonly unended: readonly string[];
  /** Code in languages that no check can parse. */
  readonly foreign: readonly string[];
  /** Most severe first. */
  readonly findings: readonly Shown[];
}

const mostFiles = 5000;
const mostText = 400_000;
const texts =
  /\.(?:[mc]?[jt]sx?|pyi?|go|rs|java|kt|rb|php|vue|svelte|md|mdx|rst|adoc|txt|sql|prisma|ya?ml|toml|json)$|(?:^|\/)\.\w+rc(?:\.\w+)?$|(?:^|\/)go\.mod$/i;

export const severities: readonly Severity[] = ["critical", "important", "minor"];

export interface ReviewOptions {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  progress(what: string): void;
  /** Only the checks of this kind. */
  readonly focus?: Focus | undefined;
  /** Checks to skip. */
  readonly except?: readonly string[];
  /** Receives a function that returns the findings of the checks finished so far. */
  unfinished?(lookedUntilNow: () => Promise<Looked>): void;
}

/** Runs the checks of a focus, or all, over the scope. */
export async function look(
  scope: Scope,
  { workspace, signal, progress, focus, except = [], unfinished }: ReviewOptions,
): Promise<Looked> {
  let read: Promise<ReadonlyMap<string, string>> | undefined;
  const ground: Ground = {
    workspace,
    signal,
    changes: scope.changes,
    unread: scope.unread,
    live: scope.live,
    whole: scope.whole === true,
    project: () => (read ??= projectOf(ground)),
  };
  const results = new Map<string, Result>();
  const paths = scope.changes.map(({ path }) => path);
  const names = await filter(
    checks.names,
    async (name) => !except.includes(name) && (!focus || (await checks.load(name)).focus === focus),
  );
  const looked = (): Promise<Looked> =>
    lookedOf({ scope, results, unended: names.filter((name) => !results.has(name)), paths, workspace });
  unfinished?.(looked);
  for (const name of names) {
    signal.throwIfAborted();
    const check = await checks.load(name);
    progress(`Looking for ${check.summary}`);
    const result = await check.run(ground);
    signal.throwIfAborted(); // an abort may be why it found nothing
    const files = await filter(paths, (path) => check.reads(path));
    results.set(name, { ...result, what: result.soughtOnly ?? check.summary, files });
  }
  return looked();
}

interface Ended extends Pick<Looked, "scope" | "results" | "unended"> {
  readonly paths: readonly string[];
  readonly workspace: Workspace;
}

async function lookedOf({ scope, results, unended, paths, workspace }: Ended): Promise<Looked> {
  const secrets = await secretValues(workspace);
  const copies = copiesIn(scope.changes);
  const findings = [...results].flatMap(([check, { findings: proven, notes = [] }]) =>
    [...proven, ...notes.map((note) => ({ ...note, severity: "minor" as const }))]
      .filter(({ file }) => !copies.has(file))
      .map((finding) => ({
        ...finding,
        reason: redact(finding.reason, secrets),
        check,
        quote: redact(quoteOf(finding, scope), secrets),
      })),
  );
  const rank = ({ severity }: Finding): number => severities.indexOf(severity);
  const foreign = await filter(paths, async (path) => program.test(path) && !(await isParsed(path)));
  findings.sort((a, b) => rank(a) - rank(b) || compare(a, b));
  return { scope, results, unended, foreign, findings };
}

/** Files copied from another changed file: the same before and after, except for import paths. */
export function copiesIn(changes: readonly Change[]): ReadonlySet<string> {
  const bare = (text: string | null): string => text?.replaceAll(/(["'])\.[^"'\n]*\1/g, "") ?? "";
  const alike = Map.groupBy(changes, ({ path, before, after }) =>
    [basename(path), bare(before), bare(after)].join("\0"),
  );
  return new Set(
    [...alike.values()].flatMap((all) => {
      const original = all.find(({ path }) => /(?:^|\/)(?:src|source)\//.test(path)) ?? all[0];
      return all.filter((change) => change !== original && program.test(change.path)).map(({ path }) => path);
    }),
  );
}

/** Source files, whether they can be parsed here or not. */
const program =
  /\.(?:[mc]?[jt]sx?|pyi?|go|rs|java|rb|php|kts?|swift|scala|cs|fs|c|h|cc|cpp|hpp|m|lua|pl|r|jl|exs?|dart|vue|svelte|zig|sh)$/i;

async function filter(
  paths: readonly string[],
  fits: (path: string) => boolean | Promise<boolean>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (const path of paths) if (await fits(path)) all.push(path);
  return all;
}

/** The basis of the verdict. `isProven`: runs other than the review's own show that the programs work. */
export function inquiryOf({ scope, results, unended, foreign }: Looked, { isProven = false } = {}): Inquiry {
  const askedPaths = [...scope.changes.map(({ path }) => path), ...scope.unread];
  const runs = [...results.values()].flatMap((result) => result.runs ?? []);
  const ran = runs.map(({ run, read }) => ({ evidence: run, files: read }));
  const programs = scope.changes.flatMap(({ path, after }) =>
    !isProven && after !== null && program.test(path) ? [path] : [],
  );
  const without = notRun({ programs, ran });
  const why = "no compiler, linter or test of the project ran over";
  return {
    requested: askedPaths,
    programs,
    looked: [...results].map(([check, { files }]) => ({ check, files })),
    ran,
    missing: [
      ...scope.unread.map((what) => ({ what, why: "not read: no text, or too large" })),
      ...(scope.submodules ?? []).map((what) => ({ what, why: "a submodule: review it in its own folder" })),
      ...unended.map((what) => ({ what, why: "not looked for: the review was interrupted" })),
      ...foreign.map((what) => ({ what, why: "no check here parses this language" })),
      ...[...results].flatMap(([what, { skipped }]) => (skipped ? [{ what, why: skipped }] : [])),
      ...(without.length
        ? [
            {
              what: "programs",
              why: `${why} ${listed(without.slice(0, 5))}${without.length > 5 ? ", …" : ""}`,
            },
          ]
        : []),
    ],
  };
}

const compare = (a: Finding, b: Finding): number =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;

/** The line of a finding, without secrets, at most 300 characters; empty if it isn't in the changes. */
export function quoteOf({ file, line }: Pick<Finding, "file" | "line">, { changes }: Scope): string {
  const text = changes.find(({ path }) => path === file)?.after?.split("\n")[line - 1] ?? "";
  return struck(text.trimEnd(), file).slice(0, 300);
}

async function projectOf({ workspace: { files }, signal }: Ground): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for await (const path of files.find("**")) {
    signal.throwIfAborted();
    if (!texts.test(path)) continue;
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null && text.length <= mostText) all.set(path, text);
    if (all.size >= mostFiles) break;
  }
  return all;
}
