/**
 * Checks of a create body, generated from a specification for clients and for servers, beside ajv (compiled, with
 * formats) and zod: `npx node bench/openapi/validation.ts [ROUNDS]`, with `--peers=FOLDER` also beside TypeBox
 * (compiled) and ArkType, whose packages (`npm i typebox arktype`) are in that folder's `node_modules`. Clients check
 * no formats: `(no formats)` is a library without them. Rounds are interleaved; prints the median of nanoseconds of
 * processor time a body, and how that compares with the fastest library that checks the same.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { rolldown } from "rolldown";
import { z } from "zod";
import { readSpec } from "../../src/api/index.ts";
import { choose, clients, generateServer, type GeneratedFile } from "../../src/generate/index.ts";
import { flag, words } from "../words.ts";

const rounds = Number(words[0] ?? 41);

const schema = {
  type: "object",
  required: ["title", "status", "email"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 200 },
    description: { type: "string", maxLength: 2000 },
    status: { type: "string", enum: ["open", "doing", "done"] },
    priority: { type: "integer", minimum: 1, maximum: 5 },
    email: { type: "string", format: "email" },
    code: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" },
    dueAt: { type: "string", format: "date-time" },
    done: { type: "boolean" },
    tags: { type: "array", maxItems: 20, items: { type: "string", minLength: 1, maxLength: 40 } },
    address: {
      type: "object",
      required: ["city"],
      properties: {
        street: { type: "string" },
        city: { type: "string", minLength: 1 },
        zip: { type: "string" },
      },
    },
  },
};
const body: unknown = {
  title: "Buy a birthday present",
  description: "Something with ships, or a book about them, or both if the shop has both.",
  status: "open",
  priority: 3,
  email: "somebody@example.com",
  code: "ABC-1234",
  dueAt: "2026-11-21T20:00:00Z",
  done: false,
  tags: ["home", "family", "soon"],
  address: { street: "Long Lane 1", city: "Basel", zip: "4000" },
};

const zodSchema = z.object({
  title: z.string().min(1).max(200),
  description: z.string().max(2000).optional(),
  status: z.enum(["open", "doing", "done"]),
  priority: z.int().min(1).max(5).optional(),
  email: z.email(),
  code: z
    .string()
    .regex(/^[A-Z]{3}-[0-9]{4}$/)
    .optional(),
  dueAt: z.iso.datetime().optional(),
  done: z.boolean().optional(),
  tags: z.array(z.string().min(1).max(40)).max(20).optional(),
  address: z
    .object({ street: z.string().optional(), city: z.string().min(1), zip: z.string().optional() })
    .optional(),
});

const document = {
  openapi: "3.1.0",
  info: { title: "Tasks", version: "1.0.0" },
  paths: {
    "/tasks": {
      post: {
        operationId: "createTask",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Task" } } },
        },
        responses: {
          200: {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Task" } } },
          },
        },
      },
    },
  },
  components: { schemas: { Task: schema } },
};

const root = mkdtempSync(join(tmpdir(), "antiphon-bench-validation-"));

/** A module of what is generated, bundled and imported. */
async function imported(
  files: readonly GeneratedFile[],
  name: string,
  entry: string,
): Promise<Readonly<Record<string, unknown>>> {
  for (const { path, text } of files) {
    const file = join(root, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const input = join(root, name, entry);
  const bundle = await rolldown({ input, platform: "node", resolve: { extensionAlias: { ".js": [".ts"] } } });
  const file = join(root, `${name}.mjs`);
  await bundle.write({ file, format: "esm" });
  return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>; // any module
}

type Check = (...given: readonly unknown[]) => void;
const { spec } = await readSpec("spec.json", () => Promise.resolve(JSON.stringify(document)));
const client = await imported((await clients.load("typescript")).files(spec), "client", "src/validators.ts");
const target = choose({ framework: "express", database: "postgres", testFramework: undefined });
const server = await imported(
  (
    await generateServer(spec, target, {
      name: "server",
      previous: undefined,
      project: undefined,
      auth: false,
    })
  ).files,
  "server",
  "src/models/checks.ts",
);

const ajv = new Ajv2020({ allErrors: true });
formats.default.default(ajv);
const compiled = ajv.compile(schema);
/** What was generated as the check of a task. */
const checkOf = (module: Readonly<Record<string, unknown>>): Check =>
  Object.entries(module).find(([name]) => name.startsWith("checkTask"))?.[1] as Check; // as generated
const [inClient, inServer] = [checkOf(client), checkOf(server)];
const silent = (found: (out: unknown[]) => void): boolean => {
  const out: unknown[] = [];
  found(out);
  return out.length === 0;
};
/** What else there is; `any`-typed, since the packages needn't be there. */
async function peers(): Promise<Readonly<Record<string, (value: unknown) => boolean>>> {
  const folder = flag("peers");
  if (folder === undefined) return {};
  const from = (name: string): Promise<Readonly<Record<string, unknown>>> =>
    import(pathToFileURL(createRequire(join(resolve(folder), "x.js")).resolve(name)).href);
  const { Compile } = (await from("typebox/compile")) as {
    Compile(schema: object): { Check(value: unknown): boolean };
  };
  const { type } = (await from("arktype")) as {
    type: ((form: object) => { allows(value: unknown): boolean }) & { enumerated(...all: string[]): unknown };
  };
  const [all, plain] = [
    Compile(schema),
    Compile(JSON.parse(JSON.stringify(schema).replaceAll(/,"format":"[^"]*"/g, ""))),
  ];
  const form = type({
    title: "1 <= string <= 200",
    "description?": "string <= 2000",
    status: type.enumerated("open", "doing", "done"),
    "priority?": "1 <= number.integer <= 5",
    email: "string.email",
    "code?": /^[A-Z]{3}-[0-9]{4}$/,
    "dueAt?": "string.date.iso",
    "done?": "boolean",
    "tags?": "(1 <= string <= 40)[] <= 20",
    "address?": { "street?": "string", city: "string >= 1", "zip?": "string" },
  });
  return {
    TypeBox: (value) => all.Check(value),
    "TypeBox (no formats)": (value) => plain.Check(value),
    ArkType: (value) => form.allows(value),
  };
}

const ways: Readonly<Record<string, (value: unknown) => boolean>> = {
  "generated, in the client": (value) => silent((out) => inClient(value, out)),
  "generated, in the server": (value) => silent((out) => inServer(value, "", out)),
  ajv: (value) => compiled(value),
  zod: (value) => zodSchema.safeParse(value).success,
  ...(await peers()),
};

const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
const wrong = { ...(body as object), priority: 9 };
for (let round = 0; round < rounds + 3; round++) {
  for (const [name, accepts] of Object.entries(ways)) {
    if (!accepts(body) || accepts(wrong)) throw new Error(`${name} is mistaken`);
    const before = process.cpuUsage();
    for (let i = 0; i < 50_000; i++) accepts(body);
    const { user, system } = process.cpuUsage(before);
    if (round >= 3) times.get(name)?.push((user + system) / 50);
  }
}
rmSync(root, { recursive: true });

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const isOurs = (name: string): boolean => name.startsWith("generated");
/** The client checks no formats; whoever checks more isn't compared with who checks less. */
const less = (name: string): boolean => name.endsWith("client") || name.endsWith("(no formats)");
for (const [name, list] of times) {
  const alike = [...times].filter(([other]) => !isOurs(other) && (less(name) || !less(other)));
  const fastest = Math.min(...alike.map(([, others]) => median(others)));
  console.log(
    `${name.padEnd(26)} ${median(list).toFixed(0).padStart(6)} ns  ${(median(list) / fastest).toFixed(2)} of the fastest library's time`,
  );
}
