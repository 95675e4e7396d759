import { formatRules } from "../formats.ts";
import { pick } from "../../../pick.ts";
import type { Feature } from "../runtime/index.ts";
import { alternatives } from "./alternatives.ts";
import { core } from "./core.ts";
import { lists } from "./lists.ts";
import { numbers } from "./numbers.ts";
import { objects } from "./objects.ts";
import { texts } from "./texts.ts";

/**
 * What checks are made of: TypeScript source, written without template literals; marks say which rules need it. Checks
 * call rules on a value, with what they are to allow: engines inline such calls, as they can't with rules that hold others.
 */
const rules = [core, alternatives, texts, numbers, lists, objects, "//#\n"].join("\n");

/** `src/rules.ts` with what some rules need, in a client with these features. */
export function rulesOf(used: ReadonlySet<string>, features: ReadonlySet<Feature>): string {
  const formats = formatRules(used);
  const needed = new Set([
    ...used,
    ...(formats ? ["format", "string"] : []),
    ...(used.has("record") ? ["rest"] : []),
    ...(used.has("words") ? ["values"] : []),
    ...(features.has("int64") ? ["int64"] : []),
  ]);
  return pick(rules, needed) + formats;
}
