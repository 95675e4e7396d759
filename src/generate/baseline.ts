import { createHash } from "node:crypto";
import type { ApiDefinition } from "../api/index.ts";
import { UserError, isObject, objectIn } from "../lib/index.ts";
import type { Change, Files } from "../workspace/index.ts";
import type { Asked } from "./choose.ts";
import type { GeneratedFile, Previous } from "./contracts.ts";

/**
 * What a record covers: the project, a server from a specification, or a client. Each is generated and forgotten
 * separately.
 */
export type Kind = "generated" | "specification" | `clients/${string}`;

// The suffix keeps compilers, test runners and formatters away.
const copyOf = (kind: Kind, path: string): string => `.antiphon/${kind}/${path}.base`;

/** Returns the path of the record of what was generated. Older projects keep theirs without the suffix. */
async function indexOf(files: Files, kind: Kind): Promise<string> {
  const old = `.antiphon/${kind}/index.json`;
  return (await files.tryRead(old)) === null ? copyOf(kind, "index.json") : old;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The last generated state: the definition, its target, and the exact text of each file. */
export interface Baseline extends Previous {
  readonly texts: Readonly<Record<string, string>>;
  readonly target: Asked;
  /** Hashes of the generated texts of files that linters corrected. */
  readonly raw: Readonly<Record<string, string>>;
}

/** Returns files with the corrections that linters made before, where the same is generated as then. */
export const asCorrected = (
  files: readonly GeneratedFile[],
  previous: Baseline | undefined,
): readonly GeneratedFile[] =>
  files.map((file) => {
    const before = previous?.raw[file.path] === hash(file.text) ? previous.texts[file.path] : undefined;
    return before === undefined ? file : { ...file, text: before, raw: file.text };
  });

/** Whether the project moves to another database, so that its migrations no longer apply. */
export const isMoved = ({ target }: Baseline, { database }: Asked): boolean =>
  target.database !== undefined && database !== undefined && target.database !== database;

const namesIn = ({ framework, database, testFramework }: Asked): Asked => ({
  framework,
  database,
  testFramework,
});

/** Infers the target from the files of a project that doesn't record it. */
function targetOfPaths(paths: readonly string[]): Asked {
  const some = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path));
  return {
    framework: some(/\.py$/) ? "fastapi" : some(/\.module\.\w+$|src\/modules\//) ? "nestjs" : "express",
    database: some(/\/migration\.sql$/) ? "prisma" : some(/(^|\/)collections\.\w+$/) ? "mongodb" : "postgres",
    testFramework: undefined,
  };
}

function parsed(
  text: string,
  index: string,
): {
  readonly api: ApiDefinition;
  readonly files: Readonly<Record<string, string>>;
  readonly raw?: Readonly<Record<string, string>>;
  readonly target?: Asked;
} {
  const value = objectIn(text);
  if (value?.["version"] === 1 && isObject(value["api"]) && isObject(value["files"])) return value as never; // written by `baselineChanges`; the hashes guard the copies
  throw new UserError(
    "bad_baseline",
    `${index} can't be read, so your edits can't be distinguished from generated text.`,
    "Restore it from version control, or delete it: then existing files are left as they are.",
    { place: { file: index } },
  );
}

/** Whether an earlier run generated resources here. */
export const hasBaseline = async (files: Files): Promise<boolean> =>
  (await files.tryRead(await indexOf(files, "generated"))) !== null;

/** @throws UserError if the record of what was generated exists but can't be read */
export async function readBaseline(files: Files, kind: Kind = "generated"): Promise<Baseline | undefined> {
  const index = await indexOf(files, kind);
  const text = await files.tryRead(index);
  if (text === null) return undefined;
  const { api, files: hashes, raw = {}, target } = parsed(text, index);
  const texts: Record<string, string> = {};
  for (const [path, expected] of Object.entries(hashes)) {
    const copy = await files.tryRead(copyOf(kind, path));
    // A lost or edited copy is no baseline: its file counts as the user's own.
    if (copy !== null && hash(copy) === expected) texts[path] = copy;
  }
  const paths = Object.keys(hashes);
  return { api, texts, paths, raw, target: target ?? targetOfPaths(paths) };
}

export interface Generation {
  readonly api: ApiDefinition;
  readonly generated: readonly GeneratedFile[];
  readonly kind: Kind;
  readonly target?: Asked | undefined;
  /** Hashes of earlier texts before linters corrected them, for files that are not generated again. */
  readonly raw?: Readonly<Record<string, string>> | undefined;
}

/** Returns the changes that make `generated` the baseline of the next run. */
export async function baselineChanges(
  files: Files,
  { api, generated, kind, target, raw: earlier }: Generation,
): Promise<readonly Change[]> {
  const sorted = generated.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const hashes = Object.fromEntries(sorted.map(({ path, text }) => [path, hash(text)]));
  const raw = Object.fromEntries(
    sorted.flatMap((file) => {
      const before = file.raw === undefined ? earlier?.[file.path] : hash(file.raw);
      return before === undefined ? [] : [[file.path, before]];
    }),
  );
  const record = `${JSON.stringify({ version: 1, api, ...(target && { target: namesIn(target) }), files: hashes, ...(Object.keys(raw).length && { raw }) }, null, 2)}\n`;
  const baselineFiles = [
    { path: await indexOf(files, kind), text: record },
    ...generated.map(({ path, text }) => ({ path: copyOf(kind, path), text })),
  ];
  const changes: Change[] = [];
  for (const { path, text } of baselineFiles) {
    const before = await files.tryRead(path);
    if (before !== text) changes.push({ path, before, after: text });
  }
  return changes;
}

/** Returns the change that removes the copy of a file that is no longer generated. */
export async function forget(files: Files, path: string, kind: Kind): Promise<readonly Change[]> {
  const before = await files.tryRead(copyOf(kind, path));
  return before === null ? [] : [{ path: copyOf(kind, path), before, after: null }];
}
