import { expect, it } from "vitest";
import { documented } from "./documented.suite.ts";

const python = `def pay(amount):
    """Pay it."""
    if amount < 0:
        raise ValueError("The amount that is to be paid is negative, so that nothing can be paid at all")
    return amount
`;
const script = `/** Pays it. */
export function pay(amount: number): number {
  if (amount < 0) throw new RangeError("The amount that is to be paid is negative, so nothing can be paid");
  return amount;
}
`;

const longest = (text: string, mark: RegExp): number =>
  Math.max(...text.split("\n").flatMap((line) => (mark.test(line) ? [line.length] : [0])));

it.each([
  ["pyproject.toml", "[tool.ruff]\nline-length = 72\n", "a.py", 72],
  ["setup.cfg", "[flake8]\nmax-line-length = 70\n", "a.py", 70],
  [".prettierrc", '{ "printWidth": 75 }\n', "a.ts", 75],
  [".editorconfig", "[*]\nmax_line_length = 76\n", "a.ts", 76],
])("keeps to the length of lines that %s names", async (settings, text, path, most) => {
  const source = path.endsWith(".py") ? python : script;
  const pattern = /be paid|negative|Error[:}]|\bif `/;
  const widest = async (contents: Readonly<Record<string, string>>): Promise<number> => {
    const { text: after } = await documented(contents);
    const added = after(path)
      .split("\n")
      .filter((line) => !source.includes(line));
    return longest(added.join("\n"), pattern);
  };
  const [free, fitted] = [
    await widest({ [path]: source }),
    await widest({ [path]: source, [settings]: text }),
  ];
  expect(free).toBeGreaterThan(most);
  expect(fitted).toBeLessThanOrEqual(most);
  expect(fitted).toBeGreaterThan(most - 16);
});
