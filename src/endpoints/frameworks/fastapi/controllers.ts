import { decorated } from "../../evaluate/decorate.ts";
import { methodOfClass } from "../../evaluate/lookup.ts";
import type { ClassValue, FunctionValue, Machine, Scope, Value } from "../../evaluate/types.ts";
import { each } from "../../evaluate/value.ts";
import type { Expression } from "../../program/ir.ts";

/**
 * Class-based views, as of fastapi-utils: `@router.get("/x")` before a method registers it when the class is made, and
 * `self` is an instance that is made for each request.
 */
export function registerMethods(
  cls: ClassValue,
  { scope, m, isRouter }: { scope: Scope; m: Machine; isRouter(value: Value): boolean },
): void {
  const registers = (decorator: Expression): boolean =>
    decorator.kind === "call" &&
    decorator.callee.kind === "get" &&
    each(m.evaluate(decorator.callee.of, scope)).some(isRouter);
  for (const { fn, kind, static: isStatic } of cls.cls.methods) {
    if (!fn.decorators.some(registers)) continue;
    const { self: _, ...free } = methodOfClass({ fn, owner: cls, kind, static: isStatic }, cls);
    decorated(free, fn.decorators, { scope, m });
  }
}

/** The class whose instance a function is given first: that of a method which was registered by itself. */
export const ownerOf = (fn: FunctionValue): ClassValue | undefined => {
  const [first] = fn.fn.params;
  const isSelf = first?.to.kind === "name" && first.to.name === "self" && !first.type && !first.otherwise;
  return isSelf && !fn.self ? fn.owner : undefined;
};
