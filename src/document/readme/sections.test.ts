import { expect, it } from "vitest";
import { contents } from "./sections.ts";

it("lists the sections on the level where the author has them", () => {
  const listed = (text: string): string => contents(text, "left-shop").replaceAll(/\]\(.*\)/g, "]");
  expect(listed("# Shop\n\n## Use\n\n### More\n\n## Licence\n")).toBe("- [Use]\n- [Licence]");
  expect(listed("![shop](logo.png)\n\n# Overview\n\n# Concepts\n\n## Flags\n\n# License\n")).toBe(
    "- [Overview]\n- [Concepts]\n- [License]",
  );
  for (const title of ["\n# Shops of mine", "![shop](logo.png)\n\n# Left Shop"])
    expect(listed(`${title}\n\n# Overview\n\n# Concepts\n`), title).toBe("- [Overview]\n- [Concepts]");
});
