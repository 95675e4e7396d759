import type { Json } from "../../../lib/index.ts";
import { isMap } from "../read/dialect.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention } from "../text/mention.ts";
import { stem, words } from "../text/tokens.ts";

const key = String.raw`(?:['"\u0060]([A-Za-z_][\w.:-]{0,40})['"\u0060]|\b([A-Za-z_]\w{1,40}(?:\s[a-z]\w{1,20})?))`;
const link = String.raw`\s*(?:(?:is|are|was|being)\s+)?(?:set\s+to|equal\s+to|with\s+(?:the\s+|a\s+)?value(?:\s+of)?|to\s+be|as|is|are|of|[:=])\s*`;
const value = String.raw`(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|\u0060([^\u0060\n]{1,80})\u0060|(-?\d+(?:\.\d+)?)(?![\w%.]\w)|\b(true|false|null)\b)`;
const pair = new RegExp(key + link + value, "giu");
const joint = /^\s*(?:,|;|,?\s*\band\b|,?\s*\bwith\b)\s*(?:an?\s+|the\s+|with\s+)*$/i;
const article = /^(?:an?|the|and|with|has|its|value|key|whose|where)\s/i;

/** Whether an object may be anything: nothing says which properties it has. */
const free = ({ type, dialect, inside }: Parameter): boolean =>
  inside === undefined && (type === "object" || (dialect !== undefined && isMap(dialect)));

/**
 * The objects that a text gives in words, for tools that take any object: `where 'host' is 'db1' and 'port' is 5432`,
 * `a limit of 50 and a filter set to 'public'`. What is said of a parameter of the tool is no property.
 */
export function pairs(text: string, tool: Tool): readonly Mention[] {
  if (!tool.parameters.some(free)) return [];
  const own = new Set(tool.parameters.filter((parameter) => !free(parameter)).map(({ name }) => same(name)));
  const found: { start: number; end: number; entry: readonly [string, Json] }[] = [];
  for (const match of text.matchAll(pair)) {
    const [whole, quoted, bare = ""] = match;
    const text = bare.replace(article, "");
    const name = quoted ?? camel(text);
    if (own.has(same(name)) || /^(?:it|that|this|which|name|named|named|value)$/i.test(name)) continue;
    const start = match.index + whole.indexOf(quoted ?? text) - (quoted === undefined ? 0 : 1);
    found.push({ start, end: match.index + whole.length, entry: [name, valueOf(match)] });
  }
  const groups: (typeof found)[] = [];
  for (const item of found) {
    const last = groups.at(-1)?.at(-1);
    if (last && joint.test(text.slice(last.end, item.start))) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => {
      const [start, end] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
      const entries = group.map(({ entry }) => entry);
      return { kind: "object", text: text.slice(start, end), start, end, value: Object.fromEntries(entries) };
    });
}

function valueOf([, , , single, double, ticked, number, word]: RegExpExecArray): Json {
  const text = single ?? double ?? ticked;
  if (text !== undefined) return text;
  return number === undefined ? (JSON.parse((word ?? "null").toLowerCase()) as Json) : Number(number); // a literal
}

const same = (name: string): string => words(name).map(stem).join(" ");
const camel = (text: string): string => text.replace(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase());
