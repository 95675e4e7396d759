import type { Library, ObjectValue, Value } from "../evaluate/types.ts";
import { constant, items, native, object, textOf, texts, unknown } from "../evaluate/value.ts";

const partsOf = (path: string): readonly string[] => path.split("/").filter(Boolean);

/** Whether a path fits one of patterns with `:name`; undefined for what else path-to-regexp knows. */
function fits(patterns: readonly string[], path: string): boolean | undefined {
  if (patterns.some((pattern) => /[(){}*+?]/.test(pattern))) return undefined;
  const given = partsOf(path);
  return patterns
    .map(partsOf)
    .some(
      (parts) =>
        parts.length === given.length &&
        parts.every(
          (part, index) => part.startsWith(":") || part.toLowerCase() === given[index]?.toLowerCase(),
        ),
    );
}

const pattern = (paths: readonly string[]): ObjectValue => {
  const made: ObjectValue = object([], {
    type: "path-to-regexp",
    get: (name) => {
      if (name === "regexp") return made;
      if (name !== "test") return unknown;
      return native(name, ({ list: [value] }): Value => {
        const path = textOf(value);
        const is = path === undefined ? undefined : fits(paths, path);
        return is === undefined ? unknown : constant(is);
      });
    },
  });
  return made;
};

/** Patterns of paths that a program makes itself: `pathToRegexp(["/login", "/notes/:id"]).test(ctx.path)`. */
export const pathPatterns: Library = {
  call({ path }, { list: [value] }) {
    if (!/^path-to-regexp(?:\.pathToRegexp)?$/.test(path)) return undefined;
    const paths = items(value).flatMap((item) => texts(item));
    return paths.length ? pattern(paths) : undefined;
  },
};
