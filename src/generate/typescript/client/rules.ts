import { formatRules } from "./formats.ts";
import { pick } from "../../pick.ts";
import { shipped } from "../../shipped.ts";
import type { Feature } from "./runtime.ts";

/**
 * `src/rules.ts` with what some rules need, in a client with these features. Checks call rules on a value, with what they
 * are to allow: engines inline such calls, as they can't with rules that hold others.
 */
export function rulesOf(used: ReadonlySet<string>, features: ReadonlySet<Feature | "server">): string {
  const formats = formatRules(used);
  const needed = new Set([
    ...used,
    ...(formats ? ["format", "string"] : []),
    ...(used.has("record") ? ["rest"] : []),
    ...(used.has("words") ? ["values"] : []),
    ...(features.has("int64") ? ["int64"] : []),
    ...(features.has("server") ? ["server"] : []),
  ]);
  return pick(shipped("typescript/client/shipped/rules.ts"), needed) + formats;
}
