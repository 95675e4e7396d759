import type { Declaration } from "../../language.ts";
import type { Addition, Edit } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";
import { put } from "../ecmascript/jsdoc-edit.ts";
import { indentAt, lineAt } from "../tree/above.ts";

const width = 100;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "@": "&#64;",
  "\\": "&#92;", // escapes such as \u002f are processed before comments
};
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>@\\]/g, (one) => escapes[one] ?? one)
    .replaceAll("*/", "*&#47;")
    .replaceAll("{", "&#123;");

const even = (code: string): boolean => {
  let depth = 0;
  for (const letter of code) {
    if (letter === "{") depth += 1;
    if (letter === "}" && --depth < 0) return false;
  }
  return depth === 0;
};

/** Renders inline code, with Javadoc's own tag if that can hold it unchanged. */
const codeMarkup = (code: string): string =>
  even(code) && !/[\\@]|\*\//.test(code) ? `{@code ${code}}` : `<code>${escaped(code)}</code>`;

/** Converts Markdown backticks to HTML. */
const html = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, "")
    .split("`")
    .map((part, place, all) => (place % 2 && place < all.length - 1 ? codeMarkup(part) : escaped(part)))
    .join("");

const named = (name: string): string => name.replaceAll(/[^\w.$<>]/g, "");

/** Renders a code block below the text. */
const block = ({ code }: Addition["examples"][number]): readonly string[] => {
  const lines = code.split("\n");
  return even(code) && !/[\\@]|\*\//.test(code)
    ? ["<pre>{@code", ...lines, "}</pre>"]
    : ["<pre>", ...lines.map(escaped), "</pre>"];
};

/** Returns the edits that add to a declaration's Javadoc, or create one. */
export function complete(
  source: string,
  declaration: Declaration,
  { summary, parameters, returns, raises, deprecated, examples }: Addition,
): readonly Edit[] {
  const { start } = declaration.range;
  const place = lineAt(source, start).start + indentAt(source, start).length;
  const indent = indentAt(source, start);
  const hasText = summary !== undefined || declaration.docstring !== undefined;
  const lines = (all: readonly string[]): readonly string[] =>
    all.flatMap((line) =>
      wrapped(line.replaceAll("{@code ", "{@code\u00a0"), width - indent.length - 3)
        .map((part) => part.replaceAll("{@code\u00a0", "{@code "))
        .map((part, index) => (index ? `    ${part}` : part)),
    );
  return put(
    source,
    { declaration, place, indent },
    {
      summary: summary ? wrapped(html(summary), width - indent.length - 3) : [],
      below: hasText && examples.length ? ["<p>For example:", ...examples.flatMap(block)] : [],
      parameters: lines(
        parameters.filter(({ text }) => text).map(({ name, text }) => `@param ${named(name)} ${html(text)}`),
      ),
      others: lines([
        ...(returns ? [`@return ${html(returns.text)}`] : []),
        ...raises.map(
          ({ type, when }) => `@throws ${named(type)} ${html(when) || "thrown by what it calls"}`,
        ),
        ...(deprecated ? [`@deprecated ${html(deprecated)}`] : []),
      ]),
    },
  );
}
