/**
 * Compares generated checks of answers of several shapes, for clients and servers, with libraries for JSON Schema:
 * `npx node bench/openapi/shapes.ts [ROUNDS]`; `--peers=FOLDER` adds TypeBox, compiled (`npm i typebox` in that
 * folder). Rounds are interleaved and each also checks an invalid value; prints the median nanoseconds of processor
 * time per value.
 */
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { flag, words } from "../words.ts";
import { inClient, inServer, root } from "./checks.ts";

const rounds = Number(words[0] ?? 15);

const text = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };
const object = (required: object, optional: object = {}): object => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

/** A schema with a valid and an invalid value. */
interface Shape {
  readonly schema: object;
  readonly right: Readonly<Record<string, unknown>>;
  readonly wrong: Readonly<Record<string, unknown>>;
}

const orNull = { type: ["string", "null"] };
const row = object(
  { id: integer, name: { ...text, minLength: 1, maxLength: 100 } },
  { price: { ...number, minimum: 0 }, open: { type: "boolean" }, tags: { type: "array", items: text } },
);
const rows = Array.from({ length: 50 }, (_, i) => ({
  id: i,
  name: `item ${i}`,
  price: i * 1.5,
  open: i % 2 === 0,
  tags: ["a", "b"],
}));
const place = object({ city: text, point: object({ lat: number, lng: number }) });

const shapes: Readonly<Record<string, Shape>> = {
  flat: {
    schema: object(
      { id: integer, login: text, type: text },
      {
        node: text,
        url: text,
        html: text,
        admin: { type: "boolean" },
        score: number,
        name: orNull,
        email: orNull,
      },
    ),
    right: {
      id: 1,
      login: "octocat",
      node: "MDQ6",
      url: "https://x",
      html: "https://y",
      type: "User",
      admin: false,
      score: 1.5,
      name: null,
      email: "a@b",
    },
    wrong: { name: 1 },
  },
  nested: {
    schema: object(
      { id: integer, owner: object({ name: text, home: place }) },
      { links: object({}, { self: text }) },
    ),
    right: {
      id: 1,
      owner: { name: "a", home: { city: "Basel", point: { lat: 47.5, lng: 7.6 } } },
      links: { self: "a" },
    },
    wrong: { links: { self: 1 } },
  },
  "50 rows": {
    schema: object({ total: integer, items: { type: "array", items: row } }),
    right: { total: 50, items: rows },
    wrong: { items: [...rows, { id: "x", name: "a" }] },
  },
  union: {
    schema: object(
      {
        amount: { ...number, exclusiveMinimum: 0 },
        source: {
          anyOf: [
            object({ number: text, cvc: text }, { month: integer }),
            object({ iban: text }, { bank: text }),
          ],
        },
      },
      { currency: { ...text, enum: ["eur", "chf", "usd"] } },
    ),
    right: { amount: 1.5, currency: "chf", source: { iban: "CH93", bank: "BKB" } },
    wrong: { source: { number: "1" } },
  },
};

type Accepts = (value: unknown) => boolean;
type Way = (schema: object, name: string) => Accepts | Promise<Accepts>;

const ways: Record<string, Way> = {
  "generated, in the client": (schema, name) => inClient(schema, `client ${name}`),
  "generated, in the server": (schema, name) => inServer(schema, `server ${name}`),
  ajv: (schema) => new Ajv2020({ strict: false }).compile(schema),
  zod: (schema) => {
    const made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]); // one of the above
    return (value) => made.safeParse(value).success;
  },
};
const folder = flag("peers");
if (folder !== undefined) {
  const path = createRequire(join(resolve(folder), "x.js")).resolve("typebox/compile");
  const { Compile } = (await import(pathToFileURL(path).href)) as {
    Compile(of: object): { Check(value: unknown): boolean };
  }; // that package
  ways["TypeBox"] = (schema) => {
    const made = Compile(schema);
    return (value) => made.Check(value);
  };
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

console.log(
  `${"".padEnd(26)}${Object.keys(ways)
    .map((name) => name.padStart(26))
    .join("")}`,
);
for (const [shape, { schema, right, wrong }] of Object.entries(shapes)) {
  const made = await Promise.all(Object.values(ways).map((way) => way(schema, shape)));
  const times = made.map((): number[] => []);
  for (let round = 0; round < rounds + 3; round++) {
    for (const [i, accepts] of made.entries()) {
      if (!accepts(right) || accepts({ ...right, ...wrong })) throw new Error(`${shape}: one is mistaken`);
      const count = shape === "50 rows" ? 2000 : 50_000;
      const before = process.cpuUsage();
      for (let k = 0; k < count; k++) accepts(right);
      const { user, system } = process.cpuUsage(before);
      if (round >= 3) times[i]?.push(((user + system) * 1000) / count);
    }
  }
  console.log(shape.padEnd(26) + times.map((list) => median(list).toFixed(0).padStart(26)).join(""));
}
rmSync(root, { recursive: true });
