import { expect, it } from "vitest";
import { definitionFromYaml } from "../../../api/index.ts";
import { code } from "../../../code/index.ts";
import { moduleFile } from "../../module-file.ts";
import { serverModule } from "./server.ts";

it("ends with one message if the database does not open", () => {
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
  const away = new AggregateError([new Error("refused by ::1"), new Error("refused by 127.0.0.1")]);
  for (const error of [new Error("0002.sql fails"), away])
    expect(() => giveUp(error, outside)).toThrow(leave);
  expect(written).toEqual([
    "The database (DATABASE_URL) did not open: Error: 0002.sql fails\n",
    "The database (DATABASE_URL) did not open: Error: refused by ::1; Error: refused by 127.0.0.1\n",
  ]);
  expect(text).toContain(".catch(giveUp)");
});
