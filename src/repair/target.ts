import { UserError } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";
import { isTestFile, readImports } from "../test-runs/index.ts";

/** What a line refers to: an error's text, a test, or files. */
export interface Target {
  readonly what: string;
  /** Tests to run; none means all. */
  readonly tests: readonly string[];
  /** Files to lint; none means all. */
  readonly files: readonly string[];
  /** The error text to reproduce. */
  readonly text?: string;
}

/** Parses a line: empty, a file, `file::name`, otherwise an error's text. Raises UserError for a missing file. */
export async function targetOf(argument: string, files: Files): Promise<Target> {
  if (argument === "") return { what: "whatever fails", tests: [], files: [] };
  const [, path = argument, name] = /^([^\s:]+\.\w+)::(.+)$/s.exec(argument) ?? [];
  const one = /\s/.test(path) ? undefined : await files.resolve(path).catch(() => undefined);
  const text = one ? await files.tryRead(one).catch(() => null) : null;
  if (one && text !== null) {
    const imports = await readImports(files);
    const tests = isTestFile(one) ? [one] : imports.testsOf([one]);
    return {
      what: name === undefined ? one : `${one}::${name}`,
      tests: name === undefined ? tests : tests.map((test) => `${test}::${name}`),
      files: [one],
    };
  }
  if (/^[\w@./-]+\.\w{1,4}$/.test(argument))
    throw new UserError(
      "file-missing",
      `${JSON.stringify(argument.slice(0, 100))} doesn't exist.`,
      "Paths are relative to the folder; an error's text goes in quotes.",
    );
  return { what: "what was said", tests: [], files: [], text: argument };
}
