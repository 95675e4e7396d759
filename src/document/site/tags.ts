import type MarkdownIt from "markdown-it";

type Markdown = InstanceType<typeof MarkdownIt>;

const names =
  "a|b|big|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|ol|p|picture|q|s|samp|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|video";

/** Longer tags are treated as text. */
const longest = 2000;

const tag = new RegExp(
  `^<(/?)(${names})((?:\\s+[a-z][\\w-]*(?:\\s?=\\s?(?:"[^"]*"|'[^']*'|[^\\s"'=<>\`]+))?)*)\\s*/?>`,
  "i",
);

const attribute = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)'|(\\S+))`, "i")
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined) ?? "";

/**
 * Handles HTML layout in READMEs. Tags are removed and their text stays; links, pictures and breaks become
 * Markdown's, so that addresses are checked. Anything else after `<` is text: `Map<string>`, `<script>`.
 */
export function layoutTags(markdown: Markdown): void {
  markdown.inline.ruler.before("autolink", "layout", (state, silent) => {
    const { pos, posMax, src } = state;
    if (src[pos] !== "<") return false;
    const [whole = "", closing = "", name = "", attributes = ""] =
      tag.exec(src.slice(pos, Math.min(posMax, pos + longest))) ?? [];
    // `Map<a>` and `List<b>` are types
    const isType = !closing && !attributes && !/^<(?:br|hr)/i.test(whole) && /\w/.test(src[pos - 1] ?? "");
    if (whole === "" || isType) return false;
    state.pos = pos + whole.length;
    if (silent || closing) return true;
    const plain = name.toLowerCase();
    if (plain === "br") state.push("hardbreak", "br", 0);
    if (plain === "img") {
      const token = state.push("image", "img", 0);
      token.attrs = [["src", safe(markdown, attribute(attributes, "src"))]];
      token.content = attribute(attributes, "alt");
    }
    const href = plain === "a" ? safe(markdown, attribute(attributes, "href")) : "";
    const close = href === "" ? -1 : src.indexOf("</a>", state.pos);
    if (close < 0 || close > posMax) return true;
    state.push("link_open", "a", 1).attrs = [["href", href]];
    state.linkLevel++;
    state.posMax = close;
    state.md.inline.tokenize(state);
    state.linkLevel--;
    state.push("link_close", "a", -1);
    state.pos = close + "</a>".length;
    state.posMax = posMax;
    return true;
  });
}

const safe = (markdown: Markdown, address: string): string => {
  const plain = markdown.normalizeLink(address.trim());
  return markdown.validateLink(plain) ? plain : "";
};

const alert = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?=\s*(?:\n|$))/;

/** Handles GitHub alerts: quotations that begin with a marked word. */
export function alerts(markdown: Markdown): void {
  markdown.core.ruler.before("inline", "alerts", ({ tokens }) => {
    for (const [index, token] of tokens.entries())
      if (token.type === "inline" && tokens[index - 2]?.type === "blockquote_open")
        token.content = token.content.replace(
          alert,
          (_, word: string) => `**${word.charAt(0)}${word.slice(1).toLowerCase()}:**`,
        );
  });
}
