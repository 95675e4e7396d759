/**
 * That every call fits, counted: each model × each form of tool_choice × each schema × random samplings.
 * `npx node bench/guarantee.ts [DATA] [--samples=N] [--model=builtin,chance,errs,FILE.gguf?peer=FOLDER]`; DATA holds schemas/ and is
 * $ANTIPHON_DATA if not given; without it there is a small set of our own. `chance` is our engine for model files on
 * weights of pure chance; `errs` a model that breaks every rule in half of its answers. Inputs are judged by our
 * validator and by ajv where ajv reads the schema.
 */
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { systemOutside, openModel, registry, type Model } from "../src/models/index.ts";
import { answerer } from "../src/models/gguf/answer.ts";
import { chanceEngine } from "../src/models/gguf/chance.suite.ts";
import { chance } from "../src/models/gguf/tiny.suite.ts";
import {
  forms,
  ownSchemas,
  phrase,
  publicSchemas,
  tally,
  trial,
  type Named,
  type Tally,
} from "../src/models/guarantee.suite.ts";

const given = process.argv.slice(2);
const option = (name: string): string | undefined =>
  given.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const data = given.find((one) => !one.startsWith("--")) ?? process.env["ANTIPHON_DATA"] ?? "/nowhere";
const samples = Number(option("samples") ?? 5);
const names = (option("model") ?? "builtin,errs,chance").split(",");

const kinds = [
  "malformed_json",
  "unfit_input",
  "wrong_tool",
  "same_id",
  "wrong_stop",
  "wrong_order",
  "empty",
];
async function open(name: string): Promise<Model> {
  if (name === "builtin") return openModel({ provider: "builtin" }, systemOutside);
  if (name === "errs")
    return openModel({ provider: "fault", options: { seed: 1, rate: 0.5, kinds } }, systemOutside);
  if (name !== "chance") return openModel({ provider: "gguf", options: name }, systemOutside);
  const { stream } = answerer(chanceEngine(1), { ...systemOutside, random: chance(1) });
  const info = { id: "chance", display_name: "chance", context_window: 1_000_000 };
  return {
    list: () => Promise.resolve([info]),
    stream,
    countTokens: () => Promise.resolve({ input_tokens: 1, exact: false }),
    close: () => Promise.resolve(),
  };
}

/** A second opinion, where it reads the schema and agrees with the samples that come with it. */
function judgeOf({ schema }: Named): ((input: unknown) => boolean) | undefined {
  if (JSON.stringify(schema).includes('"multipleOf"')) return undefined; // ajv counts in binary fractions
  const quiet = { strict: false, logger: false, validateFormats: false } as const;
  const older = /draft-0[4-7]/.test(String(schema["$schema"]));
  const { $schema: _, ...plain } = schema;
  try {
    const check = older ? new Ajv(quiet).compile(plain) : new Ajv2020(quiet).compile(plain);
    return (input) => check(input) as boolean; // synchronous, since $async is refused before
  } catch {
    return undefined;
  }
}

const schemas = [...ownSchemas, ...(await publicSchemas(join(data, "schemas")))];
const judges = new Map(schemas.map((schema) => [schema, judgeOf(schema)] as const));
console.log(
  `${schemas.length} schemas, ${[...judges.values()].filter(Boolean).length} also judged by ajv; ${samples} samples each\n`,
);
console.log(
  "| model | tool_choice | requests | calls | invalid inputs | undeclared tools | broken streams | typed errors | no room to finish | ms a request |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
const totals: Tally[] = [];
for (const name of names) {
  const model = registry([await open(name)]);
  const id = (await model.list())[0]?.id ?? "";
  for (const form of Object.keys(forms)) {
    const random = chance(form.length + samples);
    const found = tally();
    const begun = performance.now();
    for (const tool of schemas)
      for (let i = 0; i < samples; i++)
        await trial({ model, id, form, tool, said: phrase(random), judge: judges.get(tool) }, found);
    const each = ((performance.now() - begun) / found.requests).toFixed(1);
    const { requests, calls, invalid, undeclared, broken, refused, unfinished } = found;
    console.log(
      `| ${id} ${name === "errs" ? "that errs" : ""} | ${form} | ${[requests, calls, invalid, undeclared, broken, refused, unfinished, each].join(" | ")} |`,
    );
    for (const wrong of found.wrong) console.error(wrong);
    totals.push(found);
  }
  await model.close();
}
if (totals.some(({ invalid, undeclared, broken }) => invalid + undeclared + broken > 0)) process.exitCode = 1;
