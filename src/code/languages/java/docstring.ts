import { inTable } from "../../../lib/index.ts";
import type { Docstring } from "../../language.ts";
import { textOf } from "../ecmascript/jsdoc.ts";

/** Parses a Javadoc comment (its value, between the marks), with HTML and inline tags as Markdown. */
export function read(value: string): Docstring {
  const text = textOf(value);
  const [head = "", ...tags] = text.split(/^[ \t]*@(?=[a-z])/m);
  const parameters: Record<string, string> = {};
  const raises: { type: string; when: string }[] = [];
  let returns: string | undefined;
  for (const tag of tags) {
    const [, name = "", rest = ""] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
    const [, subject = "", text = ""] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? [];
    if (name === "param") parameters[subject] = joined(markdownOf(text));
    else if (name === "return") returns = joined(markdownOf(rest));
    else if (name === "throws" || name === "exception")
      raises.push({ type: subject, when: joined(markdownOf(text)) });
  }
  return { summary: markdownOf(head), parameters, raises, ...(returns && { returns }) };
}

const joined = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ").trim();

/** Converts Javadoc's HTML and inline tags to Markdown; links to declarations stay tags. */
export function markdownOf(text: string): string {
  const lower = text.toLowerCase();
  const begins = /<pre\b|\{@snippet\b/g;
  let markdown = "";
  let from = 0;
  for (let found = begins.exec(lower); found; found = begins.exec(lower)) {
    const block = blockAt(text, lower, found.index);
    if (!block) break;
    markdown += laidOut(inlined(text.slice(from, found.index))) + fence(block.code);
    from = block.after;
    begins.lastIndex = from;
  }
  markdown += laidOut(inlined(text.slice(from)));
  return markdown
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns a block's code and its end; undefined if the block doesn't end. */
function blockAt(
  text: string,
  lower: string,
  index: number,
): { readonly code: string; readonly after: number } | undefined {
  if (text[index] === "{") {
    const end = closing(text, index);
    const from = text.indexOf(":", index) + 1;
    return end < 0 || from <= 0 || from > end ? undefined : { code: text.slice(from, end), after: end + 1 };
  }
  const from = text.indexOf(">", index) + 1;
  const end = lower.indexOf("</pre>", index);
  if (from <= 0 || end < from) return undefined;
  const inner = text.slice(from, end).trim();
  const isCode = /^\{@(?:code|literal)\s/.test(inner) && closing(inner, 0) === inner.length - 1;
  const code = isCode
    ? inner.slice(inner.search(/\s/), -1)
    : decoded(inlined(text.slice(from, end)).replaceAll("`", "").replaceAll(anyTag, ""));
  return { code, after: end + 6 };
}

function fence(code: string): string {
  const lines = code
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const deep = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const least = deep.length ? Math.min(...deep) : 0;
  const mark = code.includes("```") ? "````" : "```";
  return `\n\n${mark}java\n${lines.map((line) => line.slice(least)).join("\n")}\n${mark}\n\n`;
}

/** Returns the position of the matching closing brace; negative if there is none. */
function closing(text: string, index: number): number {
  let depth = 0;
  for (let place = index; place < text.length; place++) {
    if (text[place] === "{") depth += 1;
    if (text[place] === "}" && --depth === 0) return place;
  }
  return -1;
}

/** Converts `{@code a<b>}` to code, and `{@link …}` to the name of its target. */
function inlined(text: string): string {
  let result = "";
  let from = 0;
  for (let index = text.indexOf("{@"); index >= 0; index = text.indexOf("{@", from)) {
    const end = closing(text, index);
    if (end < 0) break;
    result += text.slice(from, index) + tagMarkdown(text.slice(index + 2, end));
    from = end + 1;
  }
  return result + text.slice(from);
}

function tagMarkdown(tag: string): string {
  const [, name = "", text = ""] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
  const [, to = "", words = ""] = /^([^\s(]*(?:\([^()]*\))?)\s*([\s\S]*)$/.exec(text) ?? [];
  const target = to
    .replace(/\(.*$/, "")
    .replace(/^.*\.(?=[A-Z])/, "")
    .replace(/^#/, "")
    .replace("#", ".");
  switch (name) {
    case "code":
      return inlineCode(text);
    case "value":
      return target ? inlineCode(target) : "";
    case "link":
    case "linkplain":
      return `{@${name} ${[target, joined(words)].filter(Boolean).join(" ")}}`;
    case "inheritDoc":
    case "docRoot":
      return "";
    default:
      return escapedHtml(text);
  }
}

/** Renders code in which tags and entities aren't interpreted. */
const inlineCode = (code: string): string => `\`${escapedHtml(joined(code)).replaceAll("`", "'")}\``;
const escapedHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const anyTag = /<\/?[a-zA-Z][^<>]*>/g;

const tags: Readonly<Record<string, string>> = {
  p: "\n\n",
  "/p": "\n\n",
  br: "\n",
  ul: "\n\n",
  ol: "\n\n",
  "/ul": "\n\n",
  "/ol": "\n\n",
  li: "\n- ",
  dt: "\n\n",
  dd: "\n",
  code: "`",
  "/code": "`",
  tt: "`",
  "/tt": "`",
  em: "*",
  "/em": "*",
  i: "*",
  "/i": "*",
  b: "**",
  "/b": "**",
  strong: "**",
  "/strong": "**",
  tr: "\n",
  td: " ",
  th: " ",
};

const titled = /^h[1-6]$/;

/** Converts HTML tags to Markdown or removes them, and decodes entities. */
function laidOut(text: string): string {
  let address = "";
  const plain = text.replaceAll(anyTag, (tag) => {
    const [, slash = "", word = ""] = /^<(\/?)([a-zA-Z]\w*)/.exec(tag) ?? [];
    const name = slash + word.toLowerCase();
    if (name === "a") {
      address = /\bhref=["']([^"'\s()]*)/i.exec(tag)?.[1] ?? "";
      return address ? "[" : "";
    }
    if (name === "/a") {
      const to = address;
      address = "";
      return to ? `](${to})` : "";
    }
    if (titled.test(word.toLowerCase())) return slash ? "**\n\n" : "\n\n**";
    return inTable(tags, name) ?? "";
  });
  return decoded(plain).replaceAll(/^ +(?=- )/gm, "");
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  copy: "©",
};

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,6}));/gi, (whole, code: string | undefined, name = "") =>
    code === undefined
      ? (inTable(entities, String(name).toLowerCase()) ?? whole)
      : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );
