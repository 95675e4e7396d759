import { expect, it } from "vitest";
import { anchor, prose } from "./markdown.ts";

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
])("%j is Markdown", (text, expected) => {
  expect(prose(text)).toBe(expected);
});
