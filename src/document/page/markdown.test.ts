import { expect, it } from "vitest";
import { anchor } from "./markdown.ts";

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
