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

/** The stack trace of an error: it starts with its name and message, where those are known. */
const stackOf = (name: string, message: Value): Value =>
  each(message).some(
    (value) => value.kind !== "const" && !(value.kind === "unknown" && value.written !== undefined),
  )
    ? unknown
    : text([constant(`${name}: `), message, unknown]);

/** `new Error("none")` of JavaScript, with only the members that the program sets. */
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

/** An unknown error that matches no specific class in a handler. */
export const ordinary = (): ObjectValue => ({
  ...object([
    ["name", constant("Error")],
    ["message", unknown],
    ["stack", unknown],
  ]),
  base: external("Error"),
});
