import type { Evidence } from "../workspace/index.ts";

declare const claimed: unique symbol;

/** What was asked, what was checked, and what wasn't. */
export interface Inquiry {
  readonly requested: readonly string[];
  /** The programs among them: each must have been compiled, linted or tested. */
  readonly programs: readonly string[];
  /** Each check made, with the files that it read. */
  readonly looked: readonly { readonly check: string; readonly files: readonly string[] }[];
  /** Each of the project's programs that ran, with the files that it read. */
  readonly ran: readonly { readonly evidence: Evidence; readonly files: readonly string[] }[];
  readonly missing: readonly { readonly what: string; readonly why: string }[];
}

/** Something that ran or was written, and whether it succeeded. */
export interface Checked {
  readonly evidence: Evidence | undefined;
  readonly passed: boolean;
}

export type Basis =
  | { readonly kind: "inquiry"; readonly inquiry: Inquiry }
  | { readonly kind: "read"; readonly what: string; readonly files: number; readonly unread: number }
  | { readonly kind: "checks"; readonly checks: readonly Checked[] }
  | { readonly kind: "count"; readonly part: number; readonly all: number };

/** A sentence that claims something. Only the functions below create one, from its evidence. */
export interface Claim<Words extends string = string> {
  readonly words: Words;
  readonly basis: Basis;
  readonly [claimed]: true;
}

const claim = <Words extends string>(words: Words, basis: Basis): Claim<Words> =>
  ({ words, basis }) as Claim<Words>; // the brand says that the basis was checked

/** Programs in an inquiry that weren't compiled, linted or tested. */
export function notRun({ programs, ran }: Pick<Inquiry, "programs" | "ran">): readonly string[] {
  const covered = new Set(ran.flatMap(({ files }) => files));
  return programs.filter((path) => !covered.has(path));
}

/**
 * Returns the positive verdict; undefined if nothing was requested, anything is missing or wasn't checked, or a program
 * was neither compiled, linted nor tested.
 */
export function approve(inquiry: Inquiry): Claim<"approve"> | undefined {
  const { requested, looked, missing } = inquiry;
  const read = new Set(looked.flatMap(({ files }) => files));
  const isWhole =
    missing.length === 0 &&
    requested.length > 0 &&
    requested.every((file) => read.has(file)) &&
    notRun(inquiry).length === 0;
  return isWhole ? claim("approve", { kind: "inquiry", inquiry }) : undefined;
}

/** How many files a search read, and how many it couldn't. */
export const readWords = ({ files, unread }: { readonly files: number; readonly unread: number }): string =>
  `${files} ${files === 1 ? "file" : "files"} read${unread ? `, ${unread} not` : ""}`;

/** Claims that a search found nothing, in how many files; undefined if none was read. */
export function notFound(what: string, files: number, unread = 0): Claim | undefined {
  if (files === 0) return undefined;
  const basis: Basis = { kind: "read", what, files, unread };
  return claim(`Not found: ${what} (${readWords(basis)})`, basis);
}

/** Makes a claim that all checks support; undefined if one failed or didn't run, or if there are none. */
export function proven<const Words extends string>(
  words: Words,
  checks: readonly Checked[],
): Claim<Words> | undefined {
  const isProven = checks.every(({ evidence, passed }) => passed && evidence !== undefined);
  return isProven && checks.length > 0 ? claim(words, { kind: "checks", checks }) : undefined;
}

/** Makes a claim about everything counted; undefined if it holds for fewer, or if there are none. */
export const whole = <const Words extends string>(
  words: Words,
  part: number,
  all: number,
): Claim<Words> | undefined =>
  part === all && all > 0 ? claim(words, { kind: "count", part, all }) : undefined;

/** Formats a share as `12 of 14 (86 %)`: 100 % and 0 % only for all and none; `none there` if `all` is 0. */
export function share(part: number, all: number): string {
  if (all === 0) return "none there";
  const percent = Math.round((100 * part) / all);
  return `${part} of ${all} (${part === all ? 100 : part === 0 ? 0 : Math.min(99, Math.max(1, percent))} %)`;
}
