import { expect, it } from "vitest";
import { firstSentence } from "./index.ts";

it.each([
  ["Does it. More.", "Does it."],
  ['Formats a time, e.g. "3 days ago". More.', 'Formats a time, e.g. "3 days ago".'],
  ["Takes some (i.e. two) of them! More", "Takes some (i.e. two) of them!"],
  ["Boxes, bags etc. Others.", "Boxes, bags etc."],
  ["Reads package.json files. Twice.", "Reads package.json files."],
  ["Is it so? yes. Well", "Is it so? yes."],
  ["Without an end\non two lines\n\nMore.", "Without an end on two lines"],
  ["", ""],
])("the first sentence of %j", (text, first) => {
  expect(firstSentence(text)).toBe(first);
});
