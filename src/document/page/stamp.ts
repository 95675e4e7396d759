import { createHash } from "node:crypto";

/** What a generated page was made from. */
export interface Stamp {
  readonly version: string;
  readonly commit: string;
  /** SHA-256 of the sources, shortened. */
  readonly source: string;
}

/** Paths and texts; many are passed one at a time. */
export type SourceTexts =
  | Iterable<readonly [path: string, text: string]>
  | AsyncIterable<readonly [path: string, text: string]>;

/** Of sources in the order of their paths. */
export async function sourceHash(files: SourceTexts): Promise<string> {
  const sum = createHash("sha256");
  for await (const [path, text] of files) sum.update(`${path}\0${text.replaceAll("\r\n", "\n")}\0`);
  return sum.digest("hex").slice(0, 16);
}

const pattern = /<!-- antiphon:page version=(\S*) commit=(\S*) source=(\S*) -->/;

export const stampLine = ({ version, commit, source }: Stamp): string =>
  `<!-- antiphon:page version=${clean(version)} commit=${clean(commit)} source=${source} -->`;

const clean = (text: string): string => text.replaceAll(/[^\w.+-]/g, "") || "none";

/** Undefined for a page that wasn't generated. */
export function stampOf(page: string): Stamp | undefined {
  const [, version = "", commit = "", source = ""] = pattern.exec(page) ?? [];
  return source ? { version, commit, source } : undefined;
}

/** The commit is where the page was made; the page's own commit comes after it, so it alone doesn't make it stale. */
export const isCurrent = (old: Stamp | undefined, now: Stamp): boolean =>
  old !== undefined && old.source === now.source && old.version === clean(now.version);
