/**
 * Counts whether every call fits its schema: each model × each form of tool_choice × each schema × random samplings.
 * `npx node bench/guarantee.ts [DATA] [--samples=N] [--minutes=N] [--part=I/N]
 * [--model=builtin,chance,errs,FILE.gguf?peer=FOLDER]`; DATA contains schemas/ and defaults to $ANTIPHON_DATA; without
 * it only our own small set is used. `chance` is our engine for model files with random weights; `errs` is a model that
 * breaks every rule in half of its answers. Each schema and form gets as many of the samplings (default 100) as fit
 * into the minutes (default 5): a first round measures the time, the rest run schema by schema. A part takes every Nth
 * schema. Inputs are checked by our validator, and by ajv if it reads the schema.
 */
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject } from "../src/lib/index.ts";
import { systemOutside, openModel, registry, type Model } from "../src/models/index.ts";
import { answerer } from "../src/models/gguf/answer.ts";
import { chanceEngine } from "../src/models/gguf/chance.suite.ts";
import { chance } from "../src/models/gguf/tiny.suite.ts";
import { ownSchemas, publicSchemas, type Named } from "../src/models/accepted.suite.ts";
import { forms, phrase, tally, trial, type Tally } from "../src/models/guarantee.suite.ts";
import { flag, words } from "./words.ts";

const data = words[0] ?? process.env["ANTIPHON_DATA"] ?? "/nowhere";
const samples = Number(flag("samples") ?? 100);
const minutes = Number(flag("minutes") ?? 5);
const [part = 1, parts = 1] = (flag("part") ?? "1/1").split("/").map(Number);
const names = (flag("model") ?? "builtin,errs,chance").split(",");

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

/** Drops the siblings of `$ref`, which drafts up to 7 say "MUST be ignored" (draft-07, 8.3) but ajv heeds. */
function alone(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(alone);
  if (!isObject(schema)) return schema;
  const { $ref, definitions } = schema;
  if (typeof $ref === "string")
    return { $ref, ...(isObject(definitions) && { definitions: alone(definitions) }) };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, alone(value)]));
}

/** Whether a value contains a number too large to be an exact integer. */
const isHuge = (value: unknown): boolean =>
  typeof value === "number"
    ? Math.abs(value) > Number.MAX_SAFE_INTEGER
    : typeof value === "object" && value !== null && Object.values(value).some(isHuge);

/** Returns ajv's check as a second opinion, or `undefined` if ajv can't read the schema reliably. */
function judgeOf({ schema }: Named): ((input: unknown) => boolean) | undefined {
  const steps = [...JSON.stringify(schema).matchAll(/"multipleOf":([^,}]*)/g)];
  if (steps.some(([, step]) => !Number.isInteger(Number(step)))) return undefined; // ajv uses binary fractions
  const quiet = { strict: false, logger: false, validateFormats: false } as const;
  const older = /draft-0[4-7]/.test(String(schema["$schema"]));
  const { $schema: _, ...plain } = schema;
  try {
    const check = older ? new Ajv(quiet).compile(alone(plain) as object) : new Ajv2020(quiet).compile(plain);
    // ajv divides and reads -3.7e+58 as -3, although its digits show that it is a multiple of 10
    return (input) => (steps.length > 0 && isHuge(input)) || (check(input) as boolean); // synchronous, since $async is refused earlier
  } catch {
    return undefined;
  }
}

const schemas = [...ownSchemas, ...(await publicSchemas(join(data, "schemas")))].filter(
  (_, i) => i % parts === part - 1,
);
const judges = new Map(schemas.map((schema) => [schema, judgeOf(schema)] as const));
console.log(`${schemas.length} schemas, ${[...judges.values()].filter(Boolean).length} also judged by ajv\n`);

interface Counted {
  readonly found: Tally;
  /** Processor milliseconds. */
  time: number;
}

/** Tests each schema with each form equally often. */
async function count(model: Model, until: number): Promise<[number, ReadonlyMap<string, Counted>]> {
  const id = (await model.list())[0]?.id ?? "";
  const counted = new Map(
    Object.keys(forms).map((form) => [form, { found: tally(), time: 0 }] as [string, Counted]),
  );
  const random = chance(samples);
  let [each, longest] = [0, 0];
  for (;;) {
    // the first round measures how long one takes
    const more = each === 0 ? 1 : Math.floor((until - performance.now()) / longest);
    const some = Math.min(samples - each, more); // schema by schema, to reuse what masks have cached
    if (some < 1) break;
    const begun = performance.now();
    for (const tool of schemas)
      for (const [form, to] of counted) {
        const before = process.cpuUsage();
        for (let i = 0; i < some; i++)
          await trial({ model, id, form, tool, said: phrase(random), judge: judges.get(tool) }, to.found);
        const { user, system } = process.cpuUsage(before);
        to.time += (user + system) / 1000;
      }
    longest = Math.max(longest, (performance.now() - begun) / some);
    each += some;
  }
  return [each, counted];
}

console.log(
  "| model | tool_choice | for each schema | requests | calls | invalid inputs | undeclared tools | broken streams | typed errors | no room to finish | processor ms a request |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
for (const [i, name] of names.entries()) {
  const model = registry([await open(name)]);
  const left = minutes * 60_000 - performance.now();
  const [each, counted] = await count(model, performance.now() + left / (names.length - i));
  for (const [form, { found, time }] of counted) {
    const { requests, calls, invalid, undeclared, broken, refused, unfinished, wrong } = found;
    const figures = [requests, calls, invalid, undeclared, broken, refused, unfinished];
    console.log(`| ${name} | ${form} | ${each} | ${figures.join(" | ")} | ${(time / requests).toFixed(1)} |`);
    for (const one of wrong) console.error(one);
    if (invalid + undeclared + broken > 0) process.exitCode = 1;
  }
  await model.close();
}
