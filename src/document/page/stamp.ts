import { createHash } from "node:crypto";

/** The source of a generated page. */
export interface Stamp {
  readonly version: string;
  readonly commit: string;
  /** Abbreviated SHA-256 of the sources. */
  readonly source: string;
}

/** Paths and texts; large sets are passed one at a time. */
export type SourceTexts =
  | Iterable<readonly [path: string, text: string]>
  | AsyncIterable<readonly [path: string, text: string]>;

/** Returns the hash of sources, which must be ordered by path. */
export async function sourceHash(files: SourceTexts): Promise<string> {
  const sum = createHash("sha256");
  for await (const [path, text] of files) sum.update(`${path}\0${text.replaceAll("\r\n", "\n")}\0`);
  return sum.digest("hex").slice(0, 16);
}

const pattern = /<!-- antiphon:page version=(\S*) commit=(\S*) source=(\S*) -->/;

export const stampLine = ({ version, commit, source }: Stamp): string =>
  `<!-- antiphon:page version=${clean(version)} commit=${clean(commit)} source=${source} -->`;

const clean = (text: string): string => text.replaceAll(/[^\w.+-]/g, "") || "none";

/** Parses a page's stamp; undefined for a page that wasn't generated. */
export function stampOf(page: string): Stamp | undefined {
  const [, version = "", commit = "", source = ""] = pattern.exec(page) ?? [];
  return source ? { version, commit, source } : undefined;
}

/** Whether a page is up to date. The commit is not compared: the page's own commit comes after it. */
export const isCurrent = (old: Stamp | undefined, now: Stamp): boolean =>
  old !== undefined && old.source === now.source && old.version === clean(now.version);
