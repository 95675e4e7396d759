import { ancestry } from "../../evaluate/classes.ts";
import type { ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { constant, textOf, truth } from "../../evaluate/value.ts";
import type { Verb } from "../contract.ts";
import { usual, verbsIn } from "../verbs.ts";

export const isUsual = (name: string): name is (typeof usual)[number] => usual.some((verb) => verb === name);

/** An attribute of a class, its own or inherited. */
export const staticOf = (cls: ClassValue, name: string): Value | undefined => {
  for (const value of ancestry(cls)) {
    const found = value.kind === "class" ? value.statics.get(name) : undefined;
    if (found) return found;
  }
  return undefined;
};

/** A method with `@action`. */
export interface Extra {
  readonly name: string;
  readonly methods: readonly Verb[];
  readonly isDetail: boolean;
  readonly path: string;
  readonly options: ReadonlyMap<string, Value>;
  readonly at: number;
}

/** The routes of a viewset besides the standard actions. */
export function extraActions(viewset: ClassValue, m: Machine): readonly Extra[] {
  const found = new Map<string, Extra>();
  for (const cls of ancestry(viewset)) {
    if (cls.kind !== "class") continue;
    for (const { fn } of cls.cls.methods) {
      if (found.has(fn.name)) continue;
      const mark = fn.decorators
        .map((decorator) => m.evaluate(decorator, cls.scope))
        .find(
          (value) =>
            value.kind === "external" &&
            value.args &&
            /^(?:action|detail_route|list_route)$/.test(value.of?.name ?? ""),
        );
      if (mark?.kind !== "external" || !mark.args) continue;
      const { named } = mark.args;
      const methods = verbsIn(named.get("methods") ?? mark.args.list[0]).filter(isUsual);
      const isDetail =
        mark.of?.name === "detail_route" ||
        truth(named.get("detail") ?? constant(mark.of?.name === "detail_route")) === true;
      const path = textOf(named.get("url_path")) ?? fn.name;
      found.set(fn.name, {
        name: fn.name,
        methods: methods.length ? methods : ["get"],
        isDetail,
        path: path.replaceAll(/\(\?P<(\w+)>[^)]*\)/g, "{$1}"),
        options: named,
        at: fn.at,
      });
    }
  }
  return [...found.values()];
}
