import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { z } from "zod";

export const schema = {
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
/** The schema without formats; compared only with libraries that check equally little. */
export const plain = JSON.parse(JSON.stringify(schema).replaceAll(/,"format":"[^"]*"/g, "")) as typeof schema;

export const body: unknown = {
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

const isOptional = (name: string): boolean => !schema.required.includes(name);

/** The body, and copies that each lack one optional member, as parsed from requests. */
export const bodies: readonly unknown[] = [
  undefined,
  ...Object.keys(schema.properties).filter(isOptional),
].map(
  (without) =>
    JSON.parse(
      JSON.stringify(body, (name, value: unknown) => (name === without ? undefined : value)),
    ) as unknown,
);

/** One way to check a body. */
export interface Way {
  readonly accepts: (value: unknown) => boolean;
  readonly formats: boolean;
  /** Whether it generates code at run time. */
  readonly compiles: boolean;
}

const zodSchema = () =>
  z.object({
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

/** Returns a zod check that compiles if allowed, or never; zod decides this on first use. */
function zod(jitless: boolean): Way {
  z.config({ jitless });
  const made = zodSchema();
  made.safeParse(body);
  return { accepts: (value) => made.safeParse(value).success, formats: true, compiles: !jitless };
}

function ajv(): Way {
  const made = new Ajv2020({ allErrors: true });
  formats.default.default(made);
  const compiled = made.compile(schema);
  return { accepts: (value) => compiled(value), formats: true, compiles: true };
}

export const here = (): Readonly<Record<string, Way>> => ({
  ajv: ajv(),
  "zod, not compiling": zod(true),
  zod: zod(false),
});

interface ArkType {
  readonly type: { enumerated(...all: readonly string[]): unknown };
  scope(names: object, options: object): { type(form: object): { allows(value: unknown): boolean } };
}

function arkType({ type, scope }: ArkType, jitless: boolean): Way {
  const form = scope({}, { jitless }).type({
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
  return { accepts: (value) => form.allows(value), formats: true, compiles: !jitless };
}

type Part = (...given: readonly unknown[]) => unknown;

/** The part of valibot that is used here, because its package may be missing. */
type Valibot = Readonly<
  Record<
    | "object"
    | "optional"
    | "string"
    | "number"
    | "boolean"
    | "array"
    | "picklist"
    | "pipe"
    | "minLength"
    | "maxLength"
    | "integer"
    | "minValue"
    | "maxValue"
    | "email"
    | "regex"
    | "isoTimestamp",
    Part
  >
> & { is(form: unknown, value: unknown): boolean };

function valibot(v: Valibot): Way {
  const { object, optional, string, pipe, minLength, maxLength } = v;
  const form = object({
    title: pipe(string(), minLength(1), maxLength(200)),
    description: optional(pipe(string(), maxLength(2000))),
    status: v.picklist(["open", "doing", "done"]),
    priority: optional(pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))),
    email: pipe(string(), v.email()),
    code: optional(pipe(string(), v.regex(/^[A-Z]{3}-[0-9]{4}$/))),
    dueAt: optional(pipe(string(), v.isoTimestamp())),
    done: optional(v.boolean()),
    tags: optional(pipe(v.array(pipe(string(), minLength(1), maxLength(40))), maxLength(20))),
    address: optional(
      object({ street: optional(string()), city: pipe(string(), minLength(1)), zip: optional(string()) }),
    ),
  });
  return { accepts: (value) => v.is(form, value), formats: true, compiles: false };
}

/** Returns checks by the libraries installed in a folder. */
export async function further(folder: string): Promise<Readonly<Record<string, Way>>> {
  const from = async <T>(name: string): Promise<T> =>
    (await import(pathToFileURL(createRequire(join(resolve(folder), "x.js")).resolve(name)).href)) as T; // any module
  const { Compile } = await from<{ Compile(of: object): { Check(value: unknown): boolean } }>(
    "typebox/compile",
  );
  const [all, few] = [Compile(schema), Compile(plain)];
  const ark = await from<ArkType>("arktype");
  return {
    TypeBox: { accepts: (value) => all.Check(value), formats: true, compiles: true },
    "TypeBox (no formats)": { accepts: (value) => few.Check(value), formats: false, compiles: true },
    ArkType: arkType(ark, false),
    "ArkType, not compiling": arkType(ark, true),
    valibot: valibot(await from<Valibot>("valibot")),
  };
}
