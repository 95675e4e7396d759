import { text } from "./text.ts";
import {
  constant,
  each,
  external,
  object,
  propOf,
  unknown,
  type Args,
  type ObjectValue,
  type Value,
} from "./value.ts";

const pattern = /^(?:Error|TypeError|RangeError|ReferenceError|SyntaxError|URIError|EvalError)$/;

/** It begins with what kind of error it is and what it says, where that is known. */
const stackOf = (name: string, message: Value): Value =>
  each(message).some(
    (value) => value.kind !== "const" && !(value.kind === "unknown" && value.written !== undefined),
  )
    ? unknown
    : text([constant(`${name}: `), message, unknown]);

/** `new Error("none")` of JavaScript: it has what the program gives it, and no more. */
export function plainError(path: string, { list: [message, options], file }: Args): Value | undefined {
  if (!pattern.test(path) || file.endsWith(".py")) return undefined;
  return {
    ...object([
      ["name", constant(path)],
      ["message", message ?? constant("")],
      ["stack", stackOf(path, message ?? constant(""))],
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
