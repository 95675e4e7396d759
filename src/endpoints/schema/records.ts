import { ancestry } from "../evaluate/classes.ts";
import { member, methodOfClass } from "../evaluate/lookup.ts";
import type { ClassValue, ExternalValue, Value } from "../evaluate/types.ts";

/** Base classes of Python models whose records are stored in a database. */
const models =
  /(?:^|\.)(?:Model|SQLModel|Document|DeclarativeBase\w*|Abstract(?:Base)?User)$|declarative_base\(\)$/;

const known = new WeakMap<ClassValue, boolean>();
function isModel(cls: ClassValue): boolean {
  const before = known.get(cls);
  if (before !== undefined) return before;
  const is =
    cls.scope.module.language === "python" &&
    ancestry(cls).some((value) => value.kind === "external" && models.test(value.path));
  known.set(cls, is);
  return is;
}

const modelIn = (value: Value, depth: number): ClassValue | undefined =>
  value.kind === "class" && isModel(value)
    ? value
    : value.kind === "external"
      ? recordOf(value, depth)
      : undefined;

/**
 * The model whose records a query returns: `Note.query.first()`, `session.get(Note, id)`,
 * `session.scalar(select(Note))`.
 */
function recordOf(value: ExternalValue, depth = 0): ClassValue | undefined {
  const { args, of: callee } = value;
  if (!args || !callee || depth > 8) return undefined;
  for (const item of args.list.slice(0, 1)) {
    const model = modelIn(item, depth + 1);
    if (model) return model;
  }
  const recordModel = callee.model ?? callee.of?.model;
  if (recordModel) return isModel(recordModel) ? recordModel : undefined;
  return callee.of && recordOf(callee.of, depth + 1);
}

/** A method that the program's model defines, on a record that a query returned. */
export function recordMember(of: ExternalValue, name: string): Value | undefined {
  if (!of.args || of.identity) return undefined;
  const model = recordOf(of);
  const found = model && member(model, name);
  return found && !found.fn.decorators.length ? methodOfClass(found, of) : undefined;
}
