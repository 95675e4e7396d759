import { ownOf } from "../../evaluate/classes.ts";
import type { ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { constant, textOf, truth } from "../../evaluate/value.ts";
import type { Expression } from "../../program/ir.ts";
import { type Verb, usual, verbsIn } from "../contract.ts";

export const isUsual = (name: string): name is (typeof usual)[number] => usual.some((verb) => verb === name);

/** A method with `@action`. */
export interface Extra {
  readonly name: string;
  readonly methods: readonly Verb[];
  readonly isDetail: boolean;
  readonly path: string;
  readonly options: ReadonlyMap<string, Value>;
  readonly at: number;
}

/** `@archive.mapping.delete`: the action whose path and options a method shares, and its HTTP method. */
function mapped(decorator: Expression): { readonly action: string; readonly method: Verb } | undefined {
  if (decorator.kind !== "get" || decorator.of.kind !== "get" || decorator.of.name !== "mapping")
    return undefined;
  const { of } = decorator.of;
  const isNamed = of.kind === "name" || of.kind === "get";
  return isNamed && isUsual(decorator.name) ? { action: of.name, method: decorator.name } : undefined;
}

/** The methods that share the path and options of other actions. */
function furtherActions(viewset: ClassValue, actions: ReadonlyMap<string, Extra>): readonly Extra[] {
  const found = new Map<string, Extra>();
  for (const { fn } of ownOf(viewset).flatMap(({ cls }) => cls.methods)) {
    const marks = fn.decorators.flatMap((decorator) => mapped(decorator) ?? []);
    const first = marks[0] && actions.get(marks[0].action);
    const methods = marks.map(({ method }) => method);
    if (first && !found.has(fn.name)) found.set(fn.name, { ...first, name: fn.name, at: fn.at, methods });
  }
  return [...found.values()];
}

/** The routes of a viewset besides the standard actions. */
export function extraActions(viewset: ClassValue, m: Machine): readonly Extra[] {
  const found = new Map<string, Extra>();
  for (const cls of ownOf(viewset)) {
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
  return [...found.values(), ...furtherActions(viewset, found)];
}
