import { expect, it } from "vitest";
import { firstSentence, prose, type Places } from "./prose.ts";

const nowhere: Places = { link: () => undefined, name: () => undefined };
const html = (text: string): string => prose(text, nowhere).text;

it("leaves comments out, wherever they stand, and keeps them in code", () => {
  const text = [
    "<!-- antiphon:begin toc -->",
    "# Title <!-- omit in toc -->",
    "<!-- several",
    "",
    "lines -->",
    "Words <!-- aside --> go on.",
    "",
    "- one <!-- two -->",
    "",
    "```html",
    "<!-- kept -->",
    "```",
    "and `<!-- too -->`",
    "<!-- antiphon:end toc -->",
  ].join("\n");
  const rendered = html(text);
  expect(rendered).not.toMatch(/antiphon|omit|several|lines|aside|two/);
  expect(rendered).toContain("&lt;!-- kept --&gt;");
  expect(rendered).toContain("&lt;!-- too --&gt;");
  expect(rendered).toContain("go on.");
  expect(firstSentence("<!-- badge -->\nDoes it. More.")).toBe("Does it.");
});

it("shows what only begins like a comment, and lets nothing through behind one", () => {
  expect(html("a <!-- open <b>x</b>")).toBe("<p>a &lt;!-- open x</p>\n");
  expect(html("<!-- a --><script>x()</script>")).not.toContain("<script");
});

it("leaves tags of layout out, and makes their links and pictures its own", () => {
  const text =
    '<p align="center">\n  <a href="https://x.example/"><img alt="Logo" src="https://x.example/l.png"></a>\n</p>\n\n<details><summary>More</summary> here<br>and *there*</details>\n\n> [!IMPORTANT]\n> Mind it.';
  const rendered = html(text);
  expect(rendered).not.toMatch(/&lt;|align|details|summary/);
  expect(rendered).toContain('href="https://x.example/"');
  expect(rendered).toContain("Logo");
  expect(rendered).toMatch(/More here<br>\s*and <em>there<\/em>/);
  expect(rendered).toContain("<strong>Important:</strong>");
});

it.each([
  '<a href="javascript:alert(1)">x</a>',
  '<img src=x onerror="alert(1)" alt="<script>alert(1)</script>">',
  "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
  '<a href="https://e.example" onclick=alert(1)>**x',
  '<p style="x:url(javascript:y)"><script>alert(1)</script></p>',
  `<a ${"x ".repeat(5000)}>`,
])("lets nothing of %j run", (text) => {
  const rendered = html(text);
  expect(rendered).not.toMatch(/<script|<img|href="(?:javascript|data)|<[^>]*\son\w+=/i);
});

it("keeps type parameters", () => {
  expect(html("A Map<a> or `List<b>` of <T>.")).toContain("Map&lt;a&gt;");
});

it.each([
  ["see [`Cart::total`]", '<p>see <a href="#Cart.total"><code>Cart::total</code></a></p>'],
  ["see [`crate::Cart`]s", '<p>see <a href="#Cart"><code>crate::Cart</code></a>s</p>'],
  ["see [Cart.total].", '<p>see <a href="#Cart.total">Cart.total</a>.</p>'],
  ["see [`Other`]", "<p>see <code>Other</code></p>"],
  ["see [Other]", "<p>see [Other]</p>"],
  ["a`[Cart]`b", "<p>a<code>[Cart]</code>b</p>"],
  [
    "see [`Cart`]\n\n[`Cart`]: https://x.y",
    '<p>see <a href="https://x.y" rel="noopener noreferrer"><code>Cart</code></a></p>',
  ],
  ["see [Cart](https://x.y)", '<p>see <a href="https://x.y" rel="noopener noreferrer">Cart</a></p>'],
])("links what rustdoc and Go link in %j", (text, expectedText) => {
  const name = (one: string): string | undefined => (/^Cart(?:\.total)?$/.test(one) ? `#${one}` : undefined);
  expect(prose(text, { ...nowhere, name }).text.trim()).toBe(expectedText);
});
