import { code, joined, member, ts, type Code } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";

const placeholder = /\{\{(\w+)\.(\w+)\}\}/g;

const access = (name = "", key = ""): string =>
  key === "id" ? `${name}.id` : `${name}[${JSON.stringify(key)}]`;

/** Generates a text in which `{{task.id}}` is a member of an earlier response. */
export function textOf(text: string): Code {
  if (text === "{{datetime}}" || text === "{{date}}") return code("expect.any(String) as unknown");
  const parts = text.split(placeholder);
  if (parts.length === 1) return repeated(text) ?? ts`${text}`;
  if (parts.length === 4 && !parts[0] && !parts[3]) return code(access(parts[1], parts[2]));
  const template = parts.map((part, index) => {
    if (index % 3 === 0) return part.replaceAll(/[\\`]|\$\{/g, "\\$&");
    if (index % 3 === 2) return "";
    const value = access(part, parts[index + 1]);
    return `\${${parts[index + 1] === "id" ? value : `String(${value})`}}`;
  });
  return code(`\`${template.join("")}\``);
}

/** Returns `"x".repeat(201)` for a long repetition. */
function repeated(text: string): Code | undefined {
  const run = /^(.)\1{30,}/su.exec(text);
  if (!run?.[1]) return undefined;
  const rest = text.slice(run[0].length);
  const head = ts`${run[1]}.repeat(${run[0].length / run[1].length})`;
  return rest ? ts`${head} + ${rest}` : head;
}

/** Generates a body's value as a literal, with members of earlier responses. */
export function valueOf(value: unknown): Code {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    const same = value.length > 20 && value.every((item) => JSON.stringify(item) === JSON.stringify(first));
    return same
      ? ts`Array.from({ length: ${value.length} }, () => ${valueOf(first)})`
      : ts`[${joined(value.map(valueOf), ", ")}]`;
  }
  if (!isObject(value)) return ts`${value}`;
  const members = Object.entries(value).map(
    ([key, inner]) => ts`${key === "__proto__" ? code('["__proto__"]') : member(key)}: ${valueOf(inner)}`,
  );
  return ts`{ ${joined(members, ", ")} }`;
}
