import { code, type Code } from "../../../code/index.ts";

/** `const json`: the media types that a body may have. */
export const jsonType: Code = code(
  String.raw`const json = /^application\/(?:merge-patch\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;`,
);

/** Statements that return a text's JSON, or refuse what is no object. `Problem` is in scope. */
export const returnObject = (text: string): Code =>
  code(`try {
    const value: unknown = JSON.parse(${text});
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Answered as every other body that is no object.
  }
  throw new Problem(400, [{ path: "", message: "must be a JSON object" }]);`);
