/**
 * Compares the schema engine with ajv and @hyperjump/json-schema, and measures the mask's time per token: `node
 * bench/schema.ts DATA [conformance] [speed] [worst] [masks]`, where DATA contains json-schema-test-suite/ and
 * schemas/. Prints Markdown tables.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { registerSchema, validate, type SchemaObject } from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/draft-07";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { SchemaError, compile, constrain, vocabulary, type Registry } from "../src/schema/index.ts";

const data = process.argv[2];
if (!data) throw new Error("usage: node bench/schema.ts DATA");
const parsed = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;

/** Returns remote schemas of this draft or of none, for libraries that need them in advance. */
const remotesOf = (draft: string): readonly (readonly [string, object])[] =>
  Object.entries(remotes)
    .filter(([uri]) => !/\/(?:draft|v1\/)/.test(uri) || uri.includes(`/${draft}/`))
    .map(([uri, remote]) => [uri, remote as object]);
const registered = new Set<string>();

interface Group {
  readonly schema: unknown;
  readonly tests: readonly { readonly data: unknown; readonly valid: boolean }[];
}
interface Row {
  readonly name: string;
  readonly schema: object;
  readonly tests: readonly { readonly valid: boolean; readonly data: unknown }[];
}

const suite = join(data, "json-schema-test-suite");
const remotes: Registry = Object.fromEntries(
  readdirSync(join(suite, "remotes"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => [`http://localhost:1234/${name}`, parsed(join(suite, "remotes", name))]),
);
const seven = "http://json-schema.org/draft-07/schema#";
const twenty = "https://json-schema.org/draft/2020-12/schema";
const drafts = [
  { folder: "draft7", $schema: seven },
  { folder: "draft2020-12", $schema: twenty },
];

type Judge = (value: unknown) => boolean;
const quiet = { strict: false, logger: false, validateFormats: false } as const;

/** Creates each library's validator from a schema. */
const libraries: Readonly<Record<string, (schema: unknown, draft: string) => Promise<Judge> | Judge>> = {
  antiphon: (schema) => compile(schema, { registry: remotes }).fits,
  ajv: (schema, draft) => {
    const ajv = draft === "draft7" ? new Ajv(quiet) : new Ajv2020(quiet);
    for (const [uri, remote] of remotesOf(draft))
      try {
        ajv.addSchema(remote, uri);
      } catch {
        // schemas that can't be read can't be referenced
      }
    return ajv.compile(schema as object);
  },
  hyperjump: async (schema, draft) => {
    const dialect = draft === "draft7" ? "http://json-schema.org/draft-07/schema" : twenty;
    if (!registered.has(draft))
      for (const [at, remote] of remotesOf(draft))
        try {
          registerSchema(remote as SchemaObject, at, dialect);
        } catch {
          // schemas that can't be read can't be referenced
        }
    registered.add(draft);
    const uri = `https://bench.invalid/${draft}/${Math.random()}`;
    registerSchema(schema as SchemaObject, uri, dialect);
    const judge = await validate(uri);
    return (value) => judge(value as never).valid;
  },
};

async function conformance(): Promise<void> {
  console.log("\n| mandatory official tests passed | draft-07 | 2020-12 |\n| --- | --- | --- |");
  for (const [name, make] of Object.entries(libraries)) {
    const cells: string[] = [];
    for (const { folder, $schema } of drafts) {
      let [right, all] = [0, 0];
      for (const file of readdirSync(join(suite, "tests", folder)).filter((one) => one.endsWith(".json")))
        for (const { schema, tests } of parsed(join(suite, "tests", folder, file)) as readonly Group[]) {
          all += tests.length;
          const declared = typeof schema === "object" ? { $schema, ...schema } : schema;
          try {
            const judge = await make(declared, folder);
            for (const test of tests) if (judge(structuredClone(test.data)) === test.valid) right++;
          } catch {
            // refused: none of its tests passes
          }
        }
      cells.push(`${right} / ${all}`);
    }
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

const rows = readdirSync(join(data, "schemas"))
  .filter((name) => name.endsWith(".jsonl"))
  .flatMap((name) =>
    readFileSync(join(data, "schemas", name), "utf8")
      .trim()
      .split("\n"),
  )
  .map((line) => JSON.parse(line) as Row);

/** Measures nanoseconds per check over all instances of the schemas that all three compile. */
async function speed(): Promise<void> {
  const makers = {
    antiphon: (schema: object): Judge => compile(schema).fits,
    "ajv 8": (schema: object): Judge => new Ajv({ ...quiet, validateSchema: false }).compile(schema) as Judge, // synchronous: no $async here
    hyperjump: async (schema: object): Promise<Judge> => {
      const uri = `https://bench.invalid/speed/${Math.random()}`;
      registerSchema(schema as SchemaObject, uri, twenty);
      const judge = await validate(uri);
      return (value) => judge(value as never).valid; // any JSON
    },
  };
  const names = ["antiphon", "ajv 8", "hyperjump"] as const;
  const usable: { readonly tests: Row["tests"]; readonly judges: Readonly<Record<string, Judge>> }[] = [];
  const compiling: Record<string, number[]> = { antiphon: [], "ajv 8": [], hyperjump: [] };
  for (const { schema, tests } of rows) {
    const { $schema: _, $id: _id, id: _old, ...plain } = schema as Readonly<Record<string, unknown>>; // all objects
    const judges: Record<string, Judge> = {};
    try {
      for (const name of names) {
        const begun = performance.now();
        judges[name] = await makers[name](plain);
        compiling[name]?.push(performance.now() - begun);
        for (const { data: value } of tests) judges[name](value);
      }
      usable.push({ tests, judges });
    } catch {
      // one of them refuses it
    }
  }
  const instances = usable.reduce((sum, { tests }) => sum + tests.length, 0);
  console.log(
    `\n| speed on ${instances} instances of ${usable.length} public schemas | ns per check | ms to compile, p50 |\n| --- | --- | --- |`,
  );
  for (const name of names) {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < (name === "hyperjump" ? 3 : 20); round++) {
      const begun = performance.now();
      for (const { tests, judges } of usable) for (const test of tests) judges[name]?.(test.data);
      best = Math.min(best, performance.now() - begun);
    }
    console.log(
      `| ${name} | ${((best * 1e6) / instances).toFixed(0)} | ${quantile(compiling[name] ?? [], 0.5).toFixed(2)} |`,
    );
  }
}

async function worst(): Promise<void> {
  console.log(
    "\n| worst case: `^(a+)+$` on a…a! | 20 characters | 24 characters | 100,000 characters |\n| --- | --- | --- | --- |",
  );
  for (const [name, make] of Object.entries(libraries)) {
    const judge = await make({ $schema: twenty, type: "string", pattern: "^(a+)+$" }, "draft2020-12");
    const cells = [20, 24, 100_000].map((length) => {
      if (length > 24 && name !== "antiphon") return "(not tried)";
      const begun = performance.now();
      judge(`${"a".repeat(length)}!`);
      return `${(performance.now() - begun).toFixed(2)} ms`;
    });
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

/** Returns made-up words, numbers and JSON punctuation, joined as tokenisers join them. */
function words(size: number): readonly string[] {
  const out = new Set<string>(Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)));
  for (let i = 0; i < 1000; i++) out.add(String(i));
  for (const a of [
    '"',
    '",',
    '":',
    '"}',
    '{"',
    '["',
    '","',
    '": "',
    "},",
    "]}",
    '"]',
    ', "',
    ": ",
    "\\n",
    '\\"',
  ])
    out.add(a);
  const syllables = [
    "ba",
    "ke",
    "li",
    "mo",
    "nu",
    "ra",
    "se",
    "ti",
    "vo",
    "zu",
    "an",
    "er",
    "in",
    "on",
    "st",
    "th",
  ];
  for (let i = 0; out.size < size; i++) {
    let word = "";
    for (let rest = i + 16; rest > 0; rest >>= 4) word += syllables[rest & 15];
    out.add(word).add(` ${word}`).add(word.toUpperCase());
    if (i % 12 === 0) out.add(`${word}"`).add(`"${word}`);
  }
  return [...out].slice(0, size);
}

function masks(): void {
  const tokens = words(100_000);
  const words_ = vocabulary(tokens);
  const known = new Set(tokens);
  const [steps, again, making]: [number[], number[], number[]] = [[], [], []];
  const count = { accepted: 0, refused: 0, passed: 0, valid: 0, wrong: 0 };
  for (const { schema, tests } of rows) {
    try {
      const begun = performance.now();
      const constraint = constrain(schema);
      making.push(performance.now() - begun);
      count.accepted++;
      const validator = compile(schema, { formats: "assert" });
      for (const [i, { data: value }] of tests.entries()) {
        const fits = validator.fits(value);
        const text = JSON.stringify(value);
        const pass = constraint.begin(words_);
        const whole = pass.advance(text) && pass.complete;
        count.valid += Number(fits);
        count.passed += Number(fits && whole);
        count.wrong += Number(whole && !fits);
        if (!fits || i > 0 || text.length > 1_000 || count.accepted % 10 !== 0) continue;
        for (const times of [steps, again]) {
          const position = constraint.begin(words_);
          for (let at = 0; at < text.length;) {
            let end = Math.min(text.length, at + 12);
            while (end > at + 1 && !known.has(text.slice(at, end))) end--;
            const before = process.cpuUsage();
            position.allowed();
            position.advance(text.slice(at, end));
            const { user, system } = process.cpuUsage(before);
            times.push((user + system) / 1000);
            at = end;
          }
        }
      }
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      count.refused++;
    }
  }
  console.log(`\n| mask on ${rows.length} public schemas, ${tokens.length} tokens | |\n| --- | --- |`);
  console.log(`| schemas followed, refused | ${count.accepted}, ${count.refused} |`);
  console.log(`| valid instances that pass | ${count.passed} of ${count.valid} |`);
  console.log(`| false accepts | ${count.wrong} |`);
  const us = (times: readonly number[], q: number): string => `${(quantile(times, q) * 1000).toFixed(1)} µs`;
  console.log(
    `| step, first time, of the processor: p50, p90, p99 | ${us(steps, 0.5)}, ${us(steps, 0.9)}, ${us(steps, 0.99)} |`,
  );
  console.log(
    `| step, again, of the processor: p50, p90, p99 | ${us(again, 0.5)}, ${us(again, 0.9)}, ${us(again, 0.99)} |`,
  );
  console.log(
    `| schema made ready: p50, p99 | ${quantile(making, 0.5).toFixed(2)} ms, ${quantile(making, 0.99).toFixed(0)} ms |`,
  );
}

const parts = { conformance, speed, worst, masks };
const wanted = process.argv.slice(3);
for (const [name, part] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) await part();
