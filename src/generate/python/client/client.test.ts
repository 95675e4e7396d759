import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readSpec, type Spec } from "../../../api/index.ts";
import { everywhere, hostile } from "../../hostile.suite.ts";
import { isPlainPattern } from "../pattern.ts";
import generator, { distribution, pythonClient } from "./index.ts";

const read = async (document: object): Promise<Spec> =>
  (await readSpec("spec.json", () => Promise.resolve(JSON.stringify(document)))).spec;

/** Returns the kinds of syntax nodes and their nesting, without names and constants. */
const skeleton = `
import ast, json, sys
def kinds(node):
    if isinstance(node, ast.AST):
        return [type(node).__name__, [kinds(child) for child in ast.iter_child_nodes(node)]]
print(json.dumps([kinds(ast.parse(text)) for text in json.load(sys.stdin)]))
`;
const python = (input: unknown): { readonly status: number | null; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", skeleton], {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  return { status, output: status === 0 ? stdout : stderr };
};
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const sources = (spec: Spec): readonly string[] =>
  pythonClient(spec)
    .filter(({ path }) => path.endsWith(".py"))
    .map(({ text }) => text);

describe("a Python client", () => {
  it.skipIf(!hasPython).each(hostile)(
    "is made of the same statements whatever the text: %j",
    async (text) => {
      const [bad, good] = await Promise.all(
        // The harmless text is no valid pattern either if this one isn't: both are dropped.
        [text, isPlainPattern(text.toWellFormed()) ? "one, two!" : "one, two(!"].map(async (item) =>
          python(sources(await read(everywhere(item)))),
        ),
      );
      expect(bad).toMatchObject({ status: 0 });
      expect(bad?.output).toBe(good?.output);
    },
  );

  it("is the same bytes for the same specification", async () => {
    const [one, two] = [await read(everywhere("words")), await read(everywhere("words"))].map((spec) =>
      pythonClient(spec),
    );
    expect(one).toEqual(two);
  });

  it("types the parts of a form whose lists hold themselves, and those that are files", async () => {
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {
        "/x": {
          post: {
            requestBody: {
              content: {
                "multipart/form-data": {
                  schema: {
                    type: "object",
                    properties: {
                      tree: { $ref: "#/components/schemas/Tree" },
                      files: { type: "array", items: { type: "string", format: "binary" } },
                      cover: { type: ["string", "null"], format: "binary" },
                    },
                  },
                },
              },
            },
            responses: { 204: { description: "x" } },
          },
        },
      },
      components: { schemas: { Tree: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } },
    });
    const text = sources(spec).join("\n");
    expect(text).toContain('"tree": NotRequired[');
    expect(text).toContain('"files": NotRequired[list[FileContent]]');
    expect(text).toContain('"cover": NotRequired[FileContent | None]');
  });

  it("gets a name that PyPI takes", () => {
    expect(distribution("../../x")).toBe("x-client");
    expect(distribution("本")).toBe("api-client");
    expect(distribution("42 things")).toBe("things-client");
  });

  it("checks patterns, and says which it does not", async () => {
    const text = (pattern: string): object => ({ type: "string", pattern });
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {},
      components: {
        schemas: { A: { type: "object", properties: { a: text("^\\d+$"), b: text("^(?=a)b$") } } },
      },
    });
    const models = sources(spec).find((source) => source.includes("class A("));
    expect(models).toContain('a: Annotated[str, Field(pattern="^[0-9]+$")] | None = None');
    expect(models).toContain("b: str | None = None");
    expect(generator.lost(spec)).toEqual([
      expect.stringMatching(/"\^\(\?=a\)b\$" at schemas\/A\/properties\/b/),
    ]);
  });

  it("names what two spellings would share", async () => {
    const property = { type: "string" };
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {
        "/a": { get: { operationId: "getIt", responses: { 204: { description: "" } } } },
        "/b": { get: { operationId: "get-it", responses: { 204: { description: "" } } } },
      },
      components: {
        schemas: {
          A: {
            type: "object",
            properties: { "a-b": property, a_b: property, class: property, "1st": property },
          },
        },
      },
    });
    const text = sources(spec).join("\n");
    for (const name of [
      "def get_it(",
      "def get_it2(",
      "    a_b: ",
      "    a_b2: ",
      "    class_: ",
      "    n1st: ",
    ])
      expect(text).toContain(name);
  });

  it("imports no more than it uses, whatever texts say", async () => {
    const about = "Any UUID, Literal or Field that a Tag of datetime.date names, e.g. Annotated[Owner]";
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {
        "/a": { get: { operationId: "a", description: about, responses: { 204: { description: "" } } } },
      },
      components: {
        schemas: {
          Owner: { type: "object", description: about, properties: { register: { type: "string" } } },
          Names: { type: "array", items: { $ref: "#/components/schemas/Owner" } },
        },
      },
    });
    const [models = "", client = ""] = sources(spec).filter((text) => /^class (Owner|Client)\b/m.test(text));
    const imports = (text: string): readonly string[] => text.match(/^(?:from|import) .*$/gm) ?? [];
    expect(imports(models)).toEqual([
      "from pydantic import BaseModel, ConfigDict, Field",
      "from typing_extensions import TypeAliasType",
    ]);
    expect(imports(client).filter((line) => /typing|uuid|datetime|pydantic|models/.test(line))).toEqual([
      "from typing import Self, TypeVar",
    ]);
    // Every pydantic class has a method of that name.
    expect(models).toContain('    register_: str | None = Field(default=None, validation_alias="register"');
  });

  it("defines what is referred to first, and writes names as texts where they come later", async () => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const list = { type: "array", items: { type: "string" } };
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {},
      components: {
        schemas: {
          Owner: { type: "object", properties: { pet: ref("Pet"), list, names: list } },
          Pet: { type: "object", properties: { friend: ref("Pet"), home: ref("Home") } },
          Home: { type: "object", properties: { owner: ref("Owner"), names: list } },
        },
      },
    });
    const models = pythonClient(spec).find(({ path }) => path.endsWith("models.py"))?.text ?? "";
    expect(models.match(/^class (?!Model)\w+|^ {4}\w+: .*/gm)).toEqual([
      "class Home",
      '    owner: "Owner | None" = None',
      "    names: list[str] | None = None",
      "class Pet",
      '    friend: "Pet | None" = None',
      "    home: Home | None = None",
      "class Owner",
      "    pet: Pet | None = None",
      '    list_: list[str] | None = Field(default=None, validation_alias="list", serialization_alias="list")',
      "    names: list[str] | None = None",
    ]);
  });

  it("goes to the first server whose address is whole, with the defaults of its variables", async () => {
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      servers: [
        { url: "/v1" },
        {
          url: "https://{region}.example.com/{base}",
          variables: { region: { default: "eu" }, base: { default: "v2" } },
        },
      ],
      paths: {},
    });
    expect(sources(spec).join("\n")).toContain('base_url: str = "https://eu.example.com/v2",');
  });

  it("imports names of every script", async () => {
    const named = { type: "object", properties: { 次: { $ref: "#/components/schemas/メタ" } } };
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {
        "/a": {
          get: {
            operationId: "読む",
            responses: {
              200: {
                description: "ok",
                content: { "application/json": { schema: { $ref: "#/components/schemas/メタ" } } },
              },
            },
          },
        },
      },
      components: { schemas: { メタ: named } },
    });
    const text = sources(spec).join("\n");
    expect(text).toMatch(/import メタ$/m);
    expect(text).toContain("-> メタ:");
  });

  it("has two methods for an operation that gives a value or a stream of events", async () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const content = { "application/json": { schema }, "text/event-stream": { itemSchema: schema } };
    const spec = await read({
      openapi: "3.2.0",
      info: { title: "x", version: "1" },
      paths: {
        "/chat": { post: { operationId: "chat", responses: { 200: { description: "ok", content } } } },
      },
    });
    const client = sources(spec).join("\n");
    const results = [...client.matchAll(/def (chat\w*)\([^)]*\) -> (\S+):/g)].map(([, ...one]) =>
      one.join(" "),
    );
    expect(results).toEqual([
      "chat_group ChatMethods",
      "chat ChatAnswer",
      "chat_events Iterator[ServerSentEvent[ChatEventsAnswer]]",
      "chat_group AsyncChatMethods",
      "chat ChatAnswer",
      "chat_events AsyncIterator[ServerSentEvent[ChatEventsAnswer]]",
    ]);
  });

  it("takes an allOf of one reference for what it refers to, and writes what inherits itself once", async () => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const spec = await read({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {},
      components: {
        schemas: {
          Filter: {
            type: "object",
            properties: {
              not: { allOf: [ref("Filter"), { description: "What is left out." }] },
              more: { allOf: [ref("Filter"), { properties: { a: { type: "string" } } }] },
            },
          },
        },
      },
    });
    const models = pythonClient(spec).find(({ path }) => path.endsWith("models.py"))?.text ?? "";
    expect(models.match(/^class (?!Model)\w+|^ {4}\w+: .*/gm)).toEqual([
      "class FilterMore",
      '    not_: "Filter | None" = Field(default=None, validation_alias="not", serialization_alias="not")',
      '    more: "FilterMore | None" = None',
      "    a: str | None = None",
      "class Filter",
      '    not_: "Filter | None" = Field(default=None, validation_alias="not", serialization_alias="not")',
      "    more: FilterMore | None = None",
    ]);
  });
});
