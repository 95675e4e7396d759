import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../lib/index.ts";
import { answerer } from "./gguf/answer.ts";
import { chanceEngine } from "./gguf/chance.suite.ts";
import { chance } from "./gguf/tiny.suite.ts";
import { ownSchemas, publicSchemas } from "./accepted.suite.ts";
import { forms, phrase, tally, trial } from "./guarantee.suite.ts";
import { openModel, registry, type Model } from "./index.ts";

const outside = { fetch, clock: systemClock, random: chance(5) };
const folder = join(process.env["ANTIPHON_DATA"] ?? "/nowhere", "schemas");
const known = publicSchemas(folder);
const faults = [
  "malformed_json",
  "unfit_input",
  "wrong_tool",
  "same_id",
  "wrong_stop",
  "wrong_order",
  "empty",
];

const models: Readonly<Record<string, () => Promise<Model>>> = {
  builtin: () => openModel({ provider: "builtin" }, outside),
  "a model that errs": () =>
    openModel({ provider: "fault", options: { seed: 3, rate: 0.5, kinds: faults } }, outside),
  "a model file of pure chance": async () => {
    const { stream } = answerer(chanceEngine(11), outside);
    const list = [{ id: "chance", display_name: "chance", context_window: 1000 }];
    return {
      list: () => Promise.resolve(list),
      stream,
      countTokens: () => Promise.resolve({ input_tokens: 1, exact: false }),
      close: () => Promise.resolve(),
    };
  },
};

describe.each(Object.entries(models))("%s, whatever it is asked", (_name, open) => {
  it.each(Object.keys(forms))("calls what fits and nothing else: %s", async (form) => {
    const model = registry([await open()]);
    const id = (await model.list())[0]?.id ?? "";
    const random = chance(form.length);
    const all = await known;
    const some = Array.from(
      { length: all.length > 0 ? 6 : 0 },
      () => all[Math.floor(random() * all.length)] ?? ownSchemas[0],
    );
    const found = tally();
    for (const tool of [...ownSchemas, ...some])
      if (tool) await trial({ model, id, form, tool, said: phrase(random) }, found);
    expect(found.wrong).toEqual([]);
    expect(found).toMatchObject({ invalid: 0, undeclared: 0, broken: 0 });
    expect(found.requests).toBeGreaterThanOrEqual(ownSchemas.length);
    if (form !== "auto" && form !== "none") expect(found.calls).toBeGreaterThan(found.requests / 2);
    if (form === "none") expect(found.calls).toBe(0);
  });
});
