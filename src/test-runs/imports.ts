import { posix } from "node:path";
import { objectIn } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";

const mostFiles = 5000;
const extensions = "ts tsx mts cts js jsx mjs cjs py go rs java kt php rb".split(" ");
/** A glob for files that may contain tests, or be tested. */
export const sources = `**/*.{${extensions.join(",")}}`;
const source = new RegExp(String.raw`\.(?:${extensions.join("|")})$`);
export const isSource = (path: string): boolean => source.test(path);

const tests =
  /\.(?:test|spec)\.[mc]?[jt]sx?$|(?:^|\/)__tests__\/.*\.[mc]?[jt]sx?$|(?:^|\/)test-[^/]*\.[mc]?js$|[-_]test\.[mc]?[jt]s$|(?:^|\/)tests?\/(?:.*\/)?[^/]*\.[mc]?js$|(?:^|\/)test\.[mc]?js$|(?:^|\/)(?:tests?|test_[^/]*)\.py$|_test\.(?:py|go)$|(?:^|\/)tests\/[^/]+\.rs$|(?:^|\/)src\/test\/.*\.(?:java|kt)$|Test\.php$|_spec\.rb$/;

export const isTestFile = (path: string): boolean => tests.test(path);

/** The dependencies between a project's files, as far as import lines show them. */
export interface Imports {
  readonly tests: readonly string[];
  /** Test files among these files, or that use them directly or indirectly. */
  testsOf(paths: readonly string[]): readonly string[];
  /** Files other than tests that these files use directly or indirectly. */
  usedBy(tests: readonly string[]): readonly string[];
}

/** `isTest`: which files count as tests, if more than those passed to a runner. */
export async function readImports(files: Files, isTest = isTestFile): Promise<Imports> {
  const texts = new Map<string, string>();
  for await (const path of files.find(sources)) {
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null) texts.set(path, text);
    if (texts.size >= mostFiles) break;
  }
  const packages = await packagesOf(files);
  const [uses, users] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const all = [...texts.keys()];
  for (const [path, text] of texts)
    for (const used of new Set(usedBy(path, text, { known: texts, packages }))) {
      uses.set(path, [...(uses.get(path) ?? []), used]);
      users.set(used, [...(users.get(used) ?? []), path]);
    }
  return {
    tests: all.filter(isTest),
    testsOf(paths) {
      const reached = reachedFrom(paths, users);
      return all.filter((path) => reached.has(path) && isTest(path));
    },
    usedBy(tests) {
      const reached = reachedFrom(tests, uses);
      return all.filter((path) => reached.has(path) && !isTest(path) && !tests.includes(path));
    },
  };
}

function reachedFrom(
  paths: readonly string[],
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set(paths);
  for (const path of reached) for (const next of edges.get(path) ?? []) reached.add(next);
  return reached;
}

interface Project {
  readonly known: ReadonlyMap<string, string>;
  readonly packages: readonly Package[];
}

interface Package {
  readonly folder: string;
  readonly name: string | undefined;
  readonly main: string;
}

const mostPackages = 200;

async function packagesOf(files: Files): Promise<readonly Package[]> {
  const found: Package[] = [];
  for await (const path of files.find("**/package.json")) {
    const { name, main, module, source } = objectIn(await files.tryRead(path).catch(() => null)) ?? {};
    const folder = posix.dirname(path);
    const first = [source, main, module].find((item) => typeof item === "string") ?? "index.js";
    found.push({
      folder,
      name: typeof name === "string" ? name : undefined,
      main: posix.join(folder, first),
    });
    if (found.length === mostPackages) break;
  }
  return found;
}

