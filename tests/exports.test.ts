import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, it } from "vitest";
import { languageOf } from "../src/code/index.ts";
import { readModule } from "../src/document/index.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const exported = /^export (?:type )?(?:\{([^}]*)\}|\*) from "(\.[^"]+)"/gm;

/** Returns names that a module exports without a docstring, including re-exports, as `file name`. */
async function undocumented(path: string, wanted?: ReadonlySet<string>): Promise<readonly string[]> {
  const [text, language] = [read(path), await languageOf(path)];
  if (!language) throw new Error(`${path} is in no known language`);
  const missing = readModule(path, text, { language, all: false })
    .items.filter(({ name, owner, doc }) => !owner && (!wanted || wanted.has(name)) && !doc?.summary)
    .map(({ name }) => `${path} ${name}`);
  for (const [, names, from = ""] of text.matchAll(exported)) {
    const pairs = names?.split(",").map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .split(" as "),
    );
    const through = pairs?.filter(([first = "", name = first]) => !wanted || wanted.has(name));
    const originals = through ? new Set(through.map(([first = ""]) => first)) : wanted;
    missing.push(...(await undocumented(posix.join(posix.dirname(path), from), originals)));
  }
  return missing;
}

const entries = Object.values<string | Readonly<Record<string, string>>>(
  JSON.parse(read("package.json")).exports,
)
  .flatMap((entry) => (typeof entry === "string" ? [] : (entry["antiphon-source"] ?? [])))
  .map((path) => posix.normalize(path));

it.each([...new Set(entries)])("every export of %s is documented", async (path) => {
  expect(await undocumented(path)).toEqual([]);
});
