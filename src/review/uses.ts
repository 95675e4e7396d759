import { posix } from "node:path";
import { mask, type Masked } from "../code/index.ts";
import { lineIndex, literal, objectIn, rememberedIn } from "../lib/index.ts";
import type { Ground } from "./contract.ts";

/** A place that gets an exported name from its file, directly or through files that pass it on. */
export interface Use {
  readonly file: string;
  readonly line: number;
  /** The arguments of a call, with empty strings; undefined for an import. */
  readonly args?: readonly string[];
  /** From where it gets the name, which may be called otherwise there. */
  readonly from: Place;
}

interface Place {
  readonly path: string;
  readonly name: string;
}

export type Project = ReadonlyMap<string, string>;

/** A file's text without comments and strings. */
const masked = rememberedIn((file, project: Project): Masked => mask(file, project.get(file) ?? ""));

/** The project's files as the change leaves them. */
export async function projectAfter({ project, changes }: Ground): Promise<Project> {
  const files = new Map(await project());
  for (const { path, after } of changes)
    if (after === null) files.delete(path);
    else files.set(path, after);
  return files;
}

const word = (name: string): string => String.raw`(?<![\w$])${literal(name)}(?![\w$])`;
const script = /\.[mc]?[jt]sx?$/;

/** What a statement gets from another file. */
interface Binding {
  /** The exported name; `*` for the whole module. */
  readonly name: string;
  /** What the file calls it; undefined if the file only passes it on. */
  readonly local?: string | undefined;
  /** The name under which the file passes it on; `*` for the same one. */
  readonly passed?: string | undefined;
  readonly index: number;
  /** Whether the file does without it if it is missing. */
  readonly optional?: boolean;
}

/** How a language gets names from other files. */
interface Importing {
  /** What a file gets from the one at `path`. */
  bindings(file: string, path: string, project: Project): readonly Binding[];
  /** Whether a file offers a name to others, or may do. */
  provides(path: string, name: string, project: Project): boolean;
}

const languages: readonly (readonly [RegExp, Importing])[] = [
  [script, { bindings: scriptBindings, provides: scriptProvides }],
  [/\.py$/, { bindings: pythonBindings, provides: pythonProvides }],
  [/\.go$/, { bindings: goBindings, provides: goProvides }],
  [/\.rs$/, { bindings: () => [], provides: rustProvides }],
];
const languageOf = (path: string): readonly [RegExp, Importing] | undefined =>
  languages.find(([files]) => files.test(path));

interface Importer extends Binding {
  readonly file: string;
  readonly line: number;
}

/** What other files get from the one at a path. */
const importersOf = rememberedIn((path, project: Project): readonly Importer[] => {
  const [files, importing] = languageOf(path) ?? [];
  if (!files || !importing) return [];
  return [...project].flatMap(([file, text]) => {
    const bindings = file !== path && files.test(file) ? importing.bindings(file, path, project) : [];
    if (bindings.length === 0) return [];
    const lineAt = lineIndex(text);
    return bindings.map((binding) => ({ ...binding, file, line: lineAt(binding.index) }));
  });
});

/** Calls and imports of a name that a file exports, as the project is now; none in languages without a reader here. */
export function usesOf(name: string, path: string, project: Project): readonly Use[] {
  if (!languageOf(path)) return [];
  const places: Place[] = [{ path, name }];
  const uses = callsIn(path, name, { project, from: { path, name } });
  for (const from of places)
    for (const { name: wanted, local, passed, optional, file, line } of importersOf(from.path, project)) {
      const isWhole = wanted === "*";
      if (!isWhole && wanted !== from.name) continue;
      const next = passed === "*" ? from.name : passed;
      const isKnown = places.some((place) => place.path === file && place.name === next);
      if (next !== undefined && !isKnown && places.length < mostPlaces)
        places.push({ path: file, name: next });
      if (!isWhole && !optional) uses.push({ file, line, from });
      if (local === undefined) continue;
      const called =
        isWhole && from.name !== "default" && local ? `${local}.${from.name}` : local || from.name;
      uses.push(...callsIn(file, called, { project, from }));
    }
  return uses;
}

