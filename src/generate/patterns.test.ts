import { describe, expect, it } from "vitest";
import { readSpec, type Spec } from "../api/index.ts";
import { safePatterns } from "./patterns.ts";
import { typescriptClient } from "./typescript/client/index.ts";

const read = async (schemas: object): Promise<Spec> =>
  (
    await readSpec("a.json", () =>
      Promise.resolve(
        JSON.stringify({ openapi: "3.1.0", info: { title: "Texts" }, paths: {}, components: { schemas } }),
      ),
    )
  ).spec;

const text = (pattern: string): object => ({ type: "string", pattern });
const validatorText = async (schemas: object): Promise<string> =>
  JSON.stringify(safePatterns(await read(schemas)).spec.schemas);

describe("patterns that one text could stop a program by", () => {
  it.each(["^(a+)+$", "(a|a)*b", "^.*.*.*x$", "\\s+\\s+$", "(?=a)(b+)+"])(
    "%s is left out",
    async (pattern) => {
      const { spec, dropped } = safePatterns(await read({ X: text(pattern) }));
      expect(spec.schemas["X"]).toEqual({ type: "string" });
      expect(dropped).toHaveLength(1);
    },
  );

  it.each([
    "^[a-z]+$",
    "^[^@]+@[^@]+\\.[a-z]{2,}$",
    "^\\d{3}-\\d+$",
    "^a*,b*,a*,b*$",
    "(ab|cd)+",
    "^(?!x)[a-z]+$",
  ])("%s stays", async (pattern) => {
    const spec = await read({ X: text(pattern) });
    expect(safePatterns(spec).spec.schemas["X"]).toBe(spec.schemas["X"]);
  });

  it("are found behind names that are words elsewhere, and words as values stay", async () => {
    const schemas = {
      X: {
        type: "object",
        properties: { default: text("^(a+)+$"), enum: text("^(b+)+$"), pattern: text("^c$") },
        patternProperties: { "^(d+)+$": {}, "^e$": text("^(f+)+$") },
        default: { pattern: "^(g+)+$" },
      },
    };
    const output = await validatorText(schemas);
    expect(output).not.toMatch(/[abdf]\+\)\+/);
    expect(output).toContain('"^c$"');
    expect(output).toContain('"^e$"');
    expect(output).toContain("(g+)+");
  });

  it("are none of a client's checks", async () => {
    const files = typescriptClient(await read({ X: text("^(a+)+$"), Y: text("^[yz]$") }));
    const checks = files.find(({ path }) => path === "src/validators.ts")?.text;
    expect(checks).toContain("[yz]");
    expect(checks).not.toContain("(a+)+");
  });
});
