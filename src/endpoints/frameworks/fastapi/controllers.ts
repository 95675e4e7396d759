import { decorated } from "../../evaluate/decorate.ts";
import { methodOfClass } from "../../evaluate/lookup.ts";
import type { ClassValue, FunctionValue, Machine, Scope, Value } from "../../evaluate/types.ts";
import { each } from "../../evaluate/value.ts";
import type { Expression } from "../../program/ir.ts";

/**
 * Class-based views, as in fastapi-utils: `@router.get("/x")` on a method registers it when the class is created, and
 * `self` is a new instance for each request.
 */
export function registerMethods(
  cls: ClassValue,
  { scope, m, isRouter }: { scope: Scope; m: Machine; isRouter(value: Value): boolean },
): void {
  const registers = (decorator: Expression): boolean =>
    decorator.kind === "call" &&
    decorator.callee.kind === "get" &&
    each(m.evaluate(decorator.callee.of, scope)).some(isRouter);
  for (const { fn } of cls.cls.methods) {
    if (!fn.decorators.some(registers)) continue;
    const { self: _, ...free } = methodOfClass({ fn, owner: cls }, cls);
    decorated(free, fn.decorators, { scope, m });
  }
}

/** The class that a registered method belongs to, whose instance is its first argument. */
export const ownerOf = (fn: FunctionValue): ClassValue | undefined => {
  const [first] = fn.fn.params;
  const isSelf = first?.to.kind === "name" && first.to.name === "self" && !first.type && !first.otherwise;
  return isSelf && !fn.self ? fn.owner : undefined;
};
