import { formatRules } from "../formats.ts";
import { pick } from "../pick.ts";
import { alternatives } from "./alternatives.ts";
import { core } from "./core.ts";
import { lists } from "./lists.ts";
import { numbers } from "./numbers.ts";
import { objects } from "./objects.ts";
import { texts } from "./texts.ts";

/** Rules that others are made of. */
const parts: Readonly<Record<string, readonly string[]>> = {
  text: ["chars"],
  list: ["each"],
  items: ["each"],
  string: ["kind"],
  boolean: ["kind"],
  number: ["kind"],
  integer: ["kind"],
  partial: ["object"],
  members: ["object", "others"],
  record: ["object", "others"],
  min: ["ends"],
  max: ["ends"],
  above: ["edges"],
  below: ["edges"],
  step: ["edges"],
  kinds: ["all"],
  values: ["asked"],
  url: ["asked", "other"],
  ipv6: ["asked", "other"],
  email: ["other"],
  hostname: ["other"],
  deep: ["values", "asked"],
};

/**
 * What checks are made of: TypeScript source, written without template literals; marks say which rules need it. Rules are
 * objects of one form: most values are found right by looking at `quick` and what stands beside it, without a call.
 */
const rules = [core, alternatives, texts, numbers, lists, objects, "//#\n"].join("\n");

/** `src/rules.ts` with what some rules need. */
export function rulesOf(used: ReadonlySet<string>): string {
  const formats = formatRules(used);
  const needed = new Set([...used, ...[...used].flatMap((name) => parts[name] ?? [])]);
  if (formats) needed.add("format");
  return pick(rules, needed) + formats;
}
