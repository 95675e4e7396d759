import { pick, random } from "../review/random.ts";

export type Files = ReadonlyMap<string, string>;
type Next = () => number;

/** A mechanical defect: a change of a project whose tests and types pass. */
export interface Defect {
  readonly name: string;
  readonly kind: "types" | "imports" | "lint" | "dependency" | "snapshot" | "rename";
  readonly project: "shop" | "toolz" | "node";
  apply(files: Files, next: Next): ReadonlyMap<string, string>;
}

const change = (files: Files, path: string, edit: (text: string) => string): ReadonlyMap<string, string> => {
  const before = files.get(path) ?? "";
  const after = edit(before);
  if (after === before) throw new Error(`nothing changes in ${path}`);
  return new Map([[path, after]]);
};

/** Swaps two adjacent letters, as in a typing error. */
function misspelt(word: string, next: Next): string {
  const at = [...word].slice(1, -1).flatMap((letter, i) => (letter === word[i + 2] ? [] : [i + 1]));
  const i = pick(at, next);
  return word.slice(0, i) + (word[i + 1] ?? "") + (word[i] ?? "") + word.slice(i + 2);
}

const typo = (path: string, words: readonly string[]) => (files: Files, next: Next) => {
  const word = pick(words, next);
  const uses = [
    ...(files.get(path) ?? "").matchAll(
      new RegExp(`(?<!def |function |import )\\b${word}\\b(?!.* from )`, "g"),
    ),
  ];
  const { index } = uses.at(-1) ?? {};
  return change(
    files,
    path,
    (text) => text.slice(0, index) + misspelt(word, next) + text.slice((index ?? 0) + word.length),
  );
};
const without = (path: string, pieces: readonly string[]) => (files: Files, next: Next) => {
  const piece = pick(pieces, next);
  return change(files, path, (text) => text.replace(piece, ""));
};
/** Renames a declaration but not its uses. */
const renamed =
  (path: string, [from, to]: readonly [string, string]) =>
  (files: Files) =>
    change(files, path, (text) =>
      text.replace(new RegExp(`((?:function|const|def|class)\\s+)${from}\\b`), `$1${to}`),
    );
const swap = (path: string, from: string, to: string) => (files: Files) =>
  change(files, path, (text) => text.replace(from, () => to));

const dictionaries = "toolz/dicttoolz.py";
const iterators = "toolz/itertoolz.py";
const functions = "toolz/functoolz.py";

