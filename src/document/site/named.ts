import type MarkdownIt from "markdown-it";

type Markdown = InstanceType<typeof MarkdownIt>;

const named = /^\[(`?)([A-Za-z_]\w*(?:(?:::|\.)\w+)*)(?:\(\)|!)?\1\](?![([:])/;
const longest = 160;

/** Converts ``[`Cart::total`]`` of rustdoc and `[Cart.Total]` of Go to links to the declarations with these names. */
export function namedLinks(
  markdown: Markdown,
  linkTo: (name: string, environment: object | undefined) => string | undefined,
): void {
  markdown.inline.ruler.before("link", "named", (state, silent) => {
    const { pos, src, env } = state;
    if (src[pos] !== "[") return false;
    const [whole = "", mark, written = ""] =
      named.exec(src.slice(pos, Math.min(state.posMax, pos + longest))) ?? [];
    if (!whole || state.linkLevel > 0) return false;
    const label = markdown.utils.normalizeReference(whole.slice(1, -1));
    const { references } = env as { readonly references?: Readonly<Record<string, unknown>> };
    if (references !== undefined && Object.hasOwn(references, label)) return false; // the text defines the link itself
    const name = written.replaceAll("::", ".").replace(/^(?:crate|self|super|Self)\./, "");
    const to = linkTo(name, env) === undefined ? undefined : `name:${encodeURIComponent(name)}`;
    if (to === undefined && !mark) return false;
    if (!silent) {
      if (to !== undefined) state.push("link_open", "a", 1).attrs = [["href", to]];
      state.push(mark ? "code_inline" : "text", mark ? "code" : "", 0).content = written;
      if (to !== undefined) state.push("link_close", "a", -1);
    }
    state.pos = pos + whole.length;
    return true;
  });
}
