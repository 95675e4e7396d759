import { librariesOf } from "../../evaluate/classes.ts";
import type { ClassValue, Machine, Part, Scope, Value, FunctionValue } from "../../evaluate/types.ts";
import type { Expression } from "../../program/ir.ts";
import { secretQueries } from "../onion.ts";
import { decorated } from "../../evaluate/make.ts";
import { methodOfClass } from "../../evaluate/lookup.ts";
import { each } from "../../evaluate/value.ts";

/** The source that a parameter's annotation declares. */
interface Asked {
  readonly type: Expression | undefined;
  /** `Depends(…)`, `Query(…)` and the like. */
  readonly marker: Value | undefined;
  /** Functions of `AfterValidator(…)` and the like, which may refuse input. */
  readonly validators: readonly Value[];
  readonly scope: Scope;
}

/** The function of a Pydantic validator, if the marker is one. */
const validatorOf = (marker: Value): readonly Value[] =>
  marker.kind === "external" && /^(?:After|Before|Plain|Wrap)Validator$/.test(marker.of?.name ?? "")
    ? (marker.args?.list.slice(0, 1) ?? [])
    : [];

export const isMarker = (value: Value): boolean =>
  value.kind === "external" &&
  value.args !== undefined &&
  /^(?:Depends|Security|Query|Path|Header|Cookie|Body|Form|File|FromDishka)$/.test(value.of?.name ?? "");

export const nameOf = (type: Expression | undefined): string =>
  type?.kind === "name" ? type.name : type?.kind === "get" ? type.name : "";

/** Resolves aliases such as `CurrentUser = Annotated[User, Depends(get_user)]`. */
export function annotated(type: Expression | undefined, scope: Scope, m: Machine, depth = 0): Asked {
  if (!type || depth > 6) return { type, marker: undefined, validators: [], scope };
  if (type.kind === "index" && nameOf(type.of) === "Annotated" && type.at.kind === "list") {
    const [inner, ...more] = type.at.items.map(({ value }) => value);
    const markers = more.map((expression) => m.evaluate(expression, scope));
    const below = annotated(inner, scope, m, depth + 1);
    return {
      ...below,
      marker: markers.findLast(isMarker) ?? below.marker,
      validators: [...below.validators, ...markers.flatMap(validatorOf)],
    };
  }
  if (type.kind === "name" || type.kind === "get") {
    const found = aliasOf(type, scope, m);
    if (found) return annotated(found.type, found.scope, m, depth + 1);
  }
  return { type, marker: undefined, validators: [], scope };
}

/** The value of a module's name, if it is a type. */
function aliasOf(
  type: Expression,
  scope: Scope,
  m: Machine,
): { readonly type: Expression; readonly scope: Scope } | undefined {
  const value = type.kind === "name" ? m.lookup(type.name, scope) : m.evaluate(type, scope);
  return value?.kind === "shape" ? { type: value.of, scope: value.scope } : undefined;
}

const models = /^(?:pydantic|sqlmodel|beanie|odmantic|ormar|msgspec)/;
export const isModel = (cls: ClassValue): boolean =>
  librariesOf(cls).some(
    ({ path, name }) =>
      models.test(path) ||
      /^(?:BaseModel|SQLModel|TypedDict|Document|CamelModel|HTTP(?:Basic|Authorization)Credentials)$/.test(
        name,
      ),
  ) || cls.decorators.some((decorator) => decorator.kind === "external" && /dataclass/.test(decorator.path));

/** Whether a parameter of this type is read from the body by default. */
export function isBody(type: Expression | undefined, scope: Scope, m: Machine, depth = 0): boolean {
  if (!type || depth > 5) return false;
  if (type.kind === "index") {
    const name = nameOf(type.of);
    if (name === "dict" || name === "Dict") return true;
    const parts = type.at.kind === "list" ? type.at.items.map(({ value }) => value) : [type.at];
    return parts.some((part) => isBody(part, scope, m, depth + 1));
  }
  if (type.kind === "binary")
    return isBody(type.left, scope, m, depth + 1) || isBody(type.right, scope, m, depth + 1);
  if (type.kind !== "name" && type.kind !== "get") return false;
  if (nameOf(type) === "dict") return true;
  const value = m.evaluate(type, scope);
  if (value.kind === "shape") return isBody(value.of, value.scope, m, depth + 1);
  return value.kind === "class" && isModel(value);
}

/** Whether a header, a cookie or a secret in the query has to be a value that the program knows. */
export function isGuessed(
  part: Part,
  key: string,
  {
    asked,
    marker,
    declared,
  }: { readonly asked: Asked; readonly marker: Value | undefined; readonly declared: Value | undefined },
): boolean {
  if (part !== "header" && part !== "cookie" && !(part === "query" && secretQueries.test(key))) return false;
  const markerArgs = marker?.kind === "external" ? marker.args?.named : undefined;
  return (
    ["pattern", "regex"].some((name) => markerArgs?.has(name)) ||
    asked.validators.length > 0 ||
    declared?.kind === "class" ||
    /"Literal"/.test(JSON.stringify(asked.type ?? {}))
  );
}

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
