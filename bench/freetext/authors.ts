import { authored } from "./authored.ts";
import { links } from "./authors-links.ts";
import { records } from "./authors-records.ts";
import { rules } from "./authors-rules.ts";
import type { Change } from "./changing.ts";

/** By family, one change for each way of an author. */
export const authors: Readonly<Record<string, readonly Change[]>> = Object.fromEntries(
  Object.entries({ ...records, ...rules, ...links }).map(([family, all]) => [family, all.map(authored)]),
);
