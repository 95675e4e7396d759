import { code, type Code } from "../../../code/index.ts";

/** `const json`: the media types allowed for bodies. */
export const jsonType: Code = code(
  String.raw`const json = /^application\/(?:merge-patch\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;`,
);

/** Returns statements that parse a text as JSON, and refuse anything but an object. `Problem` is in scope. */
export const returnObject = (text: string): Code =>
  code(`try {
    const value: unknown = JSON.parse(${text});
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Answered as every other body that is no object.
  }
  throw new Problem(400, [{ path: "", message: "must be a JSON object" }]);`);
