import { formatRules } from "./formats.ts";
import { pick } from "../../pick.ts";
import { shipped } from "../../shipped.ts";
import type { Feature } from "./runtime.ts";

/**
 * Returns `src/rules.ts` with the used rules and their dependencies, for a client with these features. Checks call
 * rules directly on a value with their arguments, which engines inline, unlike closures.
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
