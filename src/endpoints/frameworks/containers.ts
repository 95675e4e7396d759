import { args } from "../evaluate/machine.ts";
import { member } from "../evaluate/lookup.ts";
import type { ClassValue, Library, Machine, Value } from "../evaluate/types.ts";
import { unknown } from "../evaluate/value.ts";
import { typeValue } from "./nest/container.ts";

const asks =
  /^(?:typedi\.(?:default\.)?Container|tsyringe\.container|inversify\.Container\(\))\.(?:get|resolve)$/;
const deepest = 12;

/** Creates an instance of a class, together with the constructor arguments requested by type or `@inject(…)`. */
export function make(cls: ClassValue, instances: Map<ClassValue, Value>, m: Machine, depth = 0): Value {
  const known = instances.get(cls);
  if (known || depth > deepest) return known ?? unknown;
  instances.set(cls, unknown); // a class that injects itself gets nothing
  const constructor = member(cls, "constructor");
  const argumentValues = (constructor?.fn.params ?? []).map(({ type, decorators }): Value => {
    const scope = constructor?.owner.scope ?? cls.scope;
    const marks = decorators.map((decorator) => m.evaluate(decorator, scope));
    const named = marks.find((mark) => mark.kind === "external" && mark.of?.name.toLowerCase() === "inject");
    const token = named?.kind === "external" ? named.args?.list[0] : undefined;
    const provided = token?.kind === "function" ? m.call(token, args([])) : token;
    const found = provided?.kind === "class" ? provided : typeValue(type, scope, m);
    return found?.kind === "class" ? make(found, instances, m, depth + 1) : unknown;
  });
  const instance = m.construct(cls, args(argumentValues));
  instances.set(cls, instance);
  return instance;
}

/** The containers of typedi, tsyringe and inversify, which resolve classes. */
export function containers(): Library {
  const instances = new Map<ClassValue, Value>();
  return {
    call: ({ path }, { list: [requestedClass] }, m) =>
      asks.test(path) && requestedClass?.kind === "class" ? make(requestedClass, instances, m) : undefined,
  };
}
