import type { Docstring } from "../../language.ts";

/** Returns the text of a comment, without comment marks and line prefixes. */
export const textOf = (value: string): string =>
  value
    .replace(/^\*/, "")
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n");

/** Parses a JSDoc comment (its value, between the marks). */
export function read(value: string): Docstring {
  const text = textOf(value);
  const [head = "", ...tags] = text.split(/^\s*@(?=\w)/m);
  const parameters: Record<string, string> = {};
  const raises: { type: string; when: string }[] = [];
  let returns: string | undefined;
  let example: string | undefined;
  for (const tag of tags) {
    const [, name = "", rest = ""] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
    const [, type = "", text = ""] = /^(?:\{((?:[^{}]|\{[^{}]*\})*)\}\s*)?([\s\S]*)$/.exec(rest.trim()) ?? [];
    if (name === "param" || name === "arg") {
      const [, parameter = "", what = ""] = /^\[?([\w$.]+)[^\s\]]*\]?\s*(?:-\s*)?([\s\S]*)$/.exec(text) ?? [];
      if (parameter) parameters[parameter] = joined(what);
    } else if (name === "returns" || name === "return") returns = joined(text) || type;
    else if (name === "throws" || name === "exception") raises.push({ type, when: joined(text) });
    else if (name === "example") example = rest.trim();
    else if (name === "description" || name === "summary") example ??= undefined;
  }
  const described = tags.find((tag) => /^(?:description|summary)\b/.test(tag));
  return {
    summary: head.trim() || joined(described?.replace(/^\w+/, "") ?? ""),
    parameters,
    raises,
    ...(returns && { returns }),
    ...(example && { example }),
  };
}

const joined = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ").trim();
