import { args } from "../evaluate/machine.ts";
import { member } from "../evaluate/lookup.ts";
import type { ClassValue, Library, Machine, Value } from "../evaluate/types.ts";
import { unknown } from "../evaluate/value.ts";
import { typeValue } from "./nest/container.ts";

const asks =
  /^(?:typedi\.(?:default\.)?Container|tsyringe\.container|inversify\.Container\(\))\.(?:get|resolve)$/;
const deepest = 12;

/** Creates an instance of a class, together with the constructor arguments requested by type or `@inject(…)`. */
export function make(cls: ClassValue, made: Map<ClassValue, Value>, m: Machine, depth = 0): Value {
  const known = made.get(cls);
  if (known || depth > deepest) return known ?? unknown;
  made.set(cls, unknown); // a class that injects itself gets nothing
  const constructor = member(cls, "constructor");
  const given = (constructor?.fn.params ?? []).map(({ type, decorators }): Value => {
    const scope = constructor?.owner.scope ?? cls.scope;
    const marks = decorators.map((decorator) => m.evaluate(decorator, scope));
    const named = marks.find((mark) => mark.kind === "external" && mark.of?.name.toLowerCase() === "inject");
    const token = named?.kind === "external" ? named.args?.list[0] : undefined;
    const wanted = token?.kind === "function" ? m.call(token, args([])) : token;
    const found = wanted?.kind === "class" ? wanted : typeValue(type, scope, m);
    return found?.kind === "class" ? make(found, made, m, depth + 1) : unknown;
  });
  const instance = m.construct(cls, args(given));
  made.set(cls, instance);
  return instance;
}

/** The containers of typedi, tsyringe and inversify, which resolve classes. */
export function containers(): Library {
  const made = new Map<ClassValue, Value>();
  return {
    call: ({ path }, { list: [wanted] }, m) =>
      asks.test(path) && wanted?.kind === "class" ? make(wanted, made, m) : undefined,
  };
}
