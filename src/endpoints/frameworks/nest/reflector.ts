import type { ExternalValue, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, items, list, native, nothing, object, propOf, unknown } from "../../evaluate/value.ts";

/** The metadata of a handler or a controller, which guards read by key. */
export const target = (marks: readonly Value[]): ObjectValue => ({
  ...object([["%marks", list(marks)]]),
  host: { type: "nest.target" },
});

/** The value of `SetMetadata(key, value)` or of a `Reflector.createDecorator()` decorator. */
function found(key: Value | undefined, of: Value | undefined): Value | undefined {
  const marks = of?.kind === "object" ? items(of.props.get("%marks")) : [];
  for (const mark of marks) {
    if (mark.kind !== "external" || !mark.args || !mark.of) continue;
    if (mark.of.name === "SetMetadata") {
      const [name, value] = mark.args.list;
      if (name?.kind === "const" && key?.kind === "const" && name.value === key.value)
        return value ?? nothing;
    } else if (mark.of === key || isKey(mark.of, key)) return mark.args.list[0] ?? constant(true);
  }
  return undefined;
}

/** Whether a decorator from `Reflector.createDecorator({ key: "roles" })` has this key. */
const isKey = (decorator: ExternalValue, key: Value | undefined): boolean => {
  const value = propOf(decorator.args?.list[0], "key");
  return value?.kind === "const" && key?.kind === "const" && value.value === key.value;
};

export const reflector = (): ObjectValue =>
  object([], {
    type: "nest.reflector",
    get: (name) => {
      if (name === "get") return native(name, ({ list: [key, of] }) => found(key, of) ?? nothing);
      if (name === "getAllAndOverride")
        return native(
          name,
          ({ list: [key, all] }) =>
            items(all)
              .map((of) => found(key, of))
              .find((value) => value !== undefined) ?? nothing,
        );
      if (name === "getAll" || name === "getAllAndMerge")
        return native(name, ({ list: [key, all] }) =>
          list(items(all).flatMap((of) => items(found(key, of)))),
        );
      return unknown;
    },
  });
