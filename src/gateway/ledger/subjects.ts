import { subjectPattern } from "../../config/index.ts";
import { listed, usageError } from "../../lib/index.ts";
import type { Value } from "../store/store.ts";

/** The parties a request is counted for: its key, team and model, besides everything. */
export interface Parties {
  readonly key: string;
  readonly team: string | null;
  /** As requested; if omitted, model limits aren't included. */
  readonly model?: string;
}

const kinds = ["key", "team", "model"] as const;
type Kind = (typeof kinds)[number];

/** Returns the subjects that a request is counted for: `key:ID`, `team:NAME`, `model:NAME` and `all`. */
export const subjectsOf = ({ key, team, model }: Parties): readonly string[] => [
  `key:${key}`,
  ...(team === null ? [] : [`team:${team}`]),
  ...(model === undefined ? [] : [`model:${model}`]),
  "all",
];

/** Returns a valid subject unchanged; `*` as its name means each one. Throws UserError for an invalid one. */
export function parseSubject(text: string): string {
  if (subjectPattern.test(text)) return text;
  throw usageError(
    "limit_subject",
    `${text.slice(0, 60)} can't have limits.`,
    `Name all, or one of ${listed(
      kinds.map((each) => `${each}:NAME`),
      "or",
    )}; * is each of them.`,
  );
}

/** The SQL condition for a subject's requests, with its name as `$1`. */
export function conditionOf(subject: string): { readonly where: string; readonly values: readonly Value[] } {
  if (subject === "all") return { where: "$1 = 'all'", values: ["all"] };
  const colon = subject.indexOf(":");
  const kind = subject.slice(0, colon) as Kind; // written by parseSubject and subjectsOf
  const columns: { readonly [kind in Kind]: string } = { key: "key_id", team: "team", model: "model" };
  return { where: `${columns[kind]} = $1`, values: [subject.slice(colon + 1)] };
}
