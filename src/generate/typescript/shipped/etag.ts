import { createHash } from "node:crypto";
import { Problem } from "./problem.ts";

/** The version of a record, made of all that is answered of it. */
export const etagOf = (record: object): string =>
  `"${createHash("sha256").update(JSON.stringify(record)).digest("base64url")}"`;

/** Refuses the change of another version than one that the header If-Match names; without the header any may change. */
export function requireMatch(record: object, match: string | undefined): void {
  if (match === undefined || match.trim() === "*") return;
  const tags = match.split(",").map((tag) => tag.trim());
  if (!tags.includes(etagOf(record))) throw new Problem(412);
}
