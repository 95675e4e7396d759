import { expect, it } from "vitest";
import { headingsIn } from "./managed.ts";
import { contents } from "./sections.ts";

it("lists the sections on the level where the author has them", () => {
  const listed = (text: string): string => contents(headingsIn(text)).replaceAll(/\]\(.*\)/g, "]");
  expect(listed("# Shop\n\n## Use\n\n### More\n\n## Licence\n")).toBe("- [Use]\n- [Licence]");
  expect(listed("![shop](logo.png)\n\n# Overview\n\n# Concepts\n\n## Flags\n\n# License\n")).toBe(
    "- [Overview]\n- [Concepts]\n- [License]",
  );
});
