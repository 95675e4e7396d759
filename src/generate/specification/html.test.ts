import { describe, expect, it } from "vitest";
import { fromHtml } from "./html.ts";

describe("descriptions in HTML", () => {
  it.each([
    [
      '<p>Creates a <code>Charge</code>.</p>\n<p>See <a href="/docs">the guide</a>.</p>',
      "Creates a `Charge`.\n\nSee [the guide](/docs).",
    ],
    ["One of:<ul><li><b>a</b> first</li><li>b</li></ul>", "One of:\n\n- **a** first\n- b"],
    ["a&nbsp;&lt;b&gt; &amp;lt; &#39;c&#39;<br/>d", "a <b> &lt; 'c'\nd"],
    ["<pre><code>GET <b>/pets</b><br>x</code></pre>", "```\nGET /pets\nx\n```"],
    ["The path is /pets/<id>, if x < y && y > z.", "The path is /pets/<id>, if x < y && y > z."],
    ["</a> closes nothing, &unknown; &#99999999; stays", "]() closes nothing, &unknown; &#99999999; stays"],
  ])("%s", (html, markdown) => {
    expect(fromHtml(html)).toBe(markdown);
  });

  it("takes a time that grows with the length alone", () => {
    const long = "<a <p <b ".repeat(50_000);
    expect(fromHtml(long)).toBe(long.trim());
  });
});
