import { expect, it } from "vitest";
import { definitionFromYaml } from "./index.ts";
import { inlineDefinition } from "./inline.ts";

it("reads a resource with its fields in one line", () => {
  const text = inlineDefinition(
    "invoice number:string(80, unique) total:decimal(12, 2) count:int? status:enum(draft, sent) customer:Customer tags:Tag[]",
  );
  const [resource] = definitionFromYaml(text ?? "", "it").resources;
  expect(resource?.name).toBe("Invoice");
  const fields = resource?.fields.map(({ name, required, unique = false, schema }) => [
    name,
    required,
    unique,
    schema,
  ]);
  expect(fields).toMatchObject([
    ["number", true, true, { type: "string", maxLength: 80 }],
    ["total", true, false, { format: "decimal" }],
    ["count", false, false, { type: "integer" }],
    ["status", true, false, { enum: ["draft", "sent"] }],
  ]);
  expect(resource?.relations).toMatchObject([
    { kind: "belongs-to", name: "customer", resource: "Customer", soft: true },
    { kind: "many-to-many", name: "tags", resource: "Tag", soft: true },
  ]);
});

it("reads what a relation has in parentheses", () => {
  const text = inlineDefinition("Profile user:User(required, unique) team:Team(on delete cascade)?");
  expect(definitionFromYaml(text ?? "", "it").resources[0]?.relations).toMatchObject([
    { name: "user", optional: false, unique: true },
    { name: "team", optional: true, onDelete: "cascade" },
  ]);
});

it.each(["Task", "Task Project", "A note: it has a title", "Invoice number:string and more", "src/a.ts:12"])(
  "leaves %s to others",
  (text) => expect(inlineDefinition(text)).toBeUndefined(),
);
