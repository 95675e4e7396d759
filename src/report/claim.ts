declare const claimed: unique symbol;

/** What was asked, what was looked at, and what wasn't. */
export interface Inquiry {
  readonly asked: readonly string[];
  /** Each check that ran, with the files that it read. */
  readonly looked: readonly { readonly check: string; readonly files: readonly string[] }[];
  readonly missing: readonly { readonly what: string; readonly why: string }[];
}

/** Words that claim something. Only the functions below make them, from their evidence. */
export type Claim<Words extends string = string> = Words & { readonly [claimed]: true };

/** The good verdict; undefined where anything that was asked for wasn't looked at. */
export function approve({ asked, looked, missing }: Inquiry): Claim<"approve"> | undefined {
  const read = new Set(looked.flatMap(({ files }) => files));
  const isWhole = missing.length === 0 && asked.length > 0 && asked.every((one) => read.has(one));
  return isWhole ? ("approve" as Claim<"approve">) : undefined; // the brand says that it was checked
}

/** Says what was looked for without success, and in how many files; undefined where none was read. */
export function notFound(what: string, files: readonly string[]): Claim | undefined {
  if (files.length === 0) return undefined;
  return `${what} (${files.length} ${files.length === 1 ? "file" : "files"} read)` as Claim; // the brand says that it was checked
}
