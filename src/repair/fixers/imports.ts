import { literal } from "../../lib/index.ts";
import { createRequire } from "node:module";
import { posix } from "node:path";
import type { Candidate, Fixer, Ground } from "../contract.ts";
import { edited } from "../edits.ts";
import { wordsOf } from "../error-messages.ts";

const missing = new Set([
  "TS2304",
  "TS2552",
  "TS2503",
  "TS18004",
  "TS2686",
  "NameError",
  "ReferenceError",
  "F821",
  "no-undef",
  "eslint(no-undef)",
]);
const most = 3;
const builtIn = createRequire(import.meta.url);

/** Imports a name that is used, not declared here, and exported elsewhere. */
const imports: Fixer = {
  async candidates(problem, ground) {
    const { word } = wordsOf(problem);
    if (!word || !missing.has(problem.code) || !problem.file) return [];
    const { file } = problem;
    if (file.endsWith(".py")) return python(word, file, ground);
    const text = await ground.text(file);
    const commonjs =
      /\brequire\(|\bmodule\.exports\b|^exports\./m.test(text) && !/^(?:import|export)\s/m.test(text);
    const found: Candidate[] = [];
    for (const [name, from, whole] of await sourcesOf(word, file, { ground, text }))
      found.push(
        ...(await edited(ground, file, {
          what: `${name} is imported from ${from}`,
          edit: (all) =>
            commonjs ? required(all, { name, from, whole }) : imported(all, { name, from, whole }),
        })),
      );
    return found.slice(0, most);
  },
};
export default imports;

type From = readonly [name: string, from: string, whole: boolean];

/** The project's files that export it, then Node's own modules. */
async function sourcesOf(
  word: string,
  file: string,
  { ground, text }: { readonly ground: Ground; readonly text: string },
): Promise<readonly From[]> {
  const index = await ground.index();
  const ownSources = index
    .named(word)
    .filter(
      (item) =>
        item.declaration.exported &&
        item.file !== file &&
        item.declaration.name === word &&
        /\.[mc]?[jt]sx?$/.test(item.file),
    )
    .map((item): From => [word, request(file, item.file, text), false]);
  const node: From[] = [];
  for (const name of [
    "path",
    "fs",
    "os",
    "util",
    "crypto",
    "url",
    "child_process",
    "events",
    "assert",
    "http",
    "https",
    "zlib",
    "stream",
    "readline",
    "timers/promises",
    "fs/promises",
  ]) {
    if (name === word) node.push([word, `node:${name}`, true]);
    else if (word.length > 3 && !(word in globalThis)) {
      const module = builtIn(`node:${name}`) as object; // every built-in module is an object
      if (Object.hasOwn(module, word)) node.push([word, `node:${name}`, false]);
    }
  }
  return [...ownSources, ...node];
}

/** A relative path, written in the file's import style. */
function request(from: string, to: string, text: string): string {
  const way = posix.relative(posix.dirname(from), to);
  const dotted = way.startsWith(".") ? way : `./${way}`;
  const other = /["']\.[^"'\n]*?(\.[mc]?[jt]sx?)?["']/.exec(text);
  if (other && !other[1]) return dotted.replace(/(?:\/index)?\.\w+$/, "");
  return other?.[1]?.endsWith("js") || (!other && /\.tsx?$/.test(to) && /\.tsx?$/.test(from))
    ? dotted.replace(/\.([mc]?)tsx?$/, other ? ".$1js" : "")
    : dotted;
}

interface Import {
  readonly name: string;
  readonly from: string;
  readonly whole: boolean;
}

function imported(text: string, { name, from, whole }: Import): string {
  const quote = /from\s+'/.test(text) ? "'" : '"';
  const end = /^import[^\n]*["']\s*$/m.test(text) ? "" : ";";
  const list = new RegExp(`(import\\s*\\{)([^}]*)(\\}\\s*from\\s*["'](?:${literal(from)})["'])`);
  if (!whole && list.test(text))
    return text.replace(
      list,
      (_, head: string, names: string, tail: string) => head + added(names, name) + tail,
    );
  const line = whole
    ? `import ${name} from ${quote}${from}${quote}${end}`
    : `import { ${name} } from ${quote}${from}${quote}${end}`;
  return below(text, line, /^import\b[\s\S]*?["'][^"'\n]*["'];?[ \t]*$/gm);
}

function required(text: string, { name, from, whole }: Import): string {
  const quote = /require\('/.test(text) ? "'" : '"';
  const list = new RegExp(
    `((?:const|let|var)\\s*\\{)([^}]*)(\\}\\s*=\\s*require\\(["']${literal(from)}["']\\))`,
  );
  if (!whole && list.test(text))
    return text.replace(
      list,
      (_, head: string, names: string, tail: string) => head + added(names, name) + tail,
    );
  const target = whole ? name : `{ ${name} }`;
  return below(
    text,
    `const ${target} = require(${quote}${from}${quote});`,
    /^(?:const|let|var)\b[^\n]*\brequire\([^\n]*$/gm,
  );
}

const added = (names: string, name: string): string =>
  `${names.trimEnd().replace(/,$/, "")}, ${name}${/\s$/.test(names) ? (/\n\s*$/.exec(names)?.[0] ?? " ") : ""}`;

/** Inserts after the last line of that kind; otherwise at the top, below what must come first. */
function below(text: string, line: string, kind: RegExp): string {
  const last = [...text.matchAll(kind)].at(-1);
  if (last)
    return `${text.slice(0, last.index + last[0].length)}\n${line}${text.slice(last.index + last[0].length)}`;
  const head = /^(?:#![^\n]*\n)?(?:\s*["']use \w+["'];?\n)?/.exec(text)?.[0] ?? "";
  return `${head}${line}\n${text.slice(head.length)}`;
}

/** Looks a name up in Python's standard library. */
const lookup = `import sys, importlib
name = sys.argv[1]
if name in sys.stdlib_module_names: print("import " + name)
for m in "collections itertools functools operator typing pathlib dataclasses datetime contextlib collections.abc enum abc copy decimal fractions string textwrap time uuid heapq bisect statistics shutil subprocess tempfile threading io inspect types warnings weakref math random re json os sys".split():
    try:
        module = importlib.import_module(m)
    except Exception:
        continue
    if hasattr(module, name) and getattr(getattr(module, name), "__module__", m) in (m, "_" + m, "builtins", None): print("from " + m + " import " + name)
`;

async function python(word: string, file: string, ground: Ground): Promise<readonly Candidate[]> {
  const { workspace, signal } = ground;
  const index = await ground.index();
  const ownLines = index
    .named(word)
    .filter(
      (item) =>
        item.file !== file &&
        item.file.endsWith(".py") &&
        item.declaration.name === word &&
        !/(?:^|\/)tests?\//.test(item.file),
    )
    .map(
      (item) =>
        `from ${item.file
          .replace(/(?:\/__init__)?\.py$/, "")
          .replace(/^src\//, "")
          .replaceAll("/", ".")} import ${word}`,
    );
  const run = /^[A-Za-z_]\w*$/.test(word)
    ? await workspace.shell?.run(["python3", "-I", "-c", lookup, word], { signal, milliseconds: 20_000 })
    : undefined;
  const library = run?.exitCode === 0 ? run.stdout.trim().split("\n").filter(Boolean) : [];
  const found: Candidate[] = [];
  for (const line of [...library, ...ownLines].slice(0, 4))
    found.push(...(await edited(ground, file, { what: line, edit: (text) => withPython(text, line, word) })));
  return found;
}

function withPython(text: string, line: string, word: string): string {
  const module = /^from (\S+) import/.exec(line)?.[1];
  const list = module && new RegExp(`^(from ${literal(module)} import )([^(\\n#]+)$`, "m");
  if (list && list.test(text))
    return text.replace(list, (_, head: string, names: string) => `${head}${names.trimEnd()}, ${word}`);
  const first = /^(?:import|from)\s+(?!__future__)/m.exec(text);
  if (first) return `${text.slice(0, first.index)}${line}\n${text.slice(first.index)}`;
  const head =
    /^(?:#[^\n]*\n)*(?:\s*(?:"""[\s\S]*?"""|'''[\s\S]*?''')\s*\n)?(?:from __future__[^\n]*\n)?/.exec(
      text,
    )?.[0] ?? "";
  return `${head}${line}\n${text.slice(head.length)}`;
}
