import {
  constant,
  external,
  object,
  propOf,
  unknown,
  type Args,
  type ObjectValue,
  type Value,
} from "./value.ts";

const own = /^(?:Error|TypeError|RangeError|ReferenceError|SyntaxError|URIError|EvalError)$/;

/** `new Error("none")` of JavaScript: it has what the program gives it, and no more. */
export function plainError(path: string, { list: [message, options], file }: Args): Value | undefined {
  if (!own.test(path) || file.endsWith(".py")) return undefined;
  return {
    ...object([
      ["name", constant(path)],
      ["message", message ?? constant("")],
      ["stack", unknown],
      ["toString", unknown],
      ["cause", propOf(options, "cause") ?? unknown],
    ]),
    base: external(path),
  };
}

/** An error that nobody can know, where handlers tell those of a special kind apart. */
export const ordinary = (): ObjectValue => ({
  ...object([
    ["name", constant("Error")],
    ["message", unknown],
    ["stack", unknown],
  ]),
  base: external("Error"),
});
