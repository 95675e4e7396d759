import { createHash } from "node:crypto";

/** What a generated page was made from. */
export interface Stamp {
  readonly version: string;
  readonly commit: string;
  /** SHA-256 of the sources, shortened. */
  readonly source: string;
}

export function sourceHash(files: readonly (readonly [path: string, text: string])[]): string {
  const sum = createHash("sha256");
  for (const [path, text] of files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    sum.update(`${path}\0${text.replaceAll("\r\n", "\n")}\0`);
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
