import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { choose } from "../../choose.ts";
import { generateServer } from "../../generate.ts";
import { everywhere } from "../../hostile-server.suite.ts";

const ruff = new Workspace({ "line-length": 110, "target-version": "py311" }, PositionEncoding.Utf16);

const evil = [
  '"; __import__("os").abort(); "',
  '""" \n__import__("os").abort()\n"""',
  "{__import__('os').abort()}",
  "\\\\",
  "\n    __import__('os').abort()",
  "' or __import__('os').abort() or '",
].join(" ");

describe("a server on FastAPI", () => {
  it.each(["postgres", "sqlite"])(
    "of a hostile specification keeps its words inside literals and docstrings, on %s",
    async (database) => {
      const text = JSON.stringify(everywhere(evil));
      const { spec } = await readSpec("spec.json", () => Promise.resolve(text));
      const variant = choose({ framework: "fastapi", database, testFramework: undefined });
      const options = { name: "server", previous: undefined, project: undefined, auth: false };
      const { files, document, stored } = await generateServer(spec, variant, options);
      expect(document["openapi"]).toBe("3.0.0");
      expect(stored).toEqual(expect.arrayContaining(["all", "add"]));
      const code = files.filter(({ path }) => path.endsWith(".py"));
      expect(code.some(({ text: source }) => source.includes("__import__"))).toBe(true);
      for (const { path, text: source } of code) {
        expect(ruff.parse(source), path).not.toContain('Name("__import__")');
        expect(ruff.format(source), path).toBe(source);
      }
    },
  );
});
