import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { UserError } from "../../lib/index.ts";
import { definitionFromYaml, definitionToYaml, hasEtags, withBearer } from "../index.ts";
import { shop } from "../testing.suite.ts";

const refused = (text: string): string => {
  try {
    definitionFromYaml(text, "api.yaml");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `${error.place?.line ?? "?"}:${error.place?.column ?? "?"} ${error.message} ${error.fix}`;
  }
  throw new Error("was taken");
};

const task = (below: string): string => `resources:\n  Task:\n${below.replaceAll(/^/gm, "    ")}\n`;

describe("definitionFromYaml", () => {
  it("reads back what definitionToYaml writes", () => {
    const api = withBearer(shop());
    expect(definitionFromYaml(definitionToYaml(api), "again.yaml")).toEqual(api);
  });

  it("reads whether records have versions", () => {
    const api = definitionFromYaml(`etag: true\n${task("fields: { title: string }")}`, "a.yaml");
    expect(hasEtags(api)).toBe(true);
    expect(definitionToYaml(api)).toContain("etag: true");
    expect(hasEtags(definitionFromYaml(task("fields: { title: string }"), "a.yaml"))).toBe(false);
    expect(refused(`etag: strong\n${task("fields: { title: string }")}`)).toContain(
      "etag can only be true or false",
    );
  });

  it("reads JSON, and fields as mappings", () => {
    const fields = {
      title: { type: "string", required: true, maxLength: 9, description: "What" },
      kind: { enum: ["a", "b"], default: "a" },
    };
    const [resource] = definitionFromYaml(
      JSON.stringify({ resources: { Task: { fields } } }),
      "api.json",
    ).resources;
    expect(resource?.fields).toEqual([
      { name: "title", schema: { type: "string", maxLength: 9 }, required: true, description: "What" },
      { name: "kind", schema: { type: "string", enum: ["a", "b"] }, required: false, default: "a" },
    ]);
  });

  it("gives both sides of each relation", () => {
    const { resources } = shop();
    const relations = Object.fromEntries(
      resources.map(({ name, relations: all }) => [
        name,
        all.map(({ kind, name: relation }) => `${kind} ${relation}`),
      ]),
    );
    expect(relations["Category"]).toEqual(["belongs-to parent", "has-many children", "has-many products"]);
    expect(relations["Person"]).toEqual(["has-many profiles", "has-many orders"]);
    expect(relations["Product"]).toEqual([
      "belongs-to category",
      "belongs-to maker",
      "has-many lines",
      "many-to-many related",
      "many-to-many relatedTo",
      "many-to-many orders",
    ]);
  });

  it.each([
    ["resources: [", "1:"],
    [
      "resources:\n  Task:\n    feilds:\n      a: string\n",
      '3:5 "feilds" is not allowed in a resource. Did you mean fields?',
    ],
    [task("fields:\n  a: strin required"), '4:10 "strin" is not a type. Did you mean string?'],
    [task("fields:\n  a: string reqired"), '4:10 "reqired" is not understood after the type. Use required'],
    [task("fields:\n  a: string 9..2"), "4:10"],
    [
      task("fields:\n  a: { type: enum(x, y) }"),
      "4:18 A comma within braces ends the type. Put it in quotes",
    ],
    [
      task("fields:\n  a: enum(x, y) = z"),
      '4:7 The default of a, "z", is not a valid enum. Use one of x, y.',
    ],
    [
      "resources:\n  Task:\n    fields:\n      due: { type: date required, fill: soon }\n",
      '4:7 The fill of due, "soon", is not a valid date. Give a fill',
    ],
    [task("fields:\n  __proto__: string"), "4:7"],
    [task("fields:\n  a: string\n  A_: string"), "5:7"],
    [task("fields:\n  due_date: date\n  dueDate: date"), "5:7 Task has dueDate twice"],
    [task("relations:\n  owner: belongs to Usr"), "4:7 Task has a relation to Usr, which is not defined."],
    [task("relations:\n  owner: owned by User"), '4:14 "owned by User" is not a relation.'],
    [
      task("unique: [[titel]]\nfields:\n  title: string"),
      '3:15 unique names "titel", which Task does not have. Did you mean title?',
    ],
    [
      task("fields:\n  s: enum(a, b)\nactions:\n  go: { set: { s: c } }"),
      '6:20 go sets s to "c", which its rules refuse. Use one of a, b.',
    ],
    [task("fields:\n  s: string /(a+)+b/"), "4:7"],
    ["resources:\n  Task:\n  Tasks:\n", "3:3 Task and Task would both be served at /api/tasks."],
    [
      "resources:\n  A:\n    relations: { b: belongs to B }\n  B:\n    relations: { a: belongs to A }\n",
      "no record could be the first",
    ],
    ["x: 1", '1:1 "x" is not allowed in a definition.'],
    ["- a", "1:1"],
    ["", "1:1"],
    [
      `a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]`,
      "nests or repeats more",
    ],
    ["a: *nowhere", "1:"],
    [`${"[".repeat(50_000)}`, ""],
    [`${"{a: ".repeat(60)}1${"}".repeat(60)}`, "nests deeper"],
    ["x".repeat(1_000_001), "longer than"],
    [
      `resources:\n${Array.from({ length: 1001 }, (_, index) => `  Ship${index}x: {}\n`).join("")}`,
      "1001 resources",
    ],
  ])("refuses %.40j, naming place and fix", (text, expected) => {
    expect(refused(text)).toContain(expected);
  });

  it("keeps soft references", () => {
    const api = definitionFromYaml(task("relations:\n  owner: belongs to User, soft"), "api.yaml");
    expect(api.resources[0]?.relations).toEqual([
      {
        kind: "belongs-to",
        name: "owner",
        resource: "User",
        field: "ownerId",
        optional: false,
        onDelete: "restrict",
        soft: true,
      },
    ]);
  });

  it("reads the definition of the documentation", async () => {
    const page = await readFile(new URL("../../../docs/api-gen.md", import.meta.url), "utf8");
    const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    expect(definitionFromYaml(yaml, "shop.yaml").resources.map(({ name }) => name)).toEqual([
      "Customer",
      "Order",
      "Tag",
    ]);
  });

  it("writes what a person reads", () => {
    const yaml = definitionToYaml(shop());
    expect(yaml).toContain(`  Profile:
    fields:
      website: uri
    relations:
      person: belongs to Person, unique, on delete cascade, inverse profiles
`);
    expect(yaml).toContain(
      "      publish: { set: { status: active, publishedAt: $now }, when: { status: [ draft ] } }",
    );
    expect(yaml).toContain("    unique: [ [ orderId, productId ] ]");
  });
});

