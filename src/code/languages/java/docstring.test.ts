import { expect, it } from "vitest";
import { markdownOf, read } from "./docstring.ts";

it.each([
  ["{@code a<b>} and {@literal <x>}", "`a<b>` and <x>"],
  ["{@code new int[] { 1 }} ends", "`new int[] { 1 }` ends"],
  ["see {@link shop.Cart#total(int, long) the total}", "see {@link Cart.total the total}"],
  ["see {@link #total()} and {@linkplain Map.Entry}", "see {@link total} and {@linkplain Entry}"],
  ["{@value shop.Cart#SIZE} of {@value}", "`Cart.SIZE` of"],
  ["one<p>two<br/>three", "one\n\ntwo\nthree"],
  ["<ul>\n <li>one\n <li>two</li>\n</ul>end", "- one\n\n- two\n\nend"],
  [
    '<b>bold</b>, <i>it</i>, <code>a&lt;b</code>, <a href="https://x.y">x</a>',
    "**bold**, *it*, `a<b`, [x](https://x.y)",
  ],
  ["a &lt; b &amp;&amp; c &#64; &nbsp;d", "a < b && c @  d"],
  [
    "<pre>{@code\n  int a = b<c>();\n    d();\n}</pre>after",
    "```java\nint a = b<c>();\n  d();\n```\n\nafter",
  ],
  ["<pre>\n a &lt; <b>b</b>\n</pre>", "```java\na < b\n```"],
  ["{@snippet :\n int a;\n}", "```java\nint a;\n```"],
  ["<pre>never closed {@code a", "never closed {@code a"],
  ["{@inheritDoc}", ""],
])("Javadoc's %j as Markdown", (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

it("reads the tags of Javadoc, none of which has a type in braces", () => {
  const docstring = read(`*
 * Adds {@code a}.
 *
 * @param a what is added,
 *     in cents
 * @param <T> of what
 * @return {@code true} if it did
 * @throws shop.GoneError if {@code a} is gone
 * @since 1.2
`);
  expect(docstring).toEqual({
    summary: "Adds `a`.",
    parameters: { a: "what is added, in cents", "<T>": "of what" },
    returns: "`true` if it did",
    raises: [{ type: "shop.GoneError", when: "if `a` is gone" }],
  });
});

it("takes its time only once, whatever is never closed", () => {
  for (const begun of ["<pre>", "{@snippet ", "{@code ", "<a href='", "{@link ("])
    expect(markdownOf(begun.repeat(20_000)).length).toBeLessThan(300_000);
});
