import type { Imported } from "../../study.ts";
import { isComment, type Node, type Tree } from "../tree/grammar.ts";
import { path } from "../tree/type-names.ts";

/** Returns the names `use` imports, and the modules that paths in the code name. */
export function importsOf({ root }: Tree): readonly Imported[] {
  const found: Imported[] = [];
  const seen = new Set<string>();
  for (const node of root.below(({ type }) => !isComment(type))) {
    if (node.type === "use_declaration") {
      const argument = node.in("argument");
      if (argument) found.push(...usedBy(argument, []));
    }
    if (!/^scoped_(?:type_)?identifier$/.test(node.type) || node.parent?.type.startsWith("scoped_")) continue;
    const parts = path(node).split("::");
    const module = parts.slice(0, -1);
    const key = module.join(".");
    if (module.length === 0 || /^[A-Z]|^self$/.test(module.at(-1) ?? "") || seen.has(key)) continue;
    seen.add(key);
    found.push({ local: key, name: "*", from: module.join("/") });
  }
  return found;
}

const partsOf = (node: Node | undefined): readonly string[] => path(node).split("::").filter(Boolean);

function usedBy(node: Node, before: readonly string[]): readonly Imported[] {
  if (node.type === "scoped_use_list") {
    const at = [...before, ...partsOf(node.in("path"))];
    return node.in("list")?.named.flatMap((node) => usedBy(node, at)) ?? [];
  }
  if (node.type === "use_list") return node.named.flatMap((node) => usedBy(node, before));
  if (node.type === "use_wildcard")
    return [{ local: "*", name: "*", from: [...before, ...partsOf(node.named[0])].join("/") }];
  const aliased = node.type === "use_as_clause";
  const parts = [...before, ...partsOf(aliased ? node.in("path") : node)];
  const whole = parts.at(-1) === "self" ? parts.slice(0, -1) : parts;
  const name = whole.at(-1) ?? "";
  const local = aliased ? (node.in("alias")?.text ?? name) : name;
  return name ? [{ local, name, from: whole.slice(0, -1).join("/") || "self" }] : [];
}
