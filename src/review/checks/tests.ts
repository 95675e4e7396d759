import { type Imports, readImports } from "../../test-runs/index.ts";
import { type Change, type Check, type Ground, isAside, isTest, type Note, noted } from "../contract.ts";
import { type Func, functionsIn, hasFunctions } from "../../code/index.ts";
import { lastName } from "../../lib/index.ts";

const most = 3;

const tests: Check = {
  summary: "new branches that no test follows",
  focus: "testing",
  reads: hasFunctions,
  async run(ground) {
    const notes: Note[] = [];
    const sources = ground.changes.filter(
      ({ path, after }) => after !== null && !isTest(path) && !isAside(path),
    );
    const imports = sources.length ? await readImports(ground.workspace.files, isTest) : undefined;
    for (const change of sources) {
      const functions = await grown(change);
      const [first] = functions;
      if (!imports || !first || followed(change.path, { functions, imports, ground })) continue;
      const [test] = imports.testsOf([change.path]);
      if (test && ground.whole) continue;
      const names = functions.slice(0, most).map(({ name }) => name);
      const rest = functions.length > most ? ` and ${functions.length - most} more` : "";
      notes.push({
        file: change.path,
        line: first.branches.find((line) => change.added.has(line)) ?? first.line,
        rule: "untested-branch",
        reason: `${names.join(", ")}${rest}: ${ground.whole ? "" : "new "}branches, and ${test ? `no test that uses this file changed with them (${test} does)` : "no test uses this file"}.`,
        suggestion: "Add cases that take these branches.",
      });
    }
    return noted(notes);
  },
};
export default tests;

/** Functions with more branches than before. */
async function grown({ path, before, after, added }: Change): Promise<readonly Func[]> {
  const old = new Map(
    (await functionsIn(path, before ?? "")).map((func) => [func.name, func.branches.length]),
  );
  return (await functionsIn(path, after ?? "")).filter(
    ({ name, branches }) =>
      branches.length > (old.get(name) ?? 0) && branches.some((line) => added.has(line)),
  );
}

/** Whether a changed test imports the file, matches its name, or mentions one of the functions. */
function followed(
  path: string,
  {
    functions,
    imports,
    ground,
  }: { readonly functions: readonly Func[]; readonly imports: Imports; readonly ground: Ground },
): boolean {
  const reaching = imports.testsOf([path]);
  const stem = stemOf(path);
  const words = functions.map(({ name }) => new RegExp(`\\b${lastName(name).replaceAll(/\W/g, ".")}\\b`));
  return ground.changes.some(
    (change) =>
      isTest(change.path) &&
      change.added.size > 0 &&
      (reaching.includes(change.path) ||
        stemOf(change.path) === stem ||
        words.some((word) => word.test(change.after ?? ""))),
  );
}

const stemOf = (path: string): string =>
  path.replace(/^.*\//, "").replaceAll(/^test_|[._-](?:test|spec|long)(?=\.)|_test(?=\.)|\.\w+$/g, "");
