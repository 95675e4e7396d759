import type { Declaration, Study } from "../../code/index.ts";
import { languageOf } from "../../code/index.ts";
import { type Declared, type Symbol, symbolsOf } from "../../inspect/index.ts";
import { merged, type Setting, settingsIn } from "./configuration.ts";
import { dependencies } from "./dependencies.ts";
import { firstSentence, ownerName } from "../../lib/index.ts";
import { signatureOf } from "../site/signature.ts";
import { inline, prose, span, table } from "./markdown.ts";
import { type SourceTexts, type Stamp, stampLine } from "./stamp.ts";

export interface Folder {
  readonly name: string;
  /** As the manifest calls the whole. */
  readonly project: string | undefined;
  /** What the command is called with for it. */
  readonly target: string;
  /** As they are after the run. */
  readonly files: SourceTexts;
  readonly index: Declared;
  /** Declared ranges by package. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly stamp: Stamp;
}

/** What a module adds to the page; what was read for it isn't held. */
interface Module {
  readonly path: string;
  readonly isOpen: boolean;
  /** What it offers, without methods. */
  readonly names: readonly string[];
  readonly interfaces: readonly string[];
  readonly dataModel: readonly string[];
  readonly imports: readonly string[];
  readonly settings: readonly Setting[];
}

async function moduleOf(path: string, text: string): Promise<Module | undefined> {
  const language = await languageOf(path);
  if (!language) return undefined;
  const studies = language.studies(text);
  const open = language
    .declarations(text)
    .flatMap((one, place) =>
      one.exported && !studies[place]?.traits.has("alias") ? [[one, studies[place]] as const] : [],
    );
  return {
    path,
    isOpen: open.length > 0,
    names: open.flatMap(([{ kind, name }]) => (kind === "method" ? [] : [name])),
    interfaces: interfaces({ path, text }, open),
    dataModel: dataModel(path, open),
    imports: [...new Set(language.imports(text).map(({ from }) => from))],
    settings: await settingsIn(path, text),
  };
}

/** Settings of tools that happen to be written as code: linters, bundlers, packaging, Sphinx. */
const ofTools = /(?:^|\/)(?:[\w.-]+\.config\.[cm]?[jt]s|setup\.py|docs?\/(?:\w+\/)?conf\.py)$/;

type Open = readonly (readonly [Declaration, Study | undefined])[];

/**
 * The technical specification of a folder: modules, interfaces, data model, dependencies, configuration, errors, as
 * far as there are any; undefined for a folder that offers nothing.
 */
export async function specification(folder: Folder): Promise<string | undefined> {
  const modules: Module[] = [];
  const inside = new Set<string>();
  for await (const [path, text] of folder.files) {
    if (ofTools.test(path)) continue;
    inside.add(path);
    const module = await moduleOf(path, text);
    if (module) modules.push(module);
  }
  if (!modules.some((module) => module.isOpen || module.settings.length)) return undefined;
  const { version, commit, source } = folder.stamp;
  return [
    `# ${inline(folder.name)}: technical specification`,
    "",
    stampLine(folder.stamp),
    "",
    `Made from the source by \`/doc\`: version ${inline(version)}, commit ${inline(commit)}, source ${source}. \`/doc ${inline(folder.target)} --check\` fails when they no longer match.`,
    "",
    ...section("Modules", modulesTable(modules)),
    ...section(
      "Interfaces",
      modules.flatMap((module) => module.interfaces),
    ),
    ...section(
      "Data model",
      modules.flatMap((module) => module.dataModel),
    ),
    ...section(
      "Dependencies",
      dependencies(modules, { declared: folder.dependencies, index: folder.index, name: folder.project }),
    ),
    ...section("Configuration", configuration(modules)),
    ...section("Errors", await errors(folder.index, inside)),
  ]
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd()
    .concat("\n");
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length ? [`## ${title}`, "", ...lines] : [];

/** What offers nothing (entries, examples) shares a row. */
function modulesTable(modules: readonly Module[]): readonly string[] {
  const first = (names: readonly string[]): string =>
    names.length > 10
      ? `${names.slice(0, 9).map(span).join(", ")} and ${names.length - 9} more`
      : names.map(span).join(", ");
  const silent = modules.filter(({ path, names }) => names.length === 0 && !path.endsWith("__init__.py"));
  const rows = modules
    .filter(({ names }) => names.length > 0)
    .map(({ path, names }) => [span(path), first(names)]);
  if (silent.length > 0) rows.push([first(silent.map(({ path }) => path)), "nothing"]);
  return table(["Module", "Exports"], rows);
}

const summaryOf = ({ docstring }: Declaration): string =>
  prose(firstSentence(docstring?.doc.summary ?? "").slice(0, 240));

const signature = ({ name, parameters, returns }: Declaration): string =>
  `${name}(${parameters.map((one) => `${onOneLine(one.name)}${one.optional || one.default !== undefined ? "?" : ""}${one.type ? `: ${onOneLine(one.type)}` : ""}`).join(", ")})${returns ? `: ${onOneLine(returns)}` : ""}`;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** A type as it reads on one line: members that stand on lines of their own need marks between them, and comments go. */
export const onOneLine = (type: string): string =>
  type
    .replaceAll(/\/\*[^]*?\*\/|^[ \t]*\/\/.*$/gm, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll(/(?<![;,{[(<|&:=>?\n]|=>)\n(?=[\w$"'[(])/g, "; ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=[<([]) |,? (?=[)\]>])/g, "")
    .trim();

/** Of languages whose heads say more than names and types: they stand as they are written, without what is put on them. */
const asWritten = /\.(?:go|java|rs)$/;

export function headOf(path: string, text: string, one: Declaration): string {
  if (!asWritten.test(path)) return span(cut(signature(one), 300));
  const head = signatureOf(text.slice(one.range.start, one.range.end), one.kind, path);
  const shown = span(cut(onOneLine(head), 300));
  const owner = ownerName(one.name);
  return owner && !shown.startsWith("`func (") ? `${span(owner)}, ${shown}` : shown;
}

function interfaces(
  { path, text }: { readonly path: string; readonly text: string },
  open: Open,
): readonly string[] {
  const callable = open.filter(([{ kind }]) => kind === "function" || kind === "method");
  if (callable.length === 0) return [];
  return [
    `### ${inline(path)}`,
    "",
    ...callable.map(([one]) => {
      const said = summaryOf(one);
      return `- ${headOf(path, text, one)}${said ? `: ${said}` : ""}`;
    }),
    "",
  ];
}

function dataModel(path: string, open: Open): readonly string[] {
  return open.flatMap(([one, study]) => {
    if ((one.kind !== "type" && one.kind !== "class") || !study?.members.length) return [];
    const said = summaryOf(one);
    return [
      `### ${inline(one.name)}`,
      "",
      `In ${span(path)}${study.bases.length ? `, extends ${study.bases.map(span).join(", ")}` : ""}.${said ? ` ${said}` : ""}`,
      "",
      ...table(
        ["Field", "Type", "Default"],
        study.members.map(({ name, type, optional, value }) => [
          `${span(name)}${optional ? " (may be left out)" : ""}`,
          type ? span(cut(type, 200)) : "",
          value ? span(cut(value, 80)) : "",
        ]),
      ),
    ];
  });
}

const configuration = (modules: readonly Module[]): readonly string[] =>
  table(
    ["Setting", "Kind", "Default", "Read in"],
    merged(modules.flatMap(({ settings }) => settings)).map(({ name, kind, default: value, file }) => [
      span(name),
      kind === "file" ? "file" : "environment variable",
      value ? span(value) : "",
      span(file),
    ]),
  );

async function errors(index: Declared, inside: ReadonlySet<string>): Promise<readonly string[]> {
  const raised = new Map<string, Set<string>>();
  const put = (symbol: Symbol): void => {
    for (const { type } of index.raises(symbol))
      raised.set(type, (raised.get(type) ?? new Set()).add(symbol.declaration.name));
  };
  for await (const symbols of symbolsOf(index, inside))
    for (const symbol of symbols) if (symbol.declaration.exported) put(symbol);
  return table(
    ["Error", "Raised by"],
    [...raised]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, by]) => [
        span(type),
        [...by].slice(0, 6).map(span).join(", ") + (by.size > 6 ? ` and ${by.size - 6} more` : ""),
      ]),
  );
}
