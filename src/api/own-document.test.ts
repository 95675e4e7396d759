import { describe, expect, it } from "vitest";
import {
  classify,
  definitionFromYaml,
  definitionIn,
  documentOf,
  toOpenApi,
  withBearer,
  withEtags,
} from "./index.ts";

const definition = `title: Shop
resources:
  Order:
    fields:
      number: string required unique 1..20
      state: enum(open, paid) = open
    relations:
      lines: has many Line
    actions:
      pay:
        set: { state: paid }
        when: { state: [open] }
  Line:
    fields:
      count: integer required 1..
    relations:
      order: belongs to Order
`;

const filesOf = (text: string): Parameters<typeof classify>[1] => ({
  tryRead: () => Promise.resolve(text),
  resolve: (path) => Promise.resolve(path.replace(/^.*\/work\//, "")),
});

describe("the path of a specification", () => {
  it.each([
    "api/a.yaml",
    "./api/a.yaml",
    "api//a.yaml",
    "api/../api/a.yaml",
    "/work/api/a.yaml",
    "../work/api/a.yaml",
  ])("is the same however it is written: %s", async (path) => {
    const read = await classify(path, filesOf("---\n# Ours\n\n  openapi: 3.0.0\n  paths: {}\n"));
    expect(read).toEqual({ kind: "specification", path: "api/a.yaml" });
  });
});

describe("a document of ours", () => {
  const api = definitionFromYaml(definition, "shop.yaml");

  it.each([
    ["open", api],
    ["behind tokens", withBearer(api)],
    ["with versions", withEtags(api)],
  ])("gives the same API again, actions and relations too: %s", (_, definition) => {
    const text = JSON.stringify(documentOf(definition), null, 2);
    const found = definitionIn(text);
    expect(definitionFromYaml(found ?? "", "shop.yaml")).toEqual(definition);
  });

  it("is read as a definition where a specification is asked for", async () => {
    const files = filesOf(JSON.stringify(documentOf(api)));
    expect(await classify("docs/openapi.json", files)).toMatchObject({ kind: "definition" });
  });

  it.each([
    ["it carries none", (): object => toOpenApi(api)],
    ["it was edited", (): object => ({ ...documentOf(api), info: { title: "Another", version: "2" } })],
    [
      "what it carries is none",
      (): object => ({ ...documentOf(api), "x-antiphon-definition": "resources: 7" }),
    ],
  ])("is a specification like any other where %s", async (_, build) => {
    const files = filesOf(JSON.stringify(build()));
    expect(await classify("openapi.json", files)).toEqual({ kind: "specification", path: "openapi.json" });
  });
});
