import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { link, readField, serve, withBearer, type ApiDefinition } from "../../src/api/index.ts";
import { choose, variants, type GeneratedFile } from "../../src/generate/index.ts";
import { apiOf, filesOf } from "./harness.ts";

const isTypeScript = ({ path }: GeneratedFile): boolean => path.endsWith(".ts");

/** Errors of syntax, and imports that lead to no file and no declared package. */
function faults(files: readonly GeneratedFile[]): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  // A client that a script makes of the schema before anything needs it.
  const made = files.find(({ path }) => path === "prisma/schema.prisma") && "src/generated/";
  const manifest = JSON.parse(files.find(({ path }) => path === "package.json")?.text ?? "{}") as Record<
    "dependencies" | "devDependencies",
    Record<string, string>
  >; // written by the generator
  const declared = { ...manifest.dependencies, ...manifest.devDependencies };
  return files.filter(isTypeScript).flatMap(({ path, text }) => {
    const { errors, module } = parseSync(path, text);
    const requests = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
    const lost = requests.filter((request) => {
      if (request.startsWith(".")) {
        const target = posix.join(posix.dirname(path), request);
        return !paths.has(target) && !(made !== undefined && target.startsWith(made));
      }
      const name = request
        .split("/")
        .slice(0, request.startsWith("@") ? 2 : 1)
        .join("/");
      // Types of a framework that brings its own copy come from its @types package alone.
      return !request.startsWith("node:") && !(name in declared) && !(`@types/${name}` in declared);
    });
    return [
      ...errors.map(({ message }) => `${path}: ${message}`),
      ...lost.map((request) => `${path}: ${request}`),
    ];
  });
}

const evil = [
  '"; process.exit(1); "',
  "`${process.exit(1)}`",
  "*/ process.exit(1); /*",
  "</script><script>alert(1)</script>",
  "'); drop table users; --",
  "\\",
  "\u2028process.exit(1)",
  "{{user.id}}",
];

/** A definition in which everything that may be text is hostile. */
function hostile(): ApiDefinition {
  const text = evil.join(" ");
  const fields = [
    { ...readField("name", "string required"), description: text },
    {
      ...readField("kind", "string"),
      schema: { type: "string" as const, enum: evil },
      default: evil[0] ?? "",
    },
    { ...readField("note", "string"), default: text },
    { ...readField("code", "string"), schema: { type: "string" as const, pattern: "^[/`'\"\\\\]*$" } },
    {
      ...readField("extra", "json"),
      schema: {
        type: "object" as const,
        properties: { [evil[0] ?? ""]: { type: "string" as const }, __proto__x: {} },
      },
    },
  ];
  const actions = [
    { name: "finish", summary: text, set: { kind: { value: evil[1] ?? "" } }, when: { kind: [...evil] } },
  ];
  return serve(
    link([
      { name: "Thing", plural: "Things", description: text, fields, relations: [], actions, unique: [] },
    ]),
    text,
  );
}

/** What a program calls; hostile text is no part of it. */
const calls = (text: string): readonly string[] => {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (typeof node === "object" && node !== null) {
      const { type, object, property } = node as {
        type?: string;
        object?: { name?: string };
        property?: { name?: string };
      };
      if (type === "MemberExpression") found.push(`${object?.name ?? ""}.${property?.name ?? ""}`);
      Object.values(node).forEach(walk);
    }
  };
  walk(parseSync("x.ts", text).program);
  return found;
};

describe.each(variants.filter(({ testFramework }) => testFramework !== "pytest"))(
  "$framework, $database, $testFramework",
  (variant) => {
    it.each([false, true])("is whole, with auth: %s", async (auth) => {
      expect(faults(await filesOf(await apiOf(["Task", "User", "Order", "Post"], auth), variant))).toEqual(
        [],
      );
    });

    it("keeps hostile text inside literals and comments", async () => {
      const files = await filesOf(withBearer(hostile()), variant);
      expect(faults(files)).toEqual([]);
      const models = files.filter(({ path }) =>
        /^(src\/(models|controllers|routes)|tests)\/.*thing|collections/.test(path),
      );
      expect(models.flatMap(({ text }) => calls(text)).filter((call) => call === "process.exit")).toEqual([]);
    });
  },
);

describe("choose", () => {
  const ask = (framework?: string, database?: string, testFramework?: string) =>
    choose({ framework, database, testFramework });

  it("fills in what is not asked for", () => {
    expect(ask()).toMatchObject({ framework: "express", database: "postgres", testFramework: "vitest" });
    expect(ask("nestjs", undefined, "jest")).toMatchObject({ database: "postgres", testFramework: "jest" });
  });

  it("refuses what nothing has, with the corrected flags", () => {
    expect(() => ask("express", "postgres", "pytest")).toThrow(/express.*--test-framework=pytest/);
  });
});
