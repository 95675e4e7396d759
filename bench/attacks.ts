/**
 * Runs the attack tests that projects with `--auth` include, on every variant with accounts. They try to reach other
 * accounts, their records, a higher role, and to break signing in. `npx node bench/attacks.ts [DEFINITION.yaml]…` uses
 * the lexicon's User and Post by default, with registration open and closed. Prints a line per variant; exits with 1 if one failed.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { definitionFromYaml, withBearer, type ApiDefinition } from "../src/api/index.ts";
import { variants, type Variant } from "../src/generate/index.ts";
import { startMongo } from "../src/generate/typescript/databases/mongodb/shipped/server.ts";
import { apiOf, filesOf, installTogether, remove, run, write } from "../tests/generated/harness.ts";
import { pythonPrograms } from "../tests/generated/venv.ts";

const given = process.argv.slice(2).map((file) => {
  const api = withBearer(definitionFromYaml(readFileSync(file, "utf8"), file));
  return { name: basename(file), api };
});
const open = await apiOf(["User", "Post"], true);
const closed = withBearer({
  ...open,
  resources: open.resources.map((resource) =>
    resource.name === "User" ? { ...resource, register: "closed" } : resource,
  ),
});
const ours = [
  { name: "User, Post", api: open },
  { name: "User, Post, registration closed", api: closed },
];
const definitions = given.length ? given : ours;

/** Returns the path of the attack tests, or `undefined` if the framework has no accounts. */
const suiteIn = (paths: readonly string[]): string | undefined =>
  paths.find((path) => /^tests\/(test_accounts\.py|accounts\.test\.ts)$/.test(path));

/** Returns the test results of one variant, or `undefined` if it has no accounts. */
async function attack(api: ApiDefinition, variant: Variant) {
  const files = await filesOf(api, variant);
  const suite = suiteIn(files.map(({ path }) => path));
  if (suite === undefined) return undefined;
  const root = write(files);
  const mongo =
    variant.testFramework === "pytest" && variant.database === "mongodb" ? await startMongo() : undefined;
  try {
    if (variant.testFramework === "pytest") {
      const pytest = join(await pythonPrograms(), "pytest");
      return await run([pytest, "-q", suite], root, mongo ? { MONGODB_URL: mongo.url } : {});
    }
    await installTogether(root);
    return await run(["npm", "run", "test", "--", suite], root);
  } finally {
    await mongo?.close();
    remove(root);
  }
}

let held = 0;
let bad = 0;
for (const { name, api } of definitions) {
  for (const variant of variants) {
    const finished = await attack(api, variant);
    if (!finished) continue;
    const { framework, database, testFramework } = variant;
    const line = [framework, database, testFramework, name].join(" · ");
    const count = finished.output.match(/\d+(?= passed)/g)?.at(-1) ?? "0";
    const good = finished.code === 0 && count !== "0";
    console.log(`${good ? "holds" : "FAILS"} ${line} (${count} passed)`);
    if (good) held++;
    else {
      bad++;
      console.log(finished.output.slice(-6000));
    }
  }
}
console.log(`${held} of ${held + bad} hold`);
process.exit(bad ? 1 : 0);
