import type { Change, Files } from "../../../workspace/index.ts";
import { below } from "../folders.ts";
import type { Host } from "./host.ts";

/** Versions by package, without operators: `{ "psycopg[binary]": "3.3.9" }`. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const normal = (name: string): string =>
  name
    .replace(/\[.*$/, "")
    .toLowerCase()
    .replaceAll(/[-_.]+/g, "-");

/** Adds entries to a TOML array in its existing style. */
function extended(text: string, head: RegExp, entries: readonly string[]): string | undefined {
  const start = head.exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  // Strings may contain brackets, as in package extras.
  const list = /^(?:"[^"\n]*"|'[^'\n]*'|#[^\n]*|[^\]"'#])*/.exec(text.slice(from))?.[0] ?? "";
  const quote = (list.match(/'/g)?.length ?? 0) > (list.match(/"/g)?.length ?? 0) ? "'" : '"';
  const quoted = entries.map((entry) => `${quote}${entry}${quote}`);
  const last = list.trimEnd();
  if (!list.includes("\n")) {
    const joined = [...(last ? [last.replace(/,$/, "")] : []), ...quoted].join(", ");
    return `${text.slice(0, from)}${joined}${text.slice(from + list.length)}`;
  }
  const indent = /\n([ \t]+)["']/.exec(list)?.[1] ?? "    ";
  // Keeps a comment after the last entry in place.
  const end = /,(?:\s*#[^\n]*)?$|^$/.test(last) ? last : last.replace(/(["'])((?:\s*#[^\n]*)?)$/, "$1,$2");
  const lines = quoted.map((entry) => `\n${indent}${entry},`).join("");
  return `${text.slice(0, from)}${end}${lines}${list.slice(last.length)}${text.slice(from + list.length)}`;
}

/** Adds entries at the end of a TOML table. */
function tabled(text: string, head: RegExp, lines: readonly string[]): string | undefined {
  const start = head.exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const body = /^(?:(?!\n\[)[\s\S])*/.exec(text.slice(from))?.[0] ?? "";
  const end = from + body.trimEnd().length;
  return `${text.slice(0, end)}\n${lines.join("\n")}${text.slice(end)}`;
}

const table = (name: string): RegExp => new RegExp(`^\\[${name.replaceAll(".", "\\.")}\\][^\\n]*$`, "m");
const listIn = (section: string, key: string): RegExp =>
  new RegExp(`^\\[${section.replaceAll(".", "\\.")}\\](?:(?!\\n\\[)[\\s\\S])*?\\n${key}\\s*=\\s*\\[`, "m");

const entriesOf = (packages: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(packages).map(([name, version]) => `${name}==${version}`);

/** Formats requirements such as `"psycopg[binary]"` as lines of a Poetry table. */
const poetry = (packages: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(packages).map(([name, version]) => {
    const [, bare = name, extras] = /^([^[]+)(?:\[(.*)\])?$/.exec(name) ?? [];
    return extras === undefined
      ? `${bare} = "${version}"`
      : `${bare} = { version = "${version}", extras = ["${extras}"] }`;
  });

function inPoetry(text: string, { dependencies, devDependencies }: Packages): string {
  const first = tabled(text, table("tool.poetry.dependencies"), poetry(dependencies)) ?? text;
  const group = ["dev", "test", "tests"].map((name) => table(`tool.poetry.group.${name}.dependencies`));
  for (const head of [...group, table("tool.poetry.dev-dependencies")]) {
    const edited = tabled(first, head, poetry(devDependencies));
    if (edited !== undefined) return edited;
  }
  return `${first.trimEnd()}\n\n[tool.poetry.group.dev.dependencies]\n${poetry(devDependencies).join("\n")}\n`;
}

function inProject(text: string, { dependencies, devDependencies }: Packages): string {
  const first = Object.keys(dependencies).length
    ? (extended(text, listIn("project", "dependencies"), entriesOf(dependencies)) ?? text)
    : text;
  if (!Object.keys(devDependencies).length) return first;
  const names = ["dev", "test", "tests"];
  const places = ["dependency-groups", "project.optional-dependencies"].flatMap((section) =>
    names.map((name) => listIn(section, name)),
  );
  for (const head of places) {
    const edited = extended(first, head, entriesOf(devDependencies));
    if (edited !== undefined) return edited;
  }
  const list = `dev = [\n${entriesOf(devDependencies)
    .map((entry) => `    "${entry}",\n`)
    .join("")}]`;
  const inTable = tabled(first, table("dependency-groups"), [list]);
  return inTable ?? `${first.trimEnd()}\n\n[dependency-groups]\n${list}\n`;
}

const appended = (text: string, lines: readonly string[]): string =>
  lines.length ? `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${lines.join("\n")}\n` : text;

const lists = [
  "requirements.txt",
  "requirements/base.txt",
  "requirements/prod.txt",
  "requirements/common.txt",
];
const devLists = ["dev", "development", "test", "testing", "tests", "local"].flatMap((name) => [
  `requirements-${name}.txt`,
  `requirements_${name}.txt`,
  `${name}-requirements.txt`,
  `requirements/${name}.txt`,
]);

async function inLists(
  files: Pick<Files, "tryRead">,
  { dependencies, devDependencies }: Packages,
): Promise<readonly Change[]> {
  const first = async (places: readonly string[]): Promise<readonly [string, string] | undefined> => {
    for (const path of places) {
      const text = await files.tryRead(path);
      if (text !== null) return [path, text];
    }
    return undefined;
  };
  const main = await first(lists);
  if (!main) return [];
  const [path, before] = main;
  const dev = await first(devLists);
  // A project that lists its test runner with everything else has only one list.
  if (!dev && /^pytest\b/m.test(before))
    return [{ path, before, after: appended(before, entriesOf({ ...dependencies, ...devDependencies })) }];
  const [devPath, devBefore] = dev ?? [
    path.replace(/(?:base|prod|common)?\.txt$/, (end) => (end === ".txt" ? "-dev.txt" : "dev.txt")),
    null,
  ];
  const head = devBefore ?? `-r ${path.slice(path.lastIndexOf("/") + 1)}\n`;
  return [
    { path, before, after: appended(before, entriesOf(dependencies)) },
    ...(Object.keys(devDependencies).length
      ? [{ path: devPath, before: devBefore, after: appended(head, entriesOf(devDependencies)) }]
      : []),
  ];
}

/** Returns the packages that the project doesn't declare anywhere. */
function missing({ project }: Host, packages: Packages): Packages {
  const unknown = (versions: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(versions).filter(([name]) => !Object.hasOwn(project.dependencies, normal(name))),
    );
  return {
    dependencies: unknown(packages.dependencies),
    devDependencies: unknown(packages.devDependencies),
  };
}

export interface Added {
  readonly edits: readonly Change[];
  /** Packages to install by hand, because no known file declares the project's dependencies. */
  readonly byHand: readonly string[];
}

/** Adds missing packages to the dependency files of a folder, in their existing style. */
async function withPackages(files: Pick<Files, "tryRead">, packages: Packages): Promise<Added> {
  const all = entriesOf({ ...packages.dependencies, ...packages.devDependencies });
  if (!all.length) return { edits: [], byHand: [] };
  const before = await files.tryRead("pyproject.toml");
  if (before !== null) {
    const after = table("tool.poetry.dependencies").test(before)
      ? inPoetry(before, packages)
      : listIn("project", "dependencies").test(before)
        ? inProject(before, packages)
        : before;
    if (after !== before) return { edits: [{ path: "pyproject.toml", before, after }], byHand: [] };
  }
  const edits = await inLists(files, packages);
  return { edits: edits.filter((edit) => edit.before !== edit.after), byHand: edits.length ? [] : all };
}

/** Adds missing packages to the project's dependency files. */
export async function withRequirements(files: Files, host: Host, packages: Packages): Promise<Added> {
  const place = (path: string): string => below(host.project.folder, path);
  const placedFiles = { tryRead: (path: string) => files.tryRead(place(path)) };
  const { edits, byHand } = await withPackages(placedFiles, missing(host, packages));
  return { edits: edits.map((edit) => ({ ...edit, path: place(edit.path) })), byHand };
}