const mostPlaces = 50;

/** Whether importers of a path get a name from there, whichever file is found under it; true if that can't be read. */
export const provides = ({ path, name }: Place, project: Project): boolean =>
  languageOf(path)?.[1].provides(path, name, project) ?? true;

const heads = String.raw`(?<!\b(?:function|def|func|class|new)\s+\*?)(?<!\)\s)`;

/** Calls of a name in a file, but not its declaration. */
function callsIn(
  file: string,
  name: string,
  { project, from }: { readonly project: Project; readonly from: Place },
): Use[] {
  const text = project.get(file) ?? "";
  if (!text.includes(name.split(".").at(-1) ?? "")) return [];
  const { bare } = masked(file, project);
  const lineAt = lineIndex(text);
  const call = new RegExp(String.raw`(?<![\w$.])${heads}${literal(name)}(?:<[^()\n]{0,80}>)?\(`, "g");
  return [...bare.matchAll(call)].flatMap(({ index, 0: { length } }) => {
    const { args, end } = argumentsAt(bare, index + length);
    return args && !(script.test(file) && isDeclaration(args, bare.slice(end, end + 80)))
      ? [{ file, line: lineAt(index), args, from }]
      : [];
  });
}

/** In characters; reading a longer one for each call in it takes quadratic time. */
const longestCall = 3000;

/** Whether the parentheses contain parameters: typed, or followed by a body or a result type. */
const isDeclaration = (args: readonly string[], rest: string): boolean =>
  /^\s*(?:\{|=>|:)/.test(rest) || args.some((arg) => /^[\w$]+\??\s*:/.test(arg));

/** Splits the content of parentheses at its commas; undefined if a `<` or the length leaves them unclear. */
function argumentsAt(
  text: string,
  from: number,
): { readonly args: readonly string[] | undefined; readonly end: number } {
  const args: string[] = [];
  let [depth, start, end] = [0, from, from];
  const last = Math.min(text.length, from + longestCall);
  for (; end < last; end++) {
    const sign = text[end] ?? "";
    if (depth === 0 && (sign === "," || sign === ")")) {
      args.push(text.slice(start, end).trim());
      start = end + 1;
    }
    if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign) && --depth < 0) break;
  }
  if (args.at(-1) === "") args.pop();
  const isClear = end < last && !args.some((arg) => /<[^<>]*$|^[^<>]*>(?!=)/.test(arg.replaceAll("=>", "")));
  return { args: isClear ? args : undefined, end: end + 1 };
}

const heading = String.raw`import|export|const|let|var|module\.exports`;
const imported = new RegExp(
  String.raw`\b(${heading})\b((?:(?!\b(?:${heading})\b)[^;"'\x60]){0,2000}?)(?:\bfrom\s*|\b(?:require|import)\s*\(\s*)["'](\.[^"'\n]*)["']`,
  "g",
);

