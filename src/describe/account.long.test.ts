import { stemOf, stemsOf, wordsIn } from "../language/index.ts";
import { expect, it } from "vitest";
import { UserError } from "../lib/index.ts";
import { definitionToYaml } from "../api/index.ts";
import { fillers, stackWords } from "./fillers.ts";
import { generatedText, seeded } from "./generated-texts.suite.ts";
import { formOf } from "./forms.ts";
import { type Chosen, draftOf, readDescription } from "./index.ts";

const texts = Number(process.env["ANTIPHON_TEXTS"] ?? 300);

/** Reads a text; undefined if it names nothing to store, which is a valid result too. */
function reading(text: string): Chosen | undefined {
  try {
    return readDescription(text);
  } catch (error) {
    if (error instanceof UserError && error.code === "not_understood") return undefined;
    throw error;
  }
}

/** Whether something must show a word; that of forms is tested where they hold. */
const isContent = (word: string): boolean =>
  word.length > 1 &&
  formOf(word, []) === undefined &&
  ![word, word.replaceAll(/['’]/g, "")].some((w) => fillers.has(w) || stackWords.has(w));

it(`accounts for every word of ${texts} generated texts, and names nothing that they don't`, () => {
  const next = seeded(11);
  let read = 0;
  for (let round = 0; round < texts; round += 1) {
    const text = generatedText(next);
    const described = reading(text);
    if (!described) continue;
    read += 1;
    const { api, assumed, ignored, rules } = described;
    const shownStems = stemsOf(
      [definitionToYaml(api), ...assumed, ...ignored, ...rules.map((rule) => rule.text)].join("\n"),
    );
    const related = new Set(draftOf(text).expressed.map(({ verb }) => verb));
    const lost = wordsIn(text).filter(
      (word) => isContent(word) && !related.has(word) && !shownStems.has(stemOf(word)),
    );
    expect(lost, text).toEqual([]);
    if (draftOf(text).isUsual) continue; // what such applications usually store, and reported as assumed
    const words = text.toLowerCase().replaceAll(/[^a-z]/g, "");
    const named = api.resources.flatMap(({ name, fields }) => [name, ...fields.map((field) => field.name)]);
    const isSaid = (word: string): boolean => [word, stemOf(word)].some((form) => words.includes(form));
    // a list of states is called a status
    const invented = named.filter((name) => name !== "status" && !wordsIn(name).every(isSaid));
    expect(invented, text).toEqual([]);
  }
  expect(read).toBeGreaterThan(texts / 2);
});
