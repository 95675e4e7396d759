import { isObject } from "../../lib/index.ts";
import { code, tag, type Code } from "./code.ts";

/** Renders a value as a Python literal; the only way for foreign text into emitted Python. */
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

// JSON escapes are valid in Python except surrogate pairs and non-printable characters.
const text = (value: string): string =>
  JSON.stringify(value.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Tag for emitted Python: code is inserted as it is; strings, numbers, lists and objects become literals. */
export const py = tag(literal);

/** Renders a docstring that text from outside can't end. No text, no docstring. */
export const docstring = (summary: string | undefined): Code =>
  code(
    summary
      ? `"""${summary
          .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
          .replaceAll("\\", "\\\\")
          .replaceAll('"', '\\"')}"""`
      : "",
  );
