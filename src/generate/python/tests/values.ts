import { code, joined, py, type Code } from "../../../code/index.ts";
import { imported } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";

const placeholder = /\{\{(\w+)\.(\w+)\}\}/g;
const any = imported("unittest.mock", "ANY");

const snake = (name: string): string =>
  name.replaceAll(/([A-Z])/g, (_, letter: string) => `_${letter.toLowerCase()}`);

/** Returns the variable that keeps an earlier response; names can't start with a digit. */
export const variable = (name: string): string => snake(name);

const access = (name = "", key = ""): Code => py`${code(variable(name))}[${key}]`;

/** Generates a text in which `{{task.id}}` is a member of an earlier response. */
export function textOf(text: string): Code {
  if (text === "{{datetime}}" || text === "{{date}}") return any;
  const parts = text.split(placeholder);
  if (parts.length === 1) return repeated(text) ?? py`${text}`;
  if (parts.length === 4 && !parts[0] && !parts[3]) return access(parts[1], parts[2]);
  const template = parts.map((part, index) => {
    if (index % 3 === 0) return py`${part}`.text.slice(1, -1).replaceAll(/[{}]/g, "$&$&");
    if (index % 3 === 2) return "";
    return `{${variable(part)}['${parts[index + 1] ?? ""}']}`;
  });
  return code(`f"${template.join("")}"`);
}

/** Returns `"x" * 201` for a long repetition. */
function repeated(text: string): Code | undefined {
  const run = /^(.)\1{30,}/su.exec(text);
  if (!run?.[1]) return undefined;
  const rest = text.slice(run[0].length);
  const head = py`${run[1]} * ${run[0].length / run[1].length}`;
  return rest ? py`${head} + ${rest}` : head;
}

/** Generates a body's value as a literal, with members of earlier responses. */
export function valueOf(value: unknown): Code {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    const same = value.length > 20 && value.every((item) => JSON.stringify(item) === JSON.stringify(first));
    return same ? py`[${valueOf(first)}] * ${value.length}` : py`[${joined(value.map(valueOf), ", ")}]`;
  }
  if (!isObject(value)) return py`${value}`;
  const members = Object.entries(value).map(([key, inner]) => py`${key}: ${valueOf(inner)}`);
  return py`{${joined(members, ", ")}}`;
}
