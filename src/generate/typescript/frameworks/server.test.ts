import { expect, it } from "vitest";
import { definitionFromYaml } from "../../../api/index.ts";
import { code } from "../../../code/index.ts";
import { moduleFile } from "../../module-file.ts";
import { serverModule } from "./server.ts";

it("ends with the message of a failed migration, and with anything else as it is", () => {
  const api = definitionFromYaml("resources:\n  Tag:\n    fields: { name: string }\n", "tags.yaml");
  const options = { name: "tags", previous: undefined, project: undefined, auth: false };
  const { text } = moduleFile(
    "src/server.ts",
    serverModule(api, options as never, { urlVariable: "DATABASE_URL", listen: code(""), stop: "" } as never),
  );
  const body = /function giveUp\(error: unknown\): never \{([\s\S]*?)\n\}/.exec(text)?.[1] ?? "";
  const written: string[] = [];
  const leave = new Error("left");
  const outside = {
    stderr: { write: (line: string) => written.push(line) },
    exit: () => {
      throw leave;
    },
  };
  const giveUp = new Function("error", "process", body) as (error: unknown, process: object) => never;
  expect(() => giveUp(new Error("0002.sql fails", { cause: new Error("syntax") }), outside)).toThrow(leave);
  expect(written).toEqual(["0002.sql fails\n"]);
  const other = new TypeError("of the program");
  expect(() => giveUp(other, outside)).toThrow(other);
  expect(text).toContain(".catch(giveUp)");
});
