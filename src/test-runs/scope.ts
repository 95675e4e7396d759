import { nearest, UserError } from "../lib/index.ts";
import { matcher, patternOf, type Files } from "../workspace/index.ts";
import type { Changed } from "./changed.ts";
import { isSource, isTestFile, sources, type Imports } from "./imports.ts";

/** One run: its scope in words, and its targets relative to the root. None means all. */
export interface Step {
  readonly what: string;
  readonly targets: readonly string[];
  /** The name of a test, if the user gave one: matching nothing is then a failure. */
  readonly name?: string;
  /** Named files that aren't tests. */
  readonly files?: readonly string[];
}

interface Ground {
  readonly files: Files;
  readonly imports: Imports;
  readonly changed: Changed | undefined;
  /** Missing tests will be written. */
  readonly writes?: boolean;
}

const mostTargets = 300;
export const everything: Step = { what: "all tests", targets: [] };

/** Parses an argument: a file, folder, pattern, `file::name`, `all`, part of a test's name, or empty for changes. */
export async function scopeOf(argument: string, ground: Ground): Promise<readonly Step[]> {
  if (argument === "all") return [everything];
  if (argument === "") return affected(ground);
  const [, file = argument, name] = /^([^:]+)::(.+)$/s.exec(argument) ?? [];
  const found = await filesOf(file, ground.files);
  if (!found) return [{ what: "tests of this name", targets: [`::${argument}`], name: argument }];
  const tests = ground.imports.testsOf(found);
  const namedTests = found.filter(isTestFile);
  if (tests.length === 0 && ground.writes && found.length)
    return [{ ...everything, what: "all tests, as none uses the named files", files: found }];
  if (tests.length === 0 && !found.some((path) => path.endsWith(".rs")))
    throw new UserError(
      "no-test-of",
      `${JSON.stringify(file)} contains no test file, and no test file imports it`,
      ground.imports.tests.length
        ? `Name one, such as ${ground.imports.tests[0]}, or run /test all.`
        : "Write one.",
    );
  // A folder or pattern with tests means these; other files mean the tests that use them.
  const chosen = namedTests.length ? namedTests : tests;
  if (name !== undefined)
    return [{ what: "one test", targets: chosen.map((path) => `${path}::${name}`), name }];
  return [
    {
      what: namedTests.length ? "the named tests" : "tests that use the named files",
      targets: usable(chosen),
      ...(namedTests.length === 0 && { files: found }),
    },
  ];
}

/** The paths that an argument matches; undefined if it can only be part of a test's name. */
async function filesOf(argument: string, files: Files): Promise<readonly string[] | undefined> {
  const list = async (glob: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const path of files.find(glob)) found.push(path);
    return found;
  };
  const isPath = !/[\s*?{}]/.test(argument) && (/.\//.test(argument) || isSource(argument));
  // An existing path takes precedence over a pattern.
  const path = await files.resolve(argument).catch(() => undefined);
  const named = path === undefined ? [] : await list(patternOf(path));
  if (named.length) return named;
  if (/[*?{[]/.test(argument) && !/\s/.test(argument)) {
    matcher(argument); // throws for an invalid pattern
    const found = await list(argument);
    if (found.length) return found;
    throw new UserError(
      "no-file-fits",
      `no file matches ${JSON.stringify(argument)}`,
      "Quote the pattern. It is relative to the project's folder, such as src/**/*.test.ts.",
    );
  }
  if (!isPath) return undefined;
  await files.resolve(argument); // throws for a path outside the folder
  const near = nearest(argument, await list(sources));
  throw new UserError(
    "file-missing",
    `${JSON.stringify(argument)} doesn't exist`,
    near ? `Did you mean ${near}?` : "Paths are relative to the folder.",
  );
}

/** Tests that use changed files run first, then all tests as the project's settings define them. */
function affected({ imports, changed }: Ground): readonly Step[] {
  const first = imports.testsOf([...(changed?.keys() ?? [])]);
  const targets = usable(first);
  if (targets.length === 0 || targets.length === imports.tests.length) return [everything];
  return [{ what: "tests of what changed since the last commit", targets }, everything];
}

/**
 * Returns the paths as targets. Returns none, which means all tests, if there are too many or one could be parsed as a
 * second target or a mark of the report.
 */
export const usable = (paths: readonly string[]): readonly string[] =>
  paths.length > mostTargets || paths.some((path) => /::|[\p{Cc}`<>]|\]\(/u.test(path)) ? [] : paths;
