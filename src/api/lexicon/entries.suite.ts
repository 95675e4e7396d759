import { describe, expect, it } from "vitest";
import { definitionFromYaml, definitionToYaml, examples, fromName, writableFields } from "../index.ts";
import { matches } from "../match.ts";
import { sampleValue } from "../sample/value.ts";
import { wrongValues } from "../sample/wrong.ts";
import { noFiles } from "../testing.suite.ts";

/** Tests that must hold for each entry of the lexicon. */
export async function lexiconSuite(names: readonly string[]): Promise<void> {
  const readings = await Promise.all(
    names.map(async (name) => [name, (await fromName(name, noFiles)).api] as const),
  );
  describe("entries of the lexicon", () => {
    it.each(readings)("describes %s so that it can be written down and read again", (name, api) => {
      expect(api.resources[0]?.name).toBe(name);
      expect(definitionFromYaml(definitionToYaml(api), name)).toEqual(api);
    });

    it.each(readings)("gives %s examples that hold by its own rules", (_, api) => {
      for (const field of api.resources.flatMap(writableFields)) {
        const values = [1, 2, 3, 4].map((n) => sampleValue(field, n));
        expect(values.every((value) => matches(field.schema, value))).toBe(true);
        if (field.unique) expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(4);
        for (const { value } of wrongValues(field))
          if (value !== null) expect(matches(field.schema, value)).toBe(false);
      }
      const names = examples(api).map(({ operationId, name }) => `${operationId}: ${name}`);
      expect(new Set(names).size).toBe(names.length);
    });
  });
}
