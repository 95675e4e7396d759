import { expect, it } from "vitest";
import { documented } from "../documented.suite.ts";

const page = `# box

### box.make(defaults)

Create a box with other defaults than its parent has.

### fill(box, count)

Puts as many things into a box as it is told to.
`;

it("takes over what the project's pages say of a call, but not of another of its name", async () => {
  const { text } = await documented({
    "README.md": page,
    "a.ts": `export class Box {
  static make(input: string, options: object): Box {
    return new Box(input, options);
  }
  constructor(readonly input: string, readonly options: object) {}
}
export function fill(what: Box, amount: number): void {
  for (let i = 0; i < amount; i++) put(what);
}
`,
  });
  expect(text("a.ts")).toContain("Puts as many things into a box as it is told to.");
  expect(text("a.ts")).not.toContain("other defaults");
});
