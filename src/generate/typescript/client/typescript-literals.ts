import { FileExample, type ExampleValue } from "../../specification/example.ts";
import { fromHtml } from "../../specification/html.ts";

export const isIdentifier = (text: string): boolean =>
  /^[A-Za-z_$][\w$]*$/.test(text) && text !== "__proto__";

/** Returns any JSON value as a literal; strings can't be terminated early or hide anything. */
export const literal = (value: unknown): string => {
  const text = JSON.stringify(value);
  return /[\u2028\u2029]/.test(text)
    ? text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
    : text;
};

/** Returns a value as people write it in an example. */
export const shownValue = (value: ExampleValue): string => {
  if (value instanceof FileExample) return `new Blob([${literal(value.text)}])`;
  if (Array.isArray(value)) return `[${value.map((item: ExampleValue) => shownValue(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  const members = Object.entries(value).map(([name, item]) => `${key(name)}: ${shownValue(item)}`);
  return members.length ? `{ ${members.join(", ")} }` : "{}";
};

export const key = (name: string): string => (isIdentifier(name) ? name : literal(name));

/** Returns a comment that untrusted text can't terminate, with a line of code as its example. */
export function docComment(lines: readonly (string | undefined)[], indent = "", example?: string): string {
  const words = lines
    .flatMap((line) =>
      line === undefined || line.trim() === ""
        ? []
        : fromHtml(line)
            .trim()
            .split(/\r\n?|\n|\u2028|\u2029/),
    )
    .map((line) =>
      line
        // oxlint-disable-next-line no-control-regex -- these are removed
        .replaceAll(/[\0-\x08\x0a-\x1f]/g, "")
        .replaceAll("*/", "*\\/")
        .trimEnd(),
    )
    .slice(0, 60);
  const text = [...words, ...(example === undefined ? [] : ["@example", example.replaceAll("*/", "*\\/")])];
  const [first] = text;
  if (first === undefined) return "";
  if (text.length === 1) return `${indent}/** ${first} */\n`;
  return `${indent}/**\n${text.map((line) => `${indent} *${line ? ` ${line}` : ""}\n`).join("")}${indent} */\n`;
}

/**
 * Returns the code of a module without strings and comments, to find its imports: they may contain text that looks
 * like code.
 */
export const codeOf = (text: string): string => text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\//g, '""');
