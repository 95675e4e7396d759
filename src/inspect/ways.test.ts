import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openWorkspace } from "../workspace/index.ts";
import { type Index, openIndex } from "./index.ts";
import { clock } from "./raises.suite.ts";

async function indexOf(sources: Readonly<Record<string, string>>): Promise<Index> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-ways-"));
  for (const [file, text] of Object.entries(sources)) await writeFile(join(base, file), text);
  return openIndex(await openWorkspace(base, { state: `${base}-state`, clock }));
}

const calledBy = (index: Index, name: string): readonly string[] =>
  index
    .named(name)
    .flatMap((symbol) => index.calls(symbol))
    .map(({ declaration }) => declaration.name);

const range = Array.from({ length: 40 }, (_, place) => place);

it("finds what a class has of those above it, however many ways lead there", async () => {
  const layer = (row: number): string =>
    range
      .map(
        (place) =>
          `class A${row}_${place}(${range.map((value) => `A${row - 1}_${value}`).join(", ")}):\n    pass\n`,
      )
      .join("");
  const index = await indexOf({
    "a.py": `class Root:
    def there(self):
        pass
${range.map((place) => `class A0_${place}(Root):\n    pass\n`).join("")}${[1, 2, 3, 4, 5].map(layer).join("")}
class Last(${range.map((value) => `A5_${value}`).join(", ")}):
    def call(self):
        self.missing()
        self.there()
`,
  });
  expect(calledBy(index, "Last.call")).toEqual(["Root.there"]);
});

it("finds what files pass on to each other in circles", async () => {
  const index = await indexOf({
    "there.js": "export function there() {}\n",
    ...Object.fromEntries(
      range.map((place) => [
        `f${place}.js`,
        `${range.map((value) => `export * from "./f${value}.js";\n`).join("")}${place === 39 ? 'export * from "./there.js";\n' : ""}`,
      ]),
    ),
    "a.js":
      'import { missing, there } from "./f0.js";\nexport function call() {\n  missing();\n  there();\n}\n',
  });
  expect(calledBy(index, "call")).toEqual(["there"]);
});
