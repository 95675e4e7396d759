import { describe, expect, it } from "vitest";
import {
  compareDocuments,
  definitionFromYaml,
  definitionToYaml,
  type ApiDefinition,
} from "../src/api/index.ts";
import { sample } from "../src/api/to/request.ts";
import { differs } from "../src/document/code/drift/differs.ts";
import { storedType } from "../src/generate/python/types.ts";
import { builtin } from "../src/inspect/builtin.ts";
import { modulesOf } from "../src/inspect/modules.ts";
import { coerce } from "../src/models/guard/coerce.ts";
import { verbOf } from "../src/models/builtin/read/effect.ts";
import { expressionsOf } from "../src/repair/mutation/expressions.ts";
import typescript from "../src/repair/fixers/typescript.ts";

const ordinary = "unheardof";

describe.each(["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"])(
  "%s, as input",
  (name) => {
    /** Expects the answer for an unknown name, with this name in its place. */
    const expectAlike = (answer: (name: string) => unknown): void =>
      expect(JSON.stringify(answer(name))).toBe(JSON.stringify(answer(ordinary)).replaceAll(ordinary, name));

    it("is an unknown format and type of a schema", () => {
      expect(sample({ type: "string", format: name })).toBe("text");
      expect(coerce(5, { type: name })).toBe(5);
      expectAlike((format) => storedType({ type: "string", format }));
      expectAlike((format) =>
        definitionToYaml(
          definitionFromYaml(
            `resources:\n  Note:\n    fields:\n      text: { schema: { type: string, format: ${format} } }\n`,
            "api.yaml",
          ),
        ),
      );
    });

    it("is a value of an enumeration that a map misses", () => {
      const read = (kind: string, before?: ApiDefinition): ApiDefinition =>
        definitionFromYaml(`resources:\n  Note:\n    fields:\n      kind: ${kind}\n`, "api.yaml", before);
      const before = read(`enum(${name}, b, c)`);
      expect(() => read("{ type: 'enum(c)', map: { b: c } }", before)).toThrow(
        `The map of kind misses ${name}`,
      );
    });

    it("is a member of an API like others", () => {
      const document = (member?: string) => ({
        openapi: "3.1.0",
        paths: {
          "/notes": {
            get: {
              responses: {
                200: {
                  content: {
                    "application/json": {
                      schema: {
                        type: "object",
                        properties:
                          member === undefined ? {} : Object.fromEntries([[member, { type: "string" }]]),
                      },
                    },
                  },
                },
              },
            },
          },
        },
      });
      expectAlike((member) => compareDocuments(document(), document(member)));
      expectAlike((member) => compareDocuments(document(member), document()));
    });

    it("is an unknown class, type and module of code", () => {
      expect(builtin(name)).toEqual([]);
      expectAlike((type) =>
        differs([{ name: type }], [{ name: "str" }], { classes: new Map(), strict: true }),
      );
      expectAlike((type) =>
        differs([{ name: "literal", value: "'a'" }], [{ name: type }], { classes: new Map(), strict: true }),
      );
      expect(modulesOf(["src/lib.rs", "src/a.rs"]).named(`${name}.a`, "src/lib.rs")).toEqual([]);
      expectAlike((type) =>
        expressionsOf(`${type} + b * (c)`, "python").chains.map(({ operators }) =>
          operators.map(({ word }) => word),
        ),
      );
    });

    it("is no code of a compiler", async () => {
      const problem = { code: name, file: "a.ts", line: 1, message: "wrong" };
      expect(await typescript.candidates(problem as never, {} as never)).toEqual([]);
    });

    it("is no verb", () => {
      expect(verbOf(name)).toBe(undefined);
    });
  },
);
