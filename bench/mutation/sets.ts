import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A program with a bug, and its tests. */
export interface Bug {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Path of the file with the bug, and the authors' fixed version. */
  readonly path: string;
  readonly right: string;
}

/** Returns the QuixBugs programs that have test cases in data, from a checkout of jkoppel/QuixBugs. */
export function quixbugs(folder: string): readonly Bug[] {
  const read = (...path: readonly string[]): string => readFileSync(join(folder, ...path), "utf8");
  return readdirSync(join(folder, "json_testcases"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -5))
    .sort()
    .map((name) => ({
      name,
      path: `${name}.py`,
      right: read("correct_python_programs", `${name}.py`),
      files: {
        [`${name}.py`]: read("python_programs", `${name}.py`),
        "cases.json": `[${read("json_testcases", `${name}.json`).trim().split("\n").join(",")}]`,
        [`test_${name}.py`]: `import json, types\nfrom ${name} import ${name}\n\ndef plain(value):\n    if isinstance(value, types.GeneratorType):\n        value = list(value)\n    return json.loads(json.dumps(value, default=list))\n\ndef test_${name}():\n    for given, wanted in json.load(open("cases.json")):\n        given = given if isinstance(given, list) else [given]\n        got = plain(${name}(*given))\n        assert got == wanted or (isinstance(got, float) and abs(got - wanted) < 1e-6)\n`,
      },
    }));
}

interface Task {
  readonly task_id: string;
  readonly prompt: string;
  readonly declaration: string;
  readonly canonical_solution: string;
  readonly buggy_solution: string;
  readonly entry_point: string;
  readonly test: string;
}

/** Returns the bugs in a file that `mutants.py` wrote. */
export const mutants = (file: string): readonly Bug[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Bug); // one per line, in that format

/** Returns the one-line bugs in a HumanEvalPack file (bigcode-project/octopack), in Python or JavaScript for Node. */
export function humanevalpack(file: string): readonly Bug[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Task) // as the dataset documents
    .filter((task) => oneLine(task.buggy_solution, task.canonical_solution))
    .map((task) => (task.task_id.startsWith("Python") ? inPython(task) : inJavaScript(task)));
}

function oneLine(a: string, b: string): boolean {
  const [one, other] = [a.trim().split("\n"), b.trim().split("\n")];
  return one.length === other.length && one.filter((line, i) => line !== other[i]).length === 1;
}

function inPython({ task_id, prompt, entry_point, test, ...task }: Task): Bug {
  // The examples in the docstring are the tests, not part of the program.
  const whole = (solution: string): string =>
    `${(task.declaration || prompt).trimEnd()}\n${solution.replace(/^\n+/, "").trimEnd()}\n`;
  return {
    name: task_id,
    path: "program.py",
    right: whole(task.canonical_solution),
    files: {
      "program.py": whole(task.buggy_solution),
      "test_program.py": `from program import *\nfrom program import ${entry_point}\n\n${test
        .replaceAll(/^check\(.*\)$/gm, "")
        .trim()}\n\ndef test_program():\n    check(${entry_point})\n`,
    },
  };
}

function inJavaScript({ task_id, entry_point, test, ...task }: Task): Bug {
  const whole = (solution: string): string =>
    `${task.declaration.trimEnd()}\n${solution.replace(/^\n+/, "").trimEnd()}\n\nmodule.exports = { ${entry_point} };\n`;
  return {
    name: task_id,
    path: "program.js",
    right: whole(task.canonical_solution),
    files: {
      "package.json": "{}\n",
      "program.js": whole(task.buggy_solution),
      "program.test.js": `const test = require("node:test");\nconst assert = require("node:assert");\nconst { ${entry_point} } = require("./program.js");\nconsole.assert = (ok) => assert.ok(ok);\n\ntest("${entry_point}", () => {\n${test.trim()}\n});\n`,
    },
  };
}
