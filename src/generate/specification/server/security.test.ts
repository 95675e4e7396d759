import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { choose } from "../../choose.ts";
import { generateServer } from "../../generate.ts";

const folder = new URL("../../../../tests/generated/specifications/", import.meta.url);

it.each([
  ["express", "postgres", "src/routes/recipes.ts", /getRecipeRoute[\s\S]*?security: (.*),\n/],
  [
    "fastapi",
    "postgres",
    "src/operations/recipes.py",
    /\/recipes\/\{slug\}[\s\S]*?security=(\([\s\S]*?\)),\n/,
  ],
])(
  "a public operation on %s knows who calls it with a token",
  async (framework, database, file, security) => {
    const { spec } = await readSpec("accounts.yaml", (path) =>
      Promise.resolve(readFileSync(new URL(path, folder), "utf8")),
    );
    const options = { name: "server", previous: undefined, project: undefined, auth: false };
    const { files } = await generateServer(
      spec,
      choose({ framework, database, testFramework: undefined }),
      options,
    );
    const text = files.find(({ path }) => path === file)?.text ?? "";
    expect(security.exec(text)?.[1]?.replaceAll(/\s/g, "")).toMatch(/^[[(]\{"?token"?:\[\]\},\{\},?[\])]$/);
  },
);
