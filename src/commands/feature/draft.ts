import { detectProject, runners } from "../../code/index.ts";
import type { Symbol } from "../../inspect/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { shallow, isTest, gather, type Gathered, readQuestion } from "../../research/index.ts";
import { type Imports, isTestFile, readImports } from "../../test-runs/index.ts";

/** A file that the feature probably affects. */
export interface Place {
  readonly file: string;
  readonly symbols: readonly Symbol[];
  /** Number of callers elsewhere. */
  readonly callers: number;
  /** Tests that reach it, those with a matching name first. */
  readonly tests: readonly string[];
  readonly size: "S" | "M" | "L";
}

/** A commit that did something similar, with the files it changed that still exist. */
export interface Similar {
  readonly hash: string;
  readonly subject: string;
  readonly files: readonly string[];
}

export interface Draft {
  readonly text: string;
  readonly gathered: Gathered;
  readonly places: readonly Place[];
  readonly similar: readonly Similar[];
  readonly documents: readonly string[];
  /** An existing test file, or one named by the project's convention; undefined without a convention. */
  readonly test: { readonly path: string; readonly exists: boolean } | undefined;
  /** Whether there is a test runner. */
  readonly runs: boolean;
}

const example = '/feature "archive invoices by year"';
const mostPlaces = 4;
const mostSimilar = 3;
const isProgram = (file: string): boolean =>
  /\.(?:[mc]?[jt]sx?|py|go|rs|java|kt|rb|php|vue|svelte)$/.test(file);
/** Whether a file name has no characters with a meaning in Markdown or a shell; others aren't put into plans. */
const isPlain = (file: string): boolean => /^[\w@.][\w@./+-]*\.\w+$/.test(file);

/** Collects what the repository shows about where a feature belongs. Writes nothing. */
export async function draftOf(text: string, context: Context): Promise<Draft> {
  const { workspace } = context.session;
  const gathered = await gather(readQuestion(text, example), { ...shallow, findings: 12, tests: 4 }, context);
  const imports = await readImports(workspace.files);
  const similar = await similarTo(gathered, workspace);
  const found = gathered.findings.filter(({ file }) => isPlain(file));
  const files = [...new Set(found.map(({ file }) => file))].filter(
    (file) => isProgram(file) && !isTest(file),
  );
  const places = files.slice(0, mostPlaces).map((file) => placeOf(file, gathered, imports));
  const { runners: known } = await detectProject(workspace.files);
  const documents = [...new Set(found.map(({ file }) => file))].filter(
    (file) => /\.(?:md|mdx|rst)$/.test(file) && !/changelog|docs\/plans\//i.test(file),
  );
  return {
    text: gathered.question.text,
    gathered,
    places,
    similar,
    documents: documents.slice(0, 2),
    test: testFor(places, imports),
    runs: known.some((name) => runners.has(name)),
  };
}

function placeOf(file: string, { findings, relations }: Gathered, imports: Imports): Place {
  const symbols = [
    ...new Set(
      findings.flatMap((finding) => (finding.file === file && finding.symbol ? [finding.symbol] : [])),
    ),
  ];
  const callers = new Set(
    relations
      .filter(({ symbol }) => symbols.includes(symbol))
      .flatMap((relation) => relation.callers.map((caller) => `${caller.file}:${caller.line}`)),
  ).size;
  const lines = symbols.reduce((sum, { line, endLine }) => sum + endLine - line + 1, 0);
  const tests = imports.testsOf([file]).filter((test) => isTestFile(test) && isPlain(test));
  const stem = stemOf(file);
  const sorted = [...tests].sort((a, b) => Number(stemOf(b) === stem) - Number(stemOf(a) === stem));
  return {
    file,
    symbols,
    callers,
    tests: sorted.slice(0, 3),
    size: callers > 8 || lines > 120 ? "L" : callers > 2 || lines > 40 ? "M" : "S",
  };
}

const stemOf = (path: string): string =>
  path.replace(/^.*\//, "").replaceAll(/^test_|[._-](?:test|spec)(?=\.)|_test(?=\.)|\.\w+$/g, "");

/** Returns the test next to the first place; otherwise one named by the project's convention. */
function testFor([first]: readonly Place[], imports: Imports): Draft["test"] {
  const ownTest = first?.tests.find((test) => stemOf(test) === stemOf(first.file)) ?? first?.tests[0];
  if (ownTest) return { path: ownTest, exists: true };
  const model = imports.tests.find(
    (test) => isPlain(test) && first && test.split(".").at(-1) === first.file.split(".").at(-1),
  );
  if (!model || !first) return undefined;
  const name = (/[^/]+$/.exec(model)?.[0] ?? "").replace(stemOf(model), () => stemOf(first.file));
  const beside =
    imports.testsOf([]).length === 0 && /[._](?:test|spec)\./.test(model) && !/(?:^|\/)tests?\//.test(model);
  const folder = (beside ? first.file : model).replace(/[^/]+$/, "");
  return { path: folder + name, exists: false };
}

/** Commits found in the history by the words of their subjects, with what they changed. */
async function similarTo(
  { history: { related } }: Gathered,
  workspace: Workspace,
): Promise<readonly Similar[]> {
  const found: Similar[] = [];
  for (const { commit } of related.slice(0, mostSimilar)) {
    const run = await workspace
      .git(["show", "--relative", "--name-only", "--format=", "-z", commit.hash])
      .catch(() => undefined);
    const all =
      run?.exitCode === 0
        ? run.stdout
            .split("\0")
            .map((item) => item.trim())
            .filter(isPlain)
        : [];
    const there = await Promise.all(
      all
        .slice(0, 30)
        .map(async (file) =>
          (await workspace.files.tryRead(file).catch(() => null)) === null ? [] : [file],
        ),
    );
    found.push({ hash: commit.hash.slice(0, 10), subject: commit.subject, files: there.flat().slice(0, 6) });
  }
  return found;
}
