import { firstSentence as sentence } from "../../lib/index.ts";
import MarkdownIt, { type Env, type RendererRule } from "markdown-it";
import { anchor } from "../page/markdown.ts";
import { Html, markup } from "./html.ts";
import { namedLinks } from "./named.ts";
import { markdownOf } from "./sphinx.ts";
import { alerts, layoutTags } from "./tags.ts";

/** Resolves links and names in prose; undefined if the site doesn't contain the target. */
export interface Places {
  link(address: string): string | undefined;
  name(name: string): string | undefined;
  /** Returns the address of a picture in the site. */
  picture?(address: string): string | undefined;
}

/** A heading of a Markdown page. */
export interface Heading {
  readonly level: number;
  readonly anchor: string;
  /** Text without markup. */
  readonly title: string;
}

interface Environment extends Env {
  readonly places: Places;
  readonly anchors: Map<string, number>;
  readonly headings: Heading[];
  /** Added to each heading's level. */
  base: number;
  readonly isInner: boolean;
}

const markdown = new MarkdownIt({ html: false, linkify: false });

let searched = { text: "", last: -1 };
/**
 * Returns where the comment that begins at an index ends; -1 if none begins or it isn't closed. The missing
 * end is searched for only once.
 */
function closeOf(text: string, index: number): number {
  if (!text.startsWith("<!--", index)) return -1;
  if (searched.text !== text) searched = { text, last: text.lastIndexOf("-->") };
  return index + 4 > searched.last ? -1 : text.indexOf("-->", index + 4);
}

// comments are for authors, not readers
markdown.block.ruler.before(
  "fence",
  "comment",
  (state, start, end, silent) => {
    const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
    const close = closeOf(state.src, from);
    if (close < 0) return false;
    let last = start;
    while (last < end && (state.eMarks[last] ?? 0) < close + 3) last++;
    if (last >= end || state.src.slice(close + 3, state.eMarks[last]).trim() !== "") return false;
    if (!silent) state.line = last + 1;
    return true;
  },
  { alt: ["paragraph", "reference", "blockquote"] },
);
markdown.inline.ruler.before("autolink", "comment", (state) => {
  const close = closeOf(state.src, state.pos);
  if (close < 0) return false;
  state.pos = close + 3;
  return true;
});

layoutTags(markdown);
namedLinks(markdown, (name, environmentGiven) => environment(environmentGiven as Env).places.name(name));
alerts(markdown);

const isOutside = (address: string): boolean => /^(?:https?:|mailto:)/i.test(address);

const environment = (env: Env | undefined): Environment => env as Environment; // only `prose` renders

type Token = Parameters<RendererRule>[0][number];

const named = (cell: Token | undefined): boolean => (cell?.content ?? "").trim() !== "";

const aligned = (cell: Token | undefined): string => {
  const [, side] = /text-align:\s*(center|right)/.exec(String(cell?.attrGet("style") ?? "")) ?? [];
  return side ? ` class="${side}"` : "";
};

const unmarked = (inner: Token | undefined): string =>
  (inner?.children ?? [])
    .map(({ type, content }) => (/text|code|image/.test(type) ? content : ""))
    .join("")
    .trim();

const rules: Readonly<Record<string, RendererRule>> = {
  heading_open: (tokens, index, _options, env) => {
    const { anchors, base, headings, isInner } = environment(env);
    const inner = tokens[index + 1];
    const text = (inner?.content ?? "").replaceAll(/<!--.*?-->/g, "").trim();
    const name = anchor(text) || "section";
    const times = anchors.get(name) ?? 0;
    anchors.set(name, times + 1);
    const level = Math.min(6, Number(tokens[index]?.tag.slice(1) ?? 1) + base);
    const id = times ? `${name}-${times}` : name;
    headings.push({ level, anchor: id, title: unmarked(inner) || text });
    // prose inside a page has no anchors, since other entries may have the same headings
    return isInner ? `<h${level}>` : markup`<h${level} id="${id}">`.text;
  },
  heading_close: (tokens, index, _options, env) =>
    `</h${Math.min(6, Number(tokens[index]?.tag.slice(1) ?? 1) + environment(env).base)}>\n`,
  link_open: (tokens, index, _options, env) => {
    const address = String(tokens[index]?.attrGet("href") ?? "");
    if (isOutside(address)) return markup`<a href="${address}" rel="noopener noreferrer">`.text;
    const { places } = environment(env);
    const to = address.startsWith("#")
      ? address
      : address.startsWith("name:")
        ? places.name(decodeURIComponent(address.slice(5)))
        : places.link(address);
    return to === undefined ? "<a>" : markup`<a href="${to}">`.text;
  },
  // nothing is loaded from other sites: an external picture becomes a link
  image: (tokens, index, _options, env) => {
    const address = String(tokens[index]?.attrGet("src") ?? "");
    const text = tokens[index]?.content || "picture";
    const here = isOutside(address) ? undefined : environment(env).places.picture?.(address);
    if (here !== undefined) return markup`<img src="${here}" alt="${text}" loading="lazy" />`.text;
    const opened = tokens.slice(0, index).findLast(({ type }) => type.startsWith("link_"));
    if (opened?.type === "link_open") return markup`${text}`.text;
    return isOutside(address)
      ? markup`<a href="${address}" rel="noopener noreferrer">${text}</a>`.text
      : markup`<em>${text}</em>`.text;
  },
  // a table wider than the page scrolls, and can be focused without a pointer
  table_open: () => '<table tabindex="0">\n',
  // pages contain no inline styles, and an unnamed column has no heading
  th_open: (tokens, index) => `<${named(tokens[index + 1]) ? "th" : "td"}${aligned(tokens[index])}>`,
  th_close: (tokens, index) => (named(tokens[index - 1]) ? "</th>\n" : "</td>\n"),
  td_open: (tokens, index) => `<td${aligned(tokens[index])}>`,
  fence: (tokens, index) =>
    markup`<pre tabindex="0"><code>${tokens[index]?.content ?? ""}</code></pre> `.text,
  code_block: (tokens, index) =>
    markup`<pre tabindex="0"><code>${tokens[index]?.content ?? ""}</code></pre> `.text,
};
Object.assign(markdown.renderer.rules, rules);

