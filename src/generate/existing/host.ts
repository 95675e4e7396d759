import { mostFrequent } from "../../lib/index.ts";
import type { Project } from "../../code/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Baseline } from "../baseline.ts";
import { versions } from "../typescript/versions.ts";
import { aliasesIn, type Alias } from "./alias.ts";
import { sourcesIn } from "./folders.ts";
import { handOf, widthOf, type Hand } from "./hand.ts";
import type { Source } from "./syntax.ts";

/** What generated code needs to know about an existing Node application. */
export interface Host {
  readonly project: Project;
  /** Its own source files, without generated ones. */
  readonly sources: readonly Source[];
  /** Extension of new files: `.ts`, `.js` or `.mjs`. */
  readonly extension: string;
  readonly typed: boolean;
  /** Module syntax of new files: `import` and `export`, or `require`. */
  readonly syntax: "esm" | "cjs";
  /** Module system at run time: TypeScript is written with `import` but may run as CommonJS. */
  readonly runtime: "esm" | "cjs";
  readonly importEnd: ".js" | ".ts" | ".mjs" | "";
  /** Aliases of folders in imports, as the settings declare them. */
  readonly aliases: readonly Alias[];
  /** Major version of Express in use. */
  readonly express: number;
  /** Module to import zod 4 from. */
  readonly zod: string;
  /** Package of the in-memory PostgreSQL for tests; an alias if the project has an older version of it. */
  readonly pglite: string;
  /** Whether the compiler gives CommonJS packages a default export, as Node does. */
  readonly interop: boolean;
  /** Whether the test runner knows Node's built-in modules only without `node:`. */
  readonly bareBuiltins: boolean;
  /** Maximum line width of the project's formatter, or one inferred from its sources. */
  readonly width: number;
  readonly hand: Hand;
}

const isSource = (path: string): boolean =>
  /\.[mc]?[jt]s$/.test(path) &&
  !/\.d\.[mc]?ts$|\.min\.js$|(^|\/)(dist|build|coverage|node_modules)\//.test(path);

/** Whether a program wrote the file, as it did Prisma's client: it doesn't show the project's style. */
const isMade = (text: string): boolean =>
  /^\s*(?:\/\*|\/\/)[\s\S]*(?:@generated|\bgenerated (?:by|code|file)|do not (?:edit|modify))/i.test(
    text.slice(0, 300),
  );

/** Returns the project's own sources, without those generated into it. */
async function sourcesOf(files: Files, previous: Baseline | undefined): Promise<readonly Source[]> {
  const generated = new Set(previous?.paths ?? []);
  const isOwn = (path: string): boolean =>
    isSource(path) && !generated.has(path) && !path.startsWith(".antiphon/");
  const sources = await sourcesIn(files, "**/*.{ts,js,mts,mjs,cts,cjs}", isOwn);
  return sources.filter(({ text }) => !isMade(text));
}

const major = (range: string | undefined): number | undefined => {
  const found = /(\d+)(?:\.\d+)?/.exec(range ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
};

const minor = (range = ""): number => Number(/\d+\.(\d+)/.exec(range)?.[1] ?? 0);

/** Returns where to import zod 4 from: the project's zod 4, the copy in late zod 3, or an alias beside an older one. */
function zodOf(range: string | undefined): string {
  const majorVersion = major(range);
  if (majorVersion === undefined || majorVersion >= 4) return "zod";
  return minor(range) >= 25 ? "zod/v4" : "zod4";
}

/** Whether a range asks for versions before this one. */
const isBefore = (range: string | undefined, version: string): boolean =>
  range !== undefined &&
  ((major(range) ?? 0) < (major(version) ?? 0) ||
    (major(range) === major(version) && minor(range) < minor(version)));

const pglite = "@electric-sql/pglite";

const relativeImports = /(?:from\s+|import\s*\(\s*|require\s*\(\s*|import\s+)["'](\.{1,2}\/[^"'\n]+)["']/g;

/** Returns the most common ending of the project's relative imports. */
function importEndOf(sources: readonly Source[], usual: Host["importEnd"]): Host["importEnd"] {
  const ends = sources
    .flatMap(({ text }) => [...text.matchAll(relativeImports)])
    .flatMap(([, specifier = ""]) =>
      specifier.endsWith(".json") ? [] : (/\.(?:js|ts|mjs)$/.exec(specifier)?.[0] ?? ""),
    );
  return (mostFrequent(ends) as Host["importEnd"] | undefined) ?? usual; // guaranteed by the pattern
}

/** Whether CommonJS packages get a default export: before TypeScript 6 only if set, or if compiled as Node modules. */
function interopOf(settings: string | null, { dependencies }: Project): boolean {
  if (settings === null || (major(dependencies["typescript"]) ?? 6) >= 6) return true;
  return /"esModuleInterop"\s*:\s*true|"module"\s*:\s*"(?:node|preserve)|"bundler"|"extends"/i.test(settings);
}

function languageOf(
  project: Project,
  sources: readonly Source[],
): Pick<Host, "extension" | "typed" | "syntax" | "runtime"> {
  const app = sources.filter(({ path }) => !/\.config\.\w+$|(^|\/)\./.test(path));
  const count = (pattern: RegExp): number => app.filter(({ path }) => pattern.test(path)).length;
  const typed =
    count(/\.[mc]?ts$/) > count(/\.[mc]?js$/) || (app.length === 0 && project.language === "typescript");
  const runtime = project.modules ?? "esm";
  if (typed) return { extension: ".ts", typed, syntax: "esm", runtime };
  const modules = count(/\.mjs$/) > count(/\.js$/);
  if (modules) return { extension: ".mjs", typed, syntax: "esm", runtime: "esm" };
  const imports = app.filter(({ text }) => /^\s*(?:import\s[^(]|export\s)/m.test(text)).length;
  const requires = app.filter(({ text }) => /\brequire\(|\bmodule\.exports\b/.test(text)).length;
  const syntax = runtime === "esm" || imports > requires ? "esm" : "cjs";
  return { extension: ".js", typed, syntax, runtime };
}

/** Reads everything that generated code depends on from the application. */
export async function readHost(
  files: Files,
  project: Project,
  expressOf: (majorOf: (name: string) => number | undefined) => number,
  previous: Baseline | undefined,
): Promise<Host> {
  const sources = await sourcesOf(files, previous);
  const language = languageOf(project, sources);
  const languageSources = sources.filter(({ path }) => path.endsWith(language.extension));
  const usual = language.runtime === "esm" ? (language.extension === ".mjs" ? ".mjs" : ".js") : "";
  const settings = language.typed ? await files.tryRead("tsconfig.json") : null;
  return {
    project,
    sources,
    ...language,
    aliases: aliasesIn(`${(await files.tryRead("package.json")) ?? ""}\n${settings ?? ""}`),
    importEnd: importEndOf(languageSources, usual),
    express: expressOf((name) => major(project.dependencies[name])),
    zod: zodOf(project.dependencies["zod"]),
    pglite: isBefore(project.dependencies[pglite], versions[pglite]) ? "pglite-for-api" : pglite,
    interop: interopOf(settings, project),
    bareBuiltins: (major(project.dependencies["jest"]) ?? 27) < 27,
    width: project.style.width ?? widthOf(languageSources),
    hand: handOf(languageSources, {
      dots: !/"noPropertyAccessFromIndexSignature"\s*:\s*true/.test(settings ?? ""),
      trailingCommas: project.style.trailingCommas,
    }),
  };
}
