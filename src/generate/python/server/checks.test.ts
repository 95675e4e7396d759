import { describe, expect, it } from "vitest";
import type { Spec, SpecSchema } from "../../../api/index.ts";
import { Checks } from "./checks.ts";

const checksOf = (schemas: Readonly<Record<string, SpecSchema>>): Checks => new Checks({ schemas } as Spec); // all that it reads

describe("schemas as data for checks", () => {
  it("bounds texts whose matching takes a time that grows with their square", () => {
    const searched = (schema: object): unknown =>
      Object(checksOf({}).of({ type: "string", ...schema }))["searched"];
    const squared = "^[a.]*[a.]*$";
    expect(searched({ pattern: squared })).toBe(1000);
    expect(searched({ pattern: squared, maxLength: 99_999 })).toBe(10_000);
    expect(searched({ pattern: "^[a-z]+$" })).toBeUndefined();
  });

  it("demands no member that only answers have, whichever part of an object says so", () => {
    const checks = checksOf({
      Stored: { type: "object", properties: { id: { type: "integer", readOnly: true } }, required: ["id"] },
      Wanted: { required: ["id", "name"], properties: { name: { type: "string" } } },
    });
    const parts = ["Stored", "Wanted"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    expect(checks.of({ allOf: parts })).toEqual({
      allOf: [{ $ref: "Stored" }, { $ref: "Wanted" }],
      absent: ["id"],
    });
    expect(checks.module).toContain(`"Stored": {"type": "object", "properties": {"id": {}}},`);
    expect(checks.module).toContain('"required": ["id", "name"]');
  });

  it("keeps files apart from texts, also behind references", () => {
    const checks = checksOf({ Scan: { type: "string", format: "binary" } });
    const form = { properties: { scan: { $ref: "#/components/schemas/Scan" } } };
    expect(checks.of(form, true)).toEqual({ properties: { scan: { type: "file" } } });
    expect(checks.of(form)).toEqual({ properties: { scan: { $ref: "Scan" } } });
  });

  it("keeps them apart in the parts of a form that are referred to", () => {
    const file: SpecSchema = { type: "string", format: "binary" };
    const checks = checksOf({
      Upload: { properties: { file }, required: ["file"] },
      Form: { allOf: [{ $ref: "#/components/schemas/Upload" }] },
    });
    const part = { $ref: "#/components/schemas/Form" };
    expect(checks.of({ allOf: [part] }, true)).toEqual({ allOf: [{ $ref: "Form with files" }] });
    expect(checks.module).toContain('"Form with files": {"allOf": [{"$ref": "Upload with files"}]},');
    expect(checks.module).toContain('"Upload with files": {"properties": {"file": {"type": "file"}}');
  });
});
