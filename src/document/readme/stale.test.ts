import { expect, it } from "vitest";
import { type Ground, staleIn } from "./stale.ts";

const manifest = {
  ecosystem: "node",
  scripts: { serve: "node app.js", "test:unit": "node --test" },
} as unknown as NonNullable<Ground["manifest"]>;
const stale = (text: string, paths: readonly string[] = []): readonly string[] =>
  staleIn(text, { manifest, paths: new Set(paths), folder: "" }).stale.map(
    ({ line, what, edit }) => `${line}: ${what}${edit ? ` -> ${edit.text}` : ""}`,
  );

it.each([
  ["npm run start", ["1: there is no script start"]],
  ["pnpm run build", ["1: there is no script build"]],
  ["npm run serv", ["1: there is no script serv; serve is near -> serve"]],
  ["npm run serve and yarn start and npm test", []],
])("compares the scripts of %s with the package's", (text, found) => {
  expect(stale(text)).toEqual(found);
});

it("leaves what another package of the project may have", () => {
  expect(stale("cd web && npm run build", ["web/package.json"])).toEqual([]);
  expect(stale("npm run serv", ["web/package.json"])).toHaveLength(1);
});
