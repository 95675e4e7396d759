import { type Declaration, languageOf } from "../../code/index.ts";
import { type Declared, type Symbol, symbolsOf } from "../../inspect/index.ts";
import { merged, type Setting, settingsIn } from "./configuration.ts";
import { type Declares, dependencies } from "./dependencies.ts";
import { cut, ownerName } from "../../lib/index.ts";
import { signatureOf } from "../site/signature.ts";
import { dataModel, type Open, summary } from "./data-model.ts";
import { handedOn } from "./handed-on.ts";
import { importedBy } from "./imported.ts";
import { filled, inline, onOneLine, span, table } from "./markdown.ts";
import { type SourceTexts, type Stamp, stampLine } from "./stamp.ts";

export interface Folder {
  readonly name: string;
  /** The target that the command is called with for this page. */
  readonly target: string;
  /** The sources after the run. */
  readonly files: SourceTexts;
  readonly index: Declared;
  /** Manifests of the project and its packages. */
  readonly manifests: readonly Declares[];
  readonly stamp: Stamp;
}

/** A module's part of the page; the sources read for it aren't kept. */
interface Module {
  readonly path: string;
  readonly isOpen: boolean;
  /** Exported names, without methods. */
  readonly names: readonly string[];
  /** Names it re-exports. */
  readonly handedOn: readonly string[];
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
    .flatMap((declaration, place) =>
      declaration.exported && !studies[place]?.traits.has("alias")
        ? [[declaration, studies[place]] as const]
        : [],
    );
  return {
    path,
    isOpen: open.length > 0,
    names: open.flatMap(([{ kind, name }]) => (kind === "method" ? [] : [name])),
    handedOn: handedOn(path, text),
    interfaces: interfaces({ path, text }, open),
    dataModel: dataModel({ path, text, language }, open),
    imports: importedBy({ path, text, language }),
    settings: await settingsIn(path, text),
  };
}

/** Tool settings written as code: linters, bundlers, task runners, packaging, Sphinx. */
const ofTools =
  /(?:^|\/)(?:[\w.-]+\.config\.[cm]?[jt]s|(?:gulp|grunt|jake|cake|hereby)file\.[cm]?[jt]s|(?:setup|noxfile)\.py|docs?\/(?:\w+\/)?conf\.py)$/i;

/**
 * Renders a folder's technical specification: modules, interfaces, data model, dependencies, configuration and
 * errors, as far as present. Undefined for a folder with neither exports nor settings.
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
    `Made from the source by \`/doc\`: ${version === "none" ? "" : `version ${inline(version)}, `}${commit === "none" ? "" : `commit ${inline(commit)}, `}source ${source}. ${span(`/doc ${folder.target} --check`)} fails when they no longer match.`,
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
    ...section("Dependencies", dependencies(modules, folder)),
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

/** Modules without exports (entries, examples) share a row. */
function modulesTable(modules: readonly Module[]): readonly string[] {
  const first = (names: readonly string[]): string =>
    names.length > 10 ? `${names.slice(0, 9).join(", ")} and ${names.length - 9} more` : names.join(", ");
  const offered = ({ names, handedOn: others }: Module): readonly string[] => [
    ...new Set([...names.map(span), ...others]),
  ];
  const silent = modules.filter((item) => offered(item).length === 0 && !item.path.endsWith("__init__.py"));
  const rows = modules
    .filter((item) => offered(item).length > 0)
    .map((item) => [span(item.path), first(offered(item))]);
  if (silent.length > 0) rows.push([first(silent.map(({ path }) => span(path))), "nothing"]);
  return table(["Module", "Exports"], rows);
}

const summaryOf = ({ docstring }: Declaration): string => summary(docstring?.doc.summary ?? "");

/** Special methods that Python calls itself, such as operators: listed only if they have a description. */
const isSpecial = (name: string): boolean => /\.__(?!init__|call__)\w+__$/.test(name);

const signature = ({ name, parameters, returns }: Declaration): string =>
  `${name.replace(/^default\./, "")}(${parameters.map((parameter) => `${onOneLine(parameter.name)}${parameter.optional || parameter.default !== undefined ? "?" : ""}${parameter.type ? `: ${onOneLine(parameter.type)}` : ""}`).join(", ")})${returns ? `: ${onOneLine(returns)}` : ""}`;

/** Renders a signature in Python syntax: `total(prices: list[int], rate: float = 0.2) -> float`. */
function pythonSignature({ name, parameters, returns, range }: Declaration, text: string): string {
  const source = text.slice(range.start, range.end);
  const stars = (parameterName: string): string =>
    source.split(`**${parameterName}`, 2).length > 1 ? "**" : "*";
  const parameterTexts = parameters.map(({ name: parameterName, type, default: value, rest }) => {
    const typed = `${rest ? stars(parameterName) : ""}${parameterName}${type ? `: ${onOneLine(type)}` : ""}`;
    return value === undefined ? typed : `${typed}${type ? " = " : "="}${onOneLine(value)}`;
  });
  return `${name}(${parameterTexts.join(", ")})${returns ? ` -> ${onOneLine(returns)}` : ""}`;
}

/** Languages whose heads contain more than names and types: shown as written, without annotations above. */
const asWritten = /\.(?:go|java|rs)$/;

export function headOf(path: string, text: string, declaration: Declaration): string {
  if (!asWritten.test(path))
    return span(cut(path.endsWith(".py") ? pythonSignature(declaration, text) : signature(declaration), 300));
  const head = signatureOf(
    text.slice(declaration.range.start, declaration.range.end),
    declaration.kind,
    path,
  );
  const headText = span(cut(onOneLine(head.replaceAll(/\n\s*(?=throws\b)/g, " ")), 300));
  const owner = ownerName(declaration.name);
  return owner && !headText.startsWith("`func (") ? `${span(owner)}, ${headText}` : headText;
}

function interfaces(
  { path, text }: { readonly path: string; readonly text: string },
  open: Open,
): readonly string[] {
  const callable = open.filter(
    ([declaration]) =>
      (declaration.kind === "function" || declaration.kind === "method") &&
      (!isSpecial(declaration.name) || summaryOf(declaration) !== ""),
  );
  if (callable.length === 0) return [];
  return [
    `### ${span(path)}`,
    "",
    // variants for other platforms are the same to callers
    ...new Set(
      callable.map(([declaration]) => {
        const wording = summaryOf(declaration);
        return `- ${headOf(path, text, declaration)}${wording ? `: ${wording}` : ""}`;
      }),
    ),
    "",
  ];
}

const configuration = (modules: readonly Module[]): readonly string[] =>
  filled(
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
