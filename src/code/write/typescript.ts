import { isObject } from "../../lib/index.ts";
import { code, tag, type Code } from "./code.ts";

const isName = (text: string): boolean =>
  /^([A-Za-z_$][\w$]*|0|[1-9]\d{0,8})$/.test(text) && text !== "__proto__";

/** Renders a value as a TypeScript literal; the only way for foreign text into emitted TypeScript. */
function literal(value: unknown): string {
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (isObject(value)) {
    return `{ ${Object.entries(value)
      .map(([key, member]) => `${isName(key) ? key : `[${text(key)}]`}: ${literal(member)}`)
      .join(", ")} }`;
  }
  if (typeof value === "string") return text(value);
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  throw new TypeError(`A ${typeof value} has no literal.`);
}

// Old parsers end a line at line separators, and "</script" ends a script element.
const text = (value: string): string =>
  JSON.stringify(value).replaceAll(
    /[\u2028\u2029]|<(?=\/script|!--)/gi,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Tag for emitted TypeScript: code is inserted as it is; strings, numbers, arrays and objects become literals. */
export const ts = tag(literal);

/** Renders a member name of an object literal or interface, quoted if it isn't an identifier. */
export const member = (name: string): Code => code(isName(name) ? name : text(name));

/** Renders a doc comment that text from outside can't end. No text, no comment. */
export function doc(summary: string | undefined): Code {
  if (!summary) return code("");
  const lines = summary.replaceAll("*/", "*\\/").split(/\r?\n|[\u2028\u2029]/);
  return code(lines.length === 1 ? `/** ${lines[0] ?? ""} */\n` : `/**\n * ${lines.join("\n * ")}\n */\n`);
}

/** Renders a regular expression literal that matches the same as the pattern. */
export const pattern = (source: string): Code => {
  const { source: safe } = new RegExp(source, "u"); // throws for an invalid pattern
  return code(`/${safe.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}/u`);
};
