import { subjectPattern } from "../../config/index.ts";
import { listed, UserError } from "../../lib/index.ts";
import type { Value } from "../store/store.ts";

/** Whom a request is counted for: itself by key, team and model, and everything. */
export interface Parties {
  readonly key: string;
  readonly team: string | null;
  /** As it was asked for; left out, no model's limits are meant. */
  readonly model?: string;
}

const kinds = ["key", "team", "model"] as const;
type Kind = (typeof kinds)[number];

/** `all`, `key:ID`, `team:NAME`, `model:NAME`; with `*` each of the kind by itself. */
export const subjectsOf = ({ key, team, model }: Parties): readonly string[] => [
  `key:${key}`,
  ...(team === null ? [] : [`team:${team}`]),
  ...(model === undefined ? [] : [`model:${model}`]),
  "all",
];

/** Throws UserError for what is no subject. */
export function parseSubject(text: string): string {
  if (subjectPattern.test(text)) return text;
  throw new UserError(
    "limit_subject",
    `${text.slice(0, 60)} can't have limits.`,
    `Name all, or one of ${listed(
      kinds.map((each) => `${each}:NAME`),
      "or",
    )}; * is each of them.`,
    { usage: true },
  );
}

/** The condition that finds a subject's requests, with `$1` as its name. */
export function conditionOf(subject: string): { readonly where: string; readonly values: readonly Value[] } {
  if (subject === "all") return { where: "$1 = 'all'", values: ["all"] };
  const colon = subject.indexOf(":");
  const kind = subject.slice(0, colon) as Kind; // as parseSubject and subjectsOf write them
  const columns: { readonly [kind in Kind]: string } = { key: "key_id", team: "team", model: "model" };
  return { where: `${columns[kind]} = $1`, values: [subject.slice(colon + 1)] };
}
