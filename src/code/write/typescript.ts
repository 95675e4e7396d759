import { isObject } from "../../lib/index.ts";
import { code, tag, type Code } from "./code.ts";

const isName = (text: string): boolean =>
  /^([A-Za-z_$][\w$]*|0|[1-9]\d{0,8})$/.test(text) && text !== "__proto__";

/** A value as a TypeScript literal; the only way from foreign text into emitted TypeScript. */
function literal(value: unknown): string {
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (isObject(value)) {
    return `{ ${Object.entries(value)
      .map(([key, member]) => `${isName(key) ? key : `[${text(key)}]`}: ${literal(member)}`)
      .join(", ")} }`;
  }
  if (typeof value === "string") return text(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  throw new TypeError(`A ${typeof value} has no literal.`);
}

// Line separators end a line in old parsers, and "</script" a script element.
const text = (value: string): string =>
  JSON.stringify(value).replaceAll(
    /[\u2028\u2029]|<(?=\/script|!--)/gi,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Emitted TypeScript: codes go in as they are, strings, numbers, arrays and objects as literals. */
export const ts = tag(literal);

/** A member of an object literal or interface: bare where it is a name, quoted where it is not. */
export const member = (name: string): Code => code(isName(name) ? name : text(name));

/** A doc comment; text from outside can't end it. No text, no comment. */
export function doc(summary: string | undefined): Code {
  if (!summary) return code("");
  const lines = summary.replaceAll("*/", "*\\/").split(/\r?\n|[\u2028\u2029]/);
  return code(lines.length === 1 ? `/** ${lines[0] ?? ""} */\n` : `/**\n * ${lines.join("\n * ")}\n */\n`);
}

/** A regular expression literal that matches what the pattern matches. */
export const pattern = (source: string): Code => {
  const { source: safe } = new RegExp(source, "u"); // throws on a pattern that is none
  return code(`/${safe.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}/u`);
};
