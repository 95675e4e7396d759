import { expect, it } from "vitest";
import { frames } from "./index.ts";

it.each([
  ["at Test.<anonymous> (file:///shop/a.test.mjs:2:14)", ["a.test.mjs:2"]],
  ["at file:///shop/src/a.mjs:3:1\n at /shop/b.js:4:5", ["src/a.mjs:3", "b.js:4"]],
  ['File "/shop/a.py", line 5, in x', ["a.py:5"]],
  [
    "at fn (/shop/with space/a.js:3:1)\n at /shop/app/(group)/b.js:4:5",
    ["with space/a.js:3", "app/(group)/b.js:4"],
  ],
  ["at file:///shop/with%20space/a.mjs:3:1 and /else/shop/c.js:1", ["with space/a.mjs:3"]],
  ["at node:internal/a:1 and file:///elsewhere/c.js:1 and https://host/d.js:7", []],
])("reads the places of %j", (message, places) => {
  const found = frames(message, "/shop", "").map(({ file, line }) => `${file}:${line}`);
  expect(found).toEqual(places);
});
