import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languageOf } from "../code/index.ts";
import { type Facts, factsOf } from "./facts.ts";
import { pack, parted, unpack } from "./pack.ts";

const facts = async (name: string, text: string): Promise<Facts> => {
  const language = await languageOf(name);
  if (!language) throw new Error(`${name} is no code`);
  return factsOf(text, language);
};

it("gives back what files declare, on one line without tabs", async () => {
  for (const name of globSync("**/*.ts", { cwd: import.meta.dirname })) {
    const packed = await facts(name, readFileSync(join(import.meta.dirname, name), "utf8"));
    const text = pack(packed);
    expect(text).not.toMatch(/[\n\t]/);
    expect(unpack(parted(text))).toEqual(JSON.parse(JSON.stringify(packed)));
  }
});

it("holds once what several declarations have", async () => {
  const packed = await facts(
    "a.py",
    "def f(a: int = 1):\n\treturn g(a)\n\ndef h(a: int = 1):\n    return g(a)\n",
  );
  const [f, h] = unpack<Facts>(parted(pack(packed))).declarations;
  expect(f?.parameters).toEqual([{ name: "a", type: "int", default: "1" }]);
  expect(f?.parameters[0]).toBe(h?.parameters[0]);
  expect(f?.calls[0]).toBe(h?.calls[0]);
});