/** A file's statements that get or pass on names of other files of the project. */
const scriptImports = rememberedIn((file, project: Project): readonly RegExpExecArray[] =>
  /["']\./.test(project.get(file) ?? "") ? [...masked(file, project).code.matchAll(imported)] : [],
);

function scriptBindings(file: string, path: string, project: Project): readonly Binding[] {
  return scriptImports(file, project).flatMap(({ index, 1: head = "", 2: clause = "", 3: request = "" }) => {
    if (fileOf(file, request, project, path) !== path) return [];
    const { code } = masked(file, project);
    const isRequired = clause.includes("=");
    if (head === "module.exports") return [{ name: "*", passed: "*", index }];
    const names = [
      ...clause.matchAll(/[{,]\s*(?:type\s+)?([\w$]+)(?:(?:\s+as\s+|\s*:\s*)([\w$]+))?(?=\s*[,}])/g),
    ];
    const inBraces = clause.includes("{") ? names : [];
    const whole = /^\s*(?:type\s+)?([\w$]+)\s*(?:,|=|:|$)/.exec(clause.replace(/\s*$/, ""))?.[1];
    const star = /\*\s*(?:as\s+([\w$]+))?/.exec(clause);
    const bindings: Omit<Binding, "index">[] = inBraces.map(([, name = "", local = name]) =>
      head === "export" ? { name, passed: local } : { name, local, ...passedOn(local, code) },
    );
    if (star)
      bindings.push({ name: "*", ...(head === "export" ? !star[1] && { passed: "*" } : { local: star[1] }) });
    else if (whole !== undefined && head !== "export")
      bindings.push({ name: isRequired ? "*" : "default", local: whole, ...passedOn(whole, code) });
    return bindings.map((binding) => ({ ...binding, index }));
  });
}

/** The name under which a file exports what it calls `local`, if it does. */
function passedOn(local: string, code: string): Pick<Binding, "passed"> {
  const name = literal(local);
  const listed = new RegExp(
    String.raw`\bexport\s*(?:type\s*)?\{[^}]*?${word(local)}(?:\s+as\s+([\w$]+))?[^}]*\}(?!\s*from)`,
  ).exec(code);
  if (listed) return { passed: listed[1] ?? local };
  if (new RegExp(String.raw`\bmodule\.exports\s*=\s*${name}\s*(?:;|\n|$)`).test(code)) return { passed: "*" };
  if (new RegExp(String.raw`\bexport\s+default\s+${name}\b`).test(code)) return { passed: "default" };
  return new RegExp(String.raw`\bmodule\.exports\s*=\s*\{[^}]*${word(local)}`).test(code)
    ? { passed: local }
    : {};
}

function scriptProvides(path: string, name: string, project: Project, seen = new Set<string>()): boolean {
  const file = project.has(path) ? path : fileOf(path, `./${posix.basename(path)}`, project);
  if (file === undefined || seen.has(file)) return false;
  seen.add(file);
  const { code, bare } = masked(file, project);
  if (name === "default") return /\bexport\s+default\b|\bas\s+default\b|\bexports\b/.test(code);
  if (new RegExp(word(name)).test(bare)) return true;
  if (/\bexports\s*=\s*(?!\{)|\bexports\[|\(\s*(?:module\.)?exports\b/.test(code)) return true;
  return [...code.matchAll(/\bexport\s*\*\s*from\s*["']([^"'\n]+)["']/g)].some(([, request = ""]) => {
    const target = request.startsWith(".") ? fileOf(file, request, project) : undefined;
    return target === undefined || scriptProvides(target, name, project, seen);
  });
}

const endings = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/** The file that an import names; `gone` counts as there. */
function fileOf(file: string, request: string, project: Project, gone?: string): string | undefined {
  const path = posix.join(posix.dirname(file), request).replace(/\/$/, "");
  const found = (base: string): string | undefined => {
    const bare = base.replace(/\.[mc]?jsx?$/, "");
    return [
      base,
      ...endings.map((end) => `${bare}.${end}`),
      ...endings.map((end) => `${base}.${end}`),
      ...endings.map((end) => posix.join(base, `index.${end}`)),
    ].find((item) => script.test(item) && (project.has(item) || item === gone));
  };
  const { main } = objectIn(project.get(posix.join(path, "package.json"))) ?? {};
  return (typeof main === "string" ? found(posix.join(path, main)) : undefined) ?? found(path);
}

const fromImport = /^([ \t]*)from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(\([^()]*\)|[^\n]*)/gm;
const plainImport = /^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm;

function pythonBindings(file: string, path: string, project: Project): readonly Binding[] {
  const text = project.get(file) ?? "";
  if (!text.includes("import")) return [];
  const { code } = masked(file, project);
  const isPackage = posix.basename(file) === "__init__.py";
  const isIt = (module: string): boolean => isModule(module, path, file, project);
  const froms = [...code.matchAll(fromImport)].flatMap(
    ({ index, 1: indent = "", 2: from = "", 3: list = "" }) =>
      [...list.matchAll(/(\w+|\*)(?:\s+as\s+(\w+))?/g)].flatMap(
        ([, name = "", local = name]): readonly Binding[] => {
          const optional = indent !== "";
          if (name !== "*" && isIt(from.endsWith(".") ? from + name : `${from}.${name}`))
            return [{ name: "*", local, index, optional }];
          if (!isIt(from)) return [];
          return name === "*"
            ? [{ name: "*", passed: "*", index }]
            : [{ name, local, index, optional, ...(isPackage && { passed: local }) }];
        },
      ),
  );
  const wholes = [...code.matchAll(plainImport)].flatMap(({ index, 1: module = "", 2: local = module }) =>
    isIt(module) ? [{ name: "*", local, index }] : [],
  );
  return [...froms, ...wholes];
}

/** Whether a module's name, as a file writes it, means the file at `path`. */
function isModule(module: string, path: string, file: string, project: Project): boolean {
  const [dots = ""] = /^\.*/.exec(module) ?? [];
  const inner = module.slice(dots.length).replaceAll(".", "/");
  const bare = path.replace(/(?:(?:^|\/)__init__)?\.py$/, "");
  if (dots) {
    const up = Array.from({ length: dots.length - 1 }, () => "..");
    return posix.join(posix.dirname(file), ...up, inner) === (bare || ".");
  }
  let root = posix.dirname(bare);
  while (root !== "." && project.has(posix.join(root, "__init__.py"))) root = posix.dirname(root);
  const isNear = root === "." || /(?:^|\/)(?:src|lib)$/.test(root) || root === posix.dirname(file);
  return isNear && posix.join(root, inner) === bare;
}

function pythonProvides(path: string, name: string, project: Project): boolean {
  const bare = path.replace(/(?:\/__init__)?\.py$/, "");
  const files = [`${bare}.py`, `${bare}/__init__.py`, `${bare}.pyi`].filter((file) => project.has(file));
  const offered = new RegExp(`${word(name)}|\\bimport[ \\t]+\\*|\\b__getattr__\\b`);
  return files.some((file) => offered.test(masked(file, project).code));
}

/** In Go the files of a folder share their names; others import the folder. */
function goBindings(file: string, path: string, project: Project): readonly Binding[] {
  const text = project.get(file) ?? "";
  const folder = posix.dirname(path);
  const packageOf = (one: string): string => /^package\s+(\w+)/m.exec(one)?.[1] ?? "";
  const name = packageOf(project.get(path) ?? "");
  if (posix.dirname(file) === folder && packageOf(text) === name) return [{ name: "*", local: "", index: 0 }];
  let root = folder;
  while (root !== "." && !project.has(posix.join(root, "go.mod"))) root = posix.dirname(root);
  const module = /^module\s+(\S+)/m.exec(project.get(posix.join(root, "go.mod")) ?? "")?.[1];
  if (module === undefined) return [];
  const address = posix.join(module, posix.relative(root, folder));
  const line = new RegExp(String.raw`^\s*(?:import\s+)?(?:([\w.]+)\s+)?"${literal(address)}"`, "m").exec(
    text,
  );
  return line ? [{ name: "*", local: line[1] ?? name, index: line.index }] : [];
}

function goProvides(path: string, name: string, project: Project): boolean {
  const declared = new RegExp(
    String.raw`\b(?:func|type|var|const)\s+${name}\b|^\s+(?:\w+,\s*)*${name}\b[^(\n]*=`,
    "m",
  );
  return [...project].some(
    ([file, text]) =>
      file.endsWith(".go") && posix.dirname(file) === posix.dirname(path) && declared.test(text),
  );
}

/** In Rust a name that moved within the repository may be passed on to where it was. */
function rustProvides(_path: string, name: string, project: Project): boolean {
  const declared = new RegExp(String.raw`\bpub\s[^;{=]*\b${name}\b`);
  return [...project].some(([file, text]) => file.endsWith(".rs") && declared.test(text));
}
