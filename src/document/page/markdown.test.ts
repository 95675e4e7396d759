import MarkdownIt from "markdown-it";
import { expect, it } from "vitest";
import { anchor, prose, span, table } from "./markdown.ts";

it.each([
  ["Quick Start", "quick-start"],
  ["🚀 Quick Start", "-quick-start"],
  ["✔️ JSON Body", "\uFE0F-json-body"],
  [":rocket: Usage", "-usage"],
  ["Adding `baseURL`", "adding-baseurl"],
  ["API: `a` & `b`", "api-a--b"],
  ["See [the guide](https://example.com)!", "see-the-guide"],
  ["  Was ist eine Größe?  ", "was-ist-eine-größe"],
])("the anchor of %j is GitHub's", (heading, expected) => {
  expect(anchor(heading)).toBe(expected);
});

it.each([
  ["Uses :class:`~a.b.Signer` as ``max_age``.", "Uses `Signer` as `max_age`."],
  ["Raises :exc:`.Gone`, see :meth:`the way <a.B.go>`", "Raises `Gone`, see `the way`"],
  ["Forms the {@code body} of a {@link Page}", "Forms the `body` of a `Page`"],
  ["at 12:30: *all*", "at 12:30: \\*all\\*"],
  ["{@value a.B#MOST_OF} of {@link java.util.List the lists}", "`MOST_OF` of `the lists`"],
  ["snake_case, _so_ and __init__", "snake_case, \\_so\\_ and \\_\\_init\\_\\_"],
])("%j is Markdown", (text, expected) => {
  expect(prose(text)).toBe(expected);
});

it.each([
  ["a|b", "`a|b`"],
  ["a`b", "`` a`b ``"],
])("%j is code", (text, expected) => {
  expect(span(text)).toBe(expected);
});

it.each(["a|b", "a\\|b", "a\\\\|b", "|", "\\\\\\|x"])("%j ends no cell of a table", (text) => {
  const [row = ""] = table(["A", "B"], [[span(text), "x"]]).slice(2);
  const html = new MarkdownIt().render(table(["A", "B"], [[span(text), "x"]]).join("\n"));
  expect(html.match(/<td>/g)).toHaveLength(2);
  expect(row.endsWith(" | x |")).toBe(true);
});
