import type { Parameter } from "../../language.ts";
import { classIn, itemsIn } from "../../annotated.ts";
import { lastName } from "../../../lib/index.ts";
import { chain, chainEnd, ledFrom } from "./chain.ts";
import { endOfStatement } from "./lines.ts";
import { parametersIn } from "./parameters.ts";
import type { Block, Source } from "./structure.ts";

const noTypes: ReadonlyMap<string, string> = new Map();

/** Returns the classes that annotations name: `Request`, `"Request"`, `Request | None`. */
export function classesOf(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  if (!parameters.some((parameter) => parameter.type ?? parameter.default)) return noTypes;
  return new Map(
    parameters.flatMap(({ name, type, default: value }) => {
      const errorClass = value !== undefined && ofErrors.test(value) ? value : classOf(type ?? "");
      return errorClass ? [[name, errorClass] as const] : [];
    }),
  );
}

/** A parameter whose default is an error class counts as that class unless callers pass another. */
const ofErrors = /^(?:\w+\.)*_*[A-Z]\w*(?:Error|Exception)$/;

/** Returns the class of a field or parameter annotation; `Self` isn't certain to be the enclosing class. */
function classOf(annotation: string): string {
  const found = classIn(annotation);
  return found === "this" ? "" : found;
}

/** Returns the classes of fields, from the class's annotations or from what its methods assign. */
export function fieldsOf(
  source: Source,
  { statement, colon, after }: Block,
): Readonly<Record<string, string>> {
  const { all } = source;
  const found: Record<string, string> = {};
  let parameterTypes = noTypes;
  const inner = all.depth(statement) + 1;
  for (let place = statement + 1; place < all.statements; place++) {
    const index = all.statement(place);
    if (index >= after) break;
    if (source.is(index, "def") && source.is(index + 1, "__init__")) {
      const opening = source.find("(", index);
      parameterTypes = classesOf(parametersIn(source, opening, source.find(":", opening)).parameters);
    } else if (source.is(index, "def") || source.is(index, "async")) parameterTypes = noTypes;
    const isOwn = source.is(index, "self") && source.isDot(index + 1);
    const position = isOwn ? index + 2 : index;
    const isSaid =
      source.is(position + 1, ":") &&
      (isOwn || (all.depth(place) === inner && source.kind(position) === "name"));
    const equals = source.is(position + 1, "=") ? position + 1 : isSaid ? source.find("=", position + 2) : -1;
    const annotation = isSaid
      ? source.between(position + 2, equals < 0 ? endOfStatement(source, position) : equals)
      : "";
    const text = annotation && (classOf(annotation) || itemsIn(annotation));
    const isHere =
      isOwn || (equals === position + 1 && all.depth(place) === inner && source.kind(position) === "name");
    const type =
      text || (isHere && equals > 0 ? madeOf(source, equals + 1, isOwn ? parameterTypes : noTypes) : "");
    if (type && index > colon) found[source.word(position)] ??= type;
  }
  return found;
}

/**
 * Returns a value's class: `Box(…)`, `shapes.Box(…)`, `Box.of(…)` as the call, an accepted parameter, or
 * `taken or Box(…)`.
 */
function madeOf(source: Source, from: number, parameterTypes: ReadonlyMap<string, string>): string {
  const last = chainEnd(source, from);
  if (last < from) return "";
  const name = chain(source, from, last);
  if (source.is(last + 1, "(")) {
    if (/^_*[A-Z]\w*[a-z]/.test(lastName(name))) return name;
    const isKnown = /^(?:_*[A-Z]\w*|self)\.\w+$/.test(name) && name.length < 80;
    return isKnown && ledFrom(source, from)?.chain === `${name}()` ? `${name}()` : "";
  }
  const isWhole = source.kind(last + 1) === "newline" || source.is(last + 1, "or");
  return (isWhole ? parameterTypes.get(name) : undefined) ?? "";
}
