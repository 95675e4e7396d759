import { formatRules } from "../formats.ts";
import { pick } from "../pick.ts";
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

/** `src/rules.ts` with what some rules need. */
export function rulesOf(used: ReadonlySet<string>): string {
  const formats = formatRules(used);
  const needed = new Set([...used, ...(formats ? ["format"] : []), ...(used.has("record") ? ["rest"] : [])]);
  return pick(rules, needed) + formats;
}
