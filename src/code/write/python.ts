import { isObject } from "../../lib/index.ts";
import { code, tag, type Code } from "./code.ts";

/** A value as a Python literal; the only way from foreign text into emitted Python. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([key, member]) => `${text(key)}: ${literal(member)}`)
      .join(", ")}}`;
  }
  throw new TypeError(`A ${typeof value} has no literal.`);
}

// JSON's escapes are Python's too, but for pairs of surrogates and what is not printable.
const text = (value: string): string =>
  JSON.stringify(value.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Emitted Python: codes go in as they are, strings, numbers, lists and objects as literals. */
export const py = tag(literal);

/** A docstring; text from outside can't end it. No text, no docstring. */
export const docstring = (summary: string | undefined): Code =>
  code(
    summary
      ? `"""${summary
          .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
          .replaceAll("\\", "\\\\")
          .replaceAll('"', '\\"')}"""`
      : "",
  );
