import type { Declaration, Study } from "../../code/index.ts";
import { languageOf } from "../../code/index.ts";
import type { Index, Symbol } from "../../inspect/index.ts";
import { merged, type Setting, settingsIn } from "./configuration.ts";
import { dependencies } from "./dependencies.ts";
import { inline, prose, span, table } from "./markdown.ts";
import { type Stamp, stampLine } from "./stamp.ts";

export interface Folder {
  readonly name: string;
  /** Paths and texts, as they are after the run. */
  readonly files: readonly (readonly [path: string, text: string])[];
  readonly index: Index;
  /** Declared ranges by package. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly stamp: Stamp;
}

interface Module {
  readonly path: string;
  readonly declarations: readonly Declaration[];
  readonly studies: readonly Study[];
  readonly imports: readonly string[];
  readonly settings: readonly Setting[];
}

/**
 * The technical specification of a folder: modules, interfaces, data model, dependencies, configuration, errors, as
 * far as there are any; undefined for a folder that offers nothing.
 */
export async function specification(folder: Folder): Promise<string | undefined> {
  const modules: Module[] = [];
  for (const [path, text] of folder.files) {
    const language = await languageOf(path);
    if (!language) continue;
    modules.push({
      path,
      declarations: language.declarations(text),
      studies: language.studies(text),
      imports: [...new Set(language.imports(text).map(({ from }) => from))],
      settings: await settingsIn(path, text),
    });
  }
  if (!modules.some((module) => open(module).length || module.settings.length)) return undefined;
  const { version, commit, source } = folder.stamp;
  return [
    `# ${inline(folder.name)}: technical specification`,
    "",
    stampLine(folder.stamp),
    "",
    `Made from the source by \`/doc\`: version ${inline(version)}, commit ${inline(commit)}, source ${source}. \`/doc ${inline(folder.name)} --check\` fails when they no longer match.`,
    "",
    ...section("Modules", modulesTable(modules)),
    ...section("Interfaces", modules.flatMap(interfaces)),
    ...section("Data model", modules.flatMap(dataModel)),
    ...section("Dependencies", dependencies(modules, folder.dependencies, folder.index)),
    ...section("Configuration", configuration(modules)),
    ...section("Errors", errors(folder)),
  ]
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd()
    .concat("\n");
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length ? [`## ${title}`, "", ...lines] : [];

const open = ({ declarations, studies }: Module): readonly (readonly [Declaration, Study | undefined])[] =>
  declarations.flatMap((one, place) =>
    one.exported && !studies[place]?.traits.has("alias") ? [[one, studies[place]] as const] : [],
  );

function modulesTable(modules: readonly Module[]): readonly string[] {
  return table(
    ["Module", "Exports"],
    modules
      .map((module) => {
        const names = open(module)
          .filter(([{ kind }]) => kind !== "method")
          .map(([{ name }]) => span(name));
        return [
          span(module.path),
          names.length > 10
            ? `${names.slice(0, 9).join(", ")} and ${names.length - 9} more`
            : names.join(", ") || (module.path.endsWith("__init__.py") ? "" : "nothing"),
        ];
      })
      .filter(([, names]) => names),
  );
}

const summaryOf = ({ docstring }: Declaration): string => {
  const [first = ""] = (docstring?.doc.summary ?? "").split(/\n\s*\n|(?<=[.!?])\s/);
  return prose(first.slice(0, 240));
};

const signature = ({ name, parameters, returns }: Declaration): string =>
  `${name}(${parameters.map((one) => `${one.name}${one.optional || one.default !== undefined ? "?" : ""}${one.type ? `: ${one.type}` : ""}`).join(", ")})${returns ? `: ${returns}` : ""}`;

function interfaces(module: Module): readonly string[] {
  const callable = open(module).filter(([{ kind }]) => kind === "function" || kind === "method");
  if (callable.length === 0) return [];
  return [
    `### ${inline(module.path)}`,
    "",
    ...callable.map(([one]) => {
      const said = summaryOf(one);
      return `- ${span(signature(one).slice(0, 300))}${said ? `: ${said}` : ""}`;
    }),
    "",
  ];
}

function dataModel(module: Module): readonly string[] {
  return open(module).flatMap(([one, study]) => {
    if ((one.kind !== "type" && one.kind !== "class") || !study?.members.length) return [];
    const said = summaryOf(one);
    return [
      `### ${inline(one.name)}`,
      "",
      `In ${span(module.path)}${study.bases.length ? `, extends ${study.bases.map(span).join(", ")}` : ""}.${said ? ` ${said}` : ""}`,
      "",
      ...table(
        ["Field", "Type", "Default"],
        study.members.map(({ name, type, optional, value }) => [
          `${span(name)}${optional ? " (may be left out)" : ""}`,
          type ? span(type.slice(0, 200)) : "",
          value ? span(value.slice(0, 80)) : "",
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

function errors({ index, files }: Folder): readonly string[] {
  const inside = new Set(files.map(([path]) => path));
  const raised = new Map<string, Set<string>>();
  const put = (symbol: Symbol): void => {
    for (const { type } of index.raises(symbol))
      raised.set(type, (raised.get(type) ?? new Set()).add(symbol.declaration.name));
  };
  for (const symbol of index.symbols) if (inside.has(symbol.file) && symbol.declaration.exported) put(symbol);
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