/** Written before the fixer. Every third is held out until the end. */
export const defects: readonly Defect[] = [
  {
    name: "misspelt local",
    kind: "types",
    project: "shop",
    apply: typo("src/orders.ts", ["goods", "sending"]),
  },
  {
    name: "misspelt member",
    kind: "types",
    project: "shop",
    apply: typo("src/cart.ts", ["article", "count"]),
  },
  {
    name: "misspelt function",
    kind: "types",
    project: "shop",
    apply: typo("src/orders.ts", ["cartTotal", "shippingCost"]),
  },
  {
    name: "missing await",
    kind: "types",
    project: "shop",
    apply: without("src/users.ts", ['await database.query("SELECT'.slice(0, 6)]),
  },
  {
    name: "missing override",
    kind: "types",
    project: "shop",
    apply: without("src/errors.ts", ["override "]),
  },
  { name: "missing async", kind: "types", project: "shop", apply: without("src/mail.ts", ["async "]) },
  {
    name: "missing export",
    kind: "types",
    project: "shop",
    apply: swap("src/prices.ts", "export function priceOf", "function priceOf"),
  },
  {
    name: "type imported as a value",
    kind: "types",
    project: "shop",
    apply: swap("src/orders.ts", "import type { User }", "import { User }"),
  },
  {
    name: "unused local",
    kind: "types",
    project: "shop",
    apply: swap("src/orders.ts", "  const goods", "  const spare = 1;\n  const goods"),
  },
  {
    name: "default instead of named import",
    kind: "types",
    project: "shop",
    apply: swap("src/cart.ts", "import { priceOf }", "import priceOf"),
  },
  {
    name: "missing named import",
    kind: "imports",
    project: "shop",
    apply: without("src/orders.ts", ["shippingCost, ", "cartTotal, "]),
  },
  {
    name: "missing import line",
    kind: "imports",
    project: "shop",
    apply: without("src/cart.ts", ['import { priceOf } from "./prices.ts";\n']),
  },
  {
    name: "misspelt path",
    kind: "imports",
    project: "shop",
    apply: swap("src/orders.ts", '"./cart.ts"', '"./crat.ts"'),
  },
  {
    name: "missing import in Python",
    kind: "imports",
    project: "toolz",
    apply: without(iterators, ["import heapq\n", "import itertools\n", "import operator\n"]),
  },
  {
    name: "missing name of an import in Python",
    kind: "imports",
    project: "toolz",
    apply: swap(
      iterators,
      "from itertools import filterfalse, zip_longest",
      "from itertools import filterfalse",
    ),
  },
  {
    name: "missing from in Python",
    kind: "imports",
    project: "toolz",
    apply: swap(functions, "from functools import reduce, partial", "from functools import partial"),
  },
  {
    name: "misspelt name in Python",
    kind: "imports",
    project: "toolz",
    apply: typo(dictionaries, ["factory", "dicts"]),
  },
  {
    name: "misspelt function in Python",
    kind: "imports",
    project: "toolz",
    apply: typo(iterators, ["groupby", "accumulate"]),
  },
  {
    name: "misspelt import in Python",
    kind: "imports",
    project: "toolz",
    apply: swap(iterators, "import Sequence", "import Sequnce"),
  },
  {
    name: "missing require",
    kind: "imports",
    project: "node",
    apply: without("lib/sum.js", [
      'const { round } = require("./round.js");\n',
      'const path = require("node:path");\n',
    ]),
  },
  {
    name: "misspelt require",
    kind: "imports",
    project: "node",
    apply: swap("lib/sum.js", "./round.js", "./ruond.js"),
  },
  {
    name: "misspelt property",
    kind: "imports",
    project: "node",
    apply: swap("lib/sum.js", "list.reduce(", "list.redcue("),
  },
  {
    name: "let that never changes",
    kind: "lint",
    project: "node",
    apply: swap("lib/round.js", "const factor", "let factor"),
  },
  {
    name: "needless else",
    kind: "lint",
    project: "node",
    apply: swap("lib/round.js", "value === undefined", "typeof value == 'undefined'"),
  },
  {
    name: "misspelt package",
    kind: "dependency",
    project: "node",
    apply: swap("lib/pad.js", 'require("pad-text")', 'require("pda-text")'),
  },
  {
    name: "package that isn't declared",
    kind: "dependency",
    project: "node",
    apply: swap("package.json", '"dependencies":{"pad-text":"1.2.0"}', '"dependencies":{}'),
  },
  { name: "snapshot", kind: "snapshot", project: "node", apply: swap("lib/pad.js", '"-"', '"="') },
  {
    name: "renamed function",
    kind: "rename",
    project: "shop",
    apply: renamed("src/prices.ts", ["priceOf", "costOf"]),
  },
  {
    name: "renamed function in JavaScript",
    kind: "rename",
    project: "node",
    apply: (files) => change(files, "lib/round.js", (text) => text.replaceAll("round", "roundTo")),
  },
  {
    name: "renamed function in Python",
    kind: "rename",
    project: "toolz",
    apply: renamed(dictionaries, ["_get_factory", "_factory_of"]),
  },
];

export const made = (defect: Defect, files: Files, seed: number): ReadonlyMap<string, string> =>
  defect.apply(files, random(seed * 1000 + defects.indexOf(defect)));
