import { expect, it } from "vitest";
import { handOf, inHand } from "./hand.ts";
import type { Source } from "./syntax.ts";

const asIs = (file: Source): Promise<Source> => Promise.resolve(file);
const written = async (path: string, text: string, original: string): Promise<string> => {
  const hand = handOf([{ path: "app.js", text: original }], { dots: true });
  return (await inHand({ path, text }, hand, asIs)).text;
};

it("files begin with a directive where the project's own do", async () => {
  const strict = "'use strict'\n\nconst a = require('a')\n";
  expect(await written("b.js", 'const b = require("b");\n', strict)).toBe(
    '"use strict";\n\nconst b = require("b");\n',
  );
  expect(await written("b.js", 'const b = require("b");\n', "const a = 1;\n")).not.toContain("strict");
  expect(await written("b.mjs", 'import b from "b";\n', strict)).not.toContain("strict");
  expect(await written("b.ts", "export const b = 1;\n", strict)).not.toContain("strict");
});

it("members that are named like their values are written once", async () => {
  expect(await written("b.js", "const b = { a: a, c: d, [e]: e, f };\n", "")).toBe(
    "const b = { a, c: d, [e]: e, f };\n",
  );
});
