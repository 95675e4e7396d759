import { describe, expect, it } from "vitest";
import { definitionFromYaml } from "../api/index.ts";
import { language as python } from "./python/python-names.ts";
import { servedOperations } from "./served-operations.ts";
import { language as typescript } from "./typescript/typescript-names.ts";

describe("handlers of actions", () => {
  const api = definitionFromYaml(
    "resources:\n  Order:\n    fields:\n      state: enum(new, back) = new\n    actions:\n      return: { set: { state: back } }\n      listAll: {}\n      cancelAll: {}\n",
    "api.yaml",
  );
  const [order] = api.resources;
  const namesIn = (language: typeof python): readonly string[] =>
    order ? servedOperations(order, api, language).map(({ name }) => name) : [];

  it("have names that the language doesn't use otherwise", () => {
    expect(namesIn(python).slice(-3)).toEqual(["return_action", "list_all_action", "cancel_all"]);
    expect(namesIn(typescript).slice(-3)).toEqual(["return", "listAll", "cancelAll"]);
  });
});
