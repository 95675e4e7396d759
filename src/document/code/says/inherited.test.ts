import { expect, it } from "vitest";
import { documented } from "../documented.suite.ts";

const print = `/**
 * Prints.
 *
 * @param options Command line options, compared with the loglevel
 * @param path Where the report is written to
 */
export function print(options: Options, loglevel: string, path: string): void {
  if (options.level === loglevel) write(path);
}
`;

it("takes over what a callee says of a parameter, but not what it says of others of its own", async () => {
  const sources = {
    "print.ts": print,
    "run.ts": `import { print } from "./print.ts";
/** Runs it. */
export function run(options: Options, path: string): void {
  print(options, "info", path);
}
`,
    "start.ts": `import { run } from "./run.ts";
/** Starts it. */
export function start(options: Options, path: string): void {
  run(options, path);
}
`,
  };
  const first = await documented(sources);
  expect(first.text("run.ts")).toContain(
    "/**\n * Runs it.\n *\n * @param path - Where the report is written to\n */",
  );
  expect(first.text("start.ts")).toBe(sources["start.ts"]);
  // what was taken over isn't carried on by the next run
  const after = Object.fromEntries(Object.keys(sources).map((path) => [path, first.text(path)]));
  const second = await documented(after);
  expect(Object.keys(sources).map((path) => second.text(path))).toEqual(Object.values(after));
});

it("takes the text of NumPy's entries without their types, and leaves what is put into a docstring later", async () => {
  const { text } = await documented({
    "a.py": `def load(path, dtype):
    """Load it.

    Parameters
    ----------
    path : str or pathlib.Path
        Where the image lies on the disk.
    dtype : numpy dtype, default=None
        The dtype of the returned image.
    """
    return read(path, dtype)


@fill_doc
def show(path, dtype):
    """Show it.

    Parameters
    ----------
    %(dtype)s
    """
    draw(load(path, dtype))
`,
  });
  expect(text("a.py")).toContain("\n    path\n        Where the image lies on the disk\n");
  expect(text("a.py").match(/The dtype of/g)).toHaveLength(1);
});