const tag = /\{@(?:link|linkcode|linkplain)\s+([^\s|}]+)(?:\s*\|?\s*([^}]*))?\}/g;

/**
 * Renders untrusted Markdown as HTML: layout tags are removed, other tags become text, script addresses
 * aren't links, and headings begin below `base`.
 */
export function prose(text: string, places: Places, base = 0): Html {
  const linked = withLinks(text, places);
  if (
    /^[\w\s.,;:'"()/?!-]*$/.test(linked) &&
    !/\n\s*\n|^\s*(?:\d+[.)]|-)\s|^ {4}|\n\s*[-=]+\s*$/m.test(linked)
  )
    return markup`<p>${linked.trim()}</p> `;
  return rendered(linked, places, base).content;
}

/** Parses a text without rendering it: names aren't resolved. */
function tokensOf(text: string): readonly Token[] {
  const places: Places = { link: () => undefined, name: () => undefined };
  const env: Environment = { places, anchors: new Map(), headings: [], base: 0, isInner: true };
  return markdown.parse(markdownOf(text), env);
}

/** Returns the addresses inside a project that a text links to, as written. */
export function addressesIn(text: string): {
  readonly links: readonly string[];
  readonly pictures: readonly string[];
} {
  const tokens = tokensOf(text).flatMap(({ children }) => children ?? []);
  const addresses = (type: string, name: string): readonly string[] =>
    tokens
      .flatMap((token) => (token.type === type ? [String(token.attrGet(name) ?? "")] : []))
      .filter((address) => address !== "" && !isOutside(address) && !/^(?:#|name:)/.test(address));
  return { links: addresses("link_open", "href"), pictures: addresses("image", "src") };
}

/** Renders a text as its own page, with its headings. */
export const pageOfProse = (text: string, places: Places): Rendered =>
  rendered(withLinks(text, places), places, 0);

interface Rendered {
  readonly content: Html;
  readonly headings: readonly Heading[];
}

const withLinks = (text: string, places: Places): string =>
  markdownOf(text).replaceAll(tag, (_, name: string, text?: string) => {
    const to = isOutside(name) ? name : places.name(name);
    const linkText = (text?.trim() || name).replaceAll(/[[\]`]/g, "");
    if (to === undefined) return `\`${linkText}\``;
    return `[\`${linkText}\`](<${isOutside(name) ? name : `name:${encodeURIComponent(name)}`}>)`;
  });

function rendered(linked: string, places: Places, base: number): Rendered {
  const headings: Heading[] = [];
  const env: Environment = { places, anchors: new Map(), headings, base: 0, isInner: base > 0 };
  const tokens = markdown.parse(linked, env);
  const levels = tokens.flatMap(({ type, tag: name }) =>
    type === "heading_open" ? [Number(name.slice(1))] : [],
  );
  // inside a page, headings begin right below the surrounding ones
  env.base = base && levels.length ? base + 1 - Math.min(...levels) : 0;
  const content = new Html(markdown.renderer.render(tokens, markdown.options, env));
  return { content, headings };
}

/** Returns the first level-one heading, without markup; empty if there is none. */
export function titleIn(text: string): string {
  const tokens = tokensOf(text);
  const heading = tokens.findIndex(({ type, tag: name }) => type === "heading_open" && name === "h1");
  return heading < 0 ? "" : unmarked(tokens[heading + 1]);
}

/** Returns the first paragraph of a text, as written. */
export function opening(text: string): string {
  const tokens = tokensOf(text);
  const paragraph = tokens.findIndex(({ type }) => type === "paragraph_open");
  return tokens[paragraph + 1]?.content ?? "";
}

/** Returns the first sentence without markup, for lists and the search. */
export function firstSentence(text: string): string {
  const plain = markdownOf(text)
    .replaceAll(/<!--[\s\S]*?-->/g, " ")
    .replaceAll(tag, (_, name: string, text?: string) => text?.trim() || name)
    .replaceAll(/[`*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return sentence(plain).slice(0, 160);
}
