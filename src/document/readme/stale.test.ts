import { expect, it } from "vitest";
import { parseHelpOptions } from "./option-tables.ts";
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

const help = "Usage: tool [options]\n\n  -p, --port <n>  Where\n  --host <name>  Which\n  --verbose  More\n";
const tableOf = (...options: readonly string[]): string =>
  [
    "| Option | Effect |",
    "| --- | --- |",
    ...options.map((option) => `| \`${option}\` | Does it (\`--x\`) |`),
  ].join("\n");
const ofTable = (text: string, message = help): readonly string[] => {
  const options = parseHelpOptions([{ text: message }], true);
  return staleIn(text, { manifest, paths: new Set(), folder: "", options }).stale.map(
    ({ line, what, edit }) => `${line}: ${what}${edit ? ` -> ${edit.text}` : ""}`,
  );
};

it("compares tables of options with what the program's help tells", () => {
  expect(ofTable(tableOf("-p, --port", "--hosts", "--verbose"))).toEqual([
    "4: --help tells of no --hosts; --host is near -> --host",
  ]);
  expect(ofTable(tableOf("-p, --port", "--host", "--verbose", "--colour"))).toEqual([
    "6: --help tells of no --colour",
  ]);
  expect(ofTable(tableOf("--port", "--host", "--no-verbose"))).toEqual([]);
  expect(ofTable(tableOf("--port", "--alpha", "--beta"))).toEqual([]); // another program's
  expect(ofTable(tableOf("--port", "--host", "--gone"), `${help}\nCommands:\n  run\n`)).toEqual([]);
});
