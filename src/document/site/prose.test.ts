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
  const shown = html(text);
  expect(shown).not.toMatch(/antiphon|omit|several|lines|aside|two/);
  expect(shown).toContain("&lt;!-- kept --&gt;");
  expect(shown).toContain("&lt;!-- too --&gt;");
  expect(shown).toContain("go on.");
  expect(firstSentence("<!-- badge -->\nDoes it. More.")).toBe("Does it.");
});

it("shows what only begins like a comment, and lets nothing through behind one", () => {
  expect(html("a <!-- open <b>x</b>")).toContain("&lt;!-- open &lt;b&gt;");
  expect(html("<!-- a --><script>x()</script>")).not.toContain("<script");
});
