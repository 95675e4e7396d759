import { expect, it } from "vitest";
import { documented } from "../documented.suite.ts";

const source = `/** Cuts it. */
export function cut(from: number, to: number, step = 1): number[] {
  return make(from, to, step);
}
`;

it("lists parameters and the result of a function that is asked for by its name", async () => {
  const { text } = await documented({ "a.ts": source }, { only: "cut" });
  expect(text("a.ts")).toContain(
    "/**\n * Cuts it.\n *\n * @param from - `number`\n * @param to - `number`\n * @param step - defaults to `1`\n * @returns `number[]`\n */",
  );
});

it("leaves them to the types where nobody asked", async () => {
  const { text } = await documented({ "a.ts": source });
  expect(text("a.ts")).toBe(source);
});