describe("a renamed value of an enumeration", () => {
  it.each([
    "a: enum(open was(todo), done) = open",
    "a: { type: 'enum(open was(todo), done) = open' }",
    "a: { type: enum(open was(todo), done) = open }".replace(", done", ""),
  ])("is read from %s", (field) => {
    const [resource] = definitionFromYaml(task(`fields:\n  ${field}`), "api.yaml").resources;
    expect(resource?.fields[0]).toMatchObject({ map: { todo: "open" }, default: "open" });
    expect(resource?.fields[0]?.schema.enum?.[0]).toBe("open");
  });

  it("stands beside a map, and is written as one", () => {
    const text = task("fields:\n  a: { type: 'enum(open was(todo), done)', map: { gone: done } }");
    const api = definitionFromYaml(text, "api.yaml");
    expect(api.resources[0]?.fields[0]?.map).toEqual({ todo: "open", gone: "done" });
    expect(definitionFromYaml(definitionToYaml(api), "api.yaml").resources).toEqual(api.resources);
  });

  it.each([
    ["a: enum(open was(todo)", '4:10 "enum(open was(todo)" has invalid parentheses. Write enum('],
    ["a: enum(open was(), done)", "4:10"],
    ["a: enum(open was(a) was(b), done)", "4:10"],
  ])("is refused where it is written as %s", (field, expected) => {
    expect(refused(task(`fields:\n  ${field}`))).toContain(expected);
  });
});
