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
  type Place,
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

const foreign = new WeakMap<Value, { readonly mayThrow?: Partial<Place> }>();

/** An error of code that isn't followed; with `mayThrow`, nothing shows that the call there fails at all. */
export function foreignError(mayThrow?: Partial<Place>): ObjectValue {
  const error = ordinary();
  foreign.set(error, mayThrow ? { mayThrow } : {});
  return error;
}

/** Whether an error comes from code that isn't followed: a handler around the call is there for it. */
export const isForeign = (error: Value): boolean => foreign.has(error);

/** The place of a call that may fail; `undefined` if the error is certain. */
export const mayThrow = (error: Value): Partial<Place> | undefined => foreign.get(error)?.mayThrow;

/** Notes that the program throws an error in place of another one. */
export const alsoForeign = (error: Value, of: Value): void => void foreign.set(error, foreign.get(of) ?? {});