function usedBy(path: string, text: string, { known, packages }: Project): readonly string[] {
  if (path.endsWith(".py")) return python(path, text).filter((item) => known.has(item));
  if (path.endsWith(".go")) return go(path, text, known);
  if (path.endsWith(".rs")) return [...known.keys()].filter((key) => key !== path && key.endsWith(".rs"));
  if (/\.(?:java|kt|php)$/.test(path)) return classes(path, text, known);
  if (path.endsWith(".rb")) return ruby(path, text, known);
  const requests = text.matchAll(/(?:\bfrom|\bimport|\brequire|\bmock)\s*\(?\s*["'`]([^"'`\n]+)["'`]/g);
  return [...requests].flatMap(([, request = ""]) => {
    const whole = posix.join(posix.dirname(path), request.replace(/[?#].*/, "")).replace(/\/$/, "");
    const meant = packages.find(({ name, folder }) =>
      request.startsWith(".") ? folder === whole : name === request,
    );
    if (!meant && !request.startsWith(".")) return [];
    return (meant && resolved(meant.main, known)) ?? resolved(whole, known) ?? [];
  });
}

const endings = ["", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"].flatMap((end) =>
  end ? [end, `/index${end}`] : [end],
);

/** Resolves an import; TypeScript sources may be named by their compiled names. */
function resolved(whole: string, known: ReadonlyMap<string, string>): string | undefined {
  return [whole, whole.replace(/\.([mc]?)js(x?)$/, ".$1ts$2"), whole.replace(/\.[mc]?jsx?$/, "")]
    .flatMap((base) => endings.map((end) => posix.normalize(base + end)))
    .find((path) => known.has(path));
}

/** All files that a Python module name may refer to: from the root, from `src`, and from the file's own folder. */
function python(path: string, text: string): readonly string[] {
  const folder = posix.dirname(path);
  const found: string[] = [];
  const add = (base: string, module: string): void => {
    const place = posix.join(base, module.replaceAll(".", "/"));
    found.push(`${place}.py`, `${place}/__init__.py`);
    // A package's `__init__.py` runs for each of its modules.
    for (
      let above = posix.dirname(place);
      above.length > base.length && above !== ".";
      above = posix.dirname(above)
    )
      found.push(`${above}/__init__.py`);
  };
  for (const [, dots = "", module = "", names = ""] of text.matchAll(
    /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)/gm,
  )) {
    const bases = dots
      ? [
          posix.join(
            folder,
            ...dots
              .slice(1)
              .split("")
              .map(() => ".."),
          ),
        ]
      : [".", "src", folder];
    for (const base of bases) {
      if (module) add(base, module);
      for (const [name] of names.matchAll(/\w+/g)) add(base, module ? `${module}.${name}` : name);
    }
  }
  for (const [, names = ""] of text.matchAll(/^[ \t]*import[ \t]+([\w., \t]+)/gm))
    for (const [name] of names.matchAll(/[\w.]+/g)) for (const base of [".", "src", folder]) add(base, name);
  if (isTestFile(path))
    for (let at = folder; ; at = posix.dirname(at)) {
      found.push(posix.join(at, "conftest.py"));
      if (at === ".") break;
    }
  return found.filter((item) => item !== path);
}

/** A Go file uses its own package and every local package that an import path ends with. */
function go(path: string, text: string, known: ReadonlyMap<string, string>): readonly string[] {
  const imported = [...text.matchAll(/^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\n]+)"/gm)].map(
    ([, name]) => name ?? "",
  );
  return [...known.keys()].filter((key) => {
    if (!key.endsWith(".go") || key === path) return false;
    const folder = posix.dirname(key);
    return folder === posix.dirname(path) || imported.some((name) => name.endsWith(`/${folder}`));
  });
}

/** In Java and PHP files are named like their classes: every class mentioned in a visible package. */
function classes(path: string, text: string, known: ReadonlyMap<string, string>): readonly string[] {
  const words = new Set(text.match(/\b[A-Z]\w*/g));
  const end = posix.extname(path);
  const packageFolder = /^\s*package\s+([\w.]+)/m.exec(text)?.[1]?.replaceAll(".", "/") ?? "";
  const imported = [...text.matchAll(/^\s*import\s+(?:static\s+)?([\w.]+)/gm)].map(([, name = ""]) =>
    name.replaceAll(".", "/"),
  );
  return [...known.keys()].filter((key) => {
    const name = posix.basename(key, end);
    if (key === path || !key.endsWith(end) || !(words.has(name) || end === ".php" || imported.length))
      return false;
    if (end === ".php") return words.has(name) || text.includes(`/${posix.basename(key)}`);
    const whole = key.slice(0, -end.length);
    return (
      (words.has(name) && posix.dirname(whole).endsWith(packageFolder)) ||
      imported.some((packageName) => `/${packageName}/`.includes(`/${packageOf(whole)}/`))
    );
  });
}

/** `shop/Cart` for `core/src/main/java/shop/Cart`. */
const packageOf = (path: string): string => path.replace(/^.*?(?:^|\/)(?:src\/(?:main|test)\/\w+|src)\//, "");

/** Ruby: required files, and files autoloaded by a constant's name: `LineItem` from `line_item.rb`. */
function ruby(path: string, text: string, known: ReadonlyMap<string, string>): readonly string[] {
  const required = [...text.matchAll(/\brequire(_relative)?[ (]+["']([^"'\n]+)["']/g)].flatMap(
    ([, relative, name = ""]) => {
      const file = `${name.replace(/\.rb$/, "")}.rb`;
      return relative
        ? [posix.join(posix.dirname(path), file)]
        : [...known.keys()].filter((key) => key === file || key.endsWith(`/${file}`));
    },
  );
  const constants = new Set(
    (text.match(/\b[A-Z][A-Za-z0-9]+/g) ?? []).map(
      (name) => `${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase()}.rb`,
    ),
  );
  const named = [...known.keys()].filter((key) => constants.has(posix.basename(key)));
  return [...new Set([...required, ...named])].filter((item) => item !== path && known.has(item));
}
