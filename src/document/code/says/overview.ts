import { capital, listed } from "../../../lib/index.ts";
import type { Declaration, Edit, Imported, Language, Loading } from "../../../code/index.ts";
import { list } from "../words/actions.ts";
import { effectsOf } from "./effects.ts";
import { bare } from "./outside.ts";
import { isTest } from "../skip.ts";
import { some } from "../words/name-words.ts";

interface Fact {
  /** `%` marks the place of the names. */
  readonly says: string;
  readonly patterns: readonly RegExp[];
  readonly name?: (match: readonly string[]) => string;
}

const literal = String.raw`["']([^"'\n]{1,60})["']`;
const all = (source: string): RegExp => new RegExp(source, "gm");

/** Effects of loading a file, and what it reads from outside. */
const facts: readonly Fact[] = [
  {
    says: "answers %",
    patterns: [
      /\b(?:app|router|server|api|fastify|bp|blueprint|h3|hono)\s*\.(get|post|put|patch|delete)\(\s*["'](\/[^"'\s]*)["']\s*,/g,
    ],
    name: ([, method = "", path = ""]) => `${method.toUpperCase()} ${path}`,
  },
  {
    says: "answers the paths %",
    patterns: [
      all(String.raw`^\s*(?:path|re_path|url)\(\s*r?${literal}\s*,`),
      all(String.raw`\brouter\.register\(\s*r?${literal}`),
    ],
  },
  {
    says: "mounts what answers %",
    patterns: [
      all(String.raw`\b(?:app|router|server|api)\.use\(\s*["'](\/[^"'\n]{0,60})["']\s*,`),
      all(String.raw`\binclude_router\([^()\n]*\bprefix=${literal}`),
      all(String.raw`\bregister_blueprint\([^()\n]*\burl_prefix=${literal}`),
    ],
  },
  {
    says: "holds routes below %",
    patterns: [
      all(String.raw`\bBlueprint\((?:[^()]|\([^()]*\))*\burl_prefix=${literal}`),
      all(String.raw`\bAPIRouter\((?:[^()]|\([^()]*\))*\bprefix=${literal}`),
    ],
  },
  {
    says: "takes the options %",
    patterns: [
      all(String.raw`\.(?:option|requiredOption)\(\s*["'](?:-\w,?\s*)?(--[\w-]+)`),
      all(String.raw`\bnew Option\(\s*["'](?:-\w,?\s*)?(--[\w-]+)`),
    ],
  },
  {
    says: "takes the arguments %",
    patterns: [all(String.raw`\.(?:argument|arguments)\(\s*["']([<[][^"'\n]{1,40}[>\]])["']`)],
  },
  { says: "has the commands %", patterns: [all(String.raw`\.command\(\s*["']([\w:-]+)`)] },
  {
    says: "registers % with the admin site",
    patterns: [all(String.raw`\badmin\.site\.register\(\s*\[?\s*([A-Z]\w+)`)],
  },
  {
    says: "adds % to the import path",
    patterns: [all(String.raw`\bsys\.path\.(?:append|insert)\((?:\s*\d+\s*,)?\s*${literal}`)],
  },
  {
    says: "sets % where it isn't set",
    patterns: [all(String.raw`\bos\.environ\.setdefault\(\s*${literal}`)],
  },
  {
    says: "renders into %",
    patterns: [all(String.raw`\b(?:createRoot|hydrateRoot|render)\([^;]*?\bgetElementById\(\s*${literal}`)],
  },
  { says: "connects to the database", patterns: [/\bmongoose\.(connect)\(/g] },
  { says: "runs at %", patterns: [all(String.raw`\bcron\.schedule\(\s*${literal}`)] },
];

/** Describes the port a server listens on. */
function listens(source: string): string | undefined {
  const [, port] =
    /\.listen\(\s*(?:\{\s*port:\s*)?(\d{2,5})\b/.exec(source) ??
    /\b(?:app|uvicorn|socketio)\.run\([^()]*\bport\s*=\s*(\d{2,5})\b/.exec(source) ??
    /\bserve\((?:[^()]|\([^()]*\))*\bport:\s*(\d{2,5})\b/.exec(source) ??
    [];
  return port && `listens on port ${port}`;
}

export interface Overviewed {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly declarations: readonly Declaration[];
  /** The file itself was requested, not only its folder; then what it exports or tests is described too. */
  readonly named: boolean;
}

/**
 * Returns an edit that adds a description of what loading a file does, if no declaration shows it; for a
 * requested file, of its purpose.
 */
export function overviewOf({ path, text, language, declarations, named }: Overviewed): Edit | undefined {
  const test = isTest(path);
  if (test && !named) return undefined;
  const loading = language.loading?.(text);
  if (!loading) return undefined;
  const python = language.extensions.includes(".py");
  const wording = test
    ? tested(path, language.imports(text), python)
    : (saidOf(loading, { python, named, declarations }) ??
      (named
        ? (offered(declarations, python ? objectsIn(text) : []) ??
          gathered(declarations, language.imports(text), { text, path }))
        : undefined));
  return wording ? loading.overview(`${capital(wording)}.`) : undefined;
}

const kinds: readonly (readonly [Declaration["kind"], string])[] = [
  ["class", "class"],
  ["function", "function"],
  ["type", "type"],
  ["constant", "constant"],
];

/** Finds objects a Python module creates for its importers: `mail = Mail()`. */
const objectsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/^([a-z]\w*)(?:: [^=\n]+)? = (?:\w+\.)*[A-Z]\w*[a-z]\w*\(/gm)].map(
      ([, name = ""]) => name,
    ),
  ),
];

/** Describes a file's public declarations by kind; a single one is documented where it is. */
function offered(declarations: readonly Declaration[], objects: readonly string[]): string | undefined {
  const open = declarations.filter(
    ({ exported, name }) => exported && !name.includes(".") && name !== "default",
  );
  const names = new Set(open.map(({ name }) => name));
  if (names.size + objects.length < 2) return undefined;
  const parts = kinds.flatMap(([kind, word]) => {
    const own = [...new Set(open.filter((declaration) => declaration.kind === kind).map(({ name }) => name))];
    return own.length
      ? [`the ${word}${own.length === 1 ? "" : word.endsWith("s") ? "es" : "s"} ${some(own, 6)}`]
      : [];
  });
  const made = objects.filter((item) => !names.has(item));
  const all = made.length ? [...parts, `the object${made.length === 1 ? "" : "s"} ${some(made, 6)}`] : parts;
  return `offers ${listed(all)}`;
}

/** Describes what a file re-exports, if it declares nothing itself. */
function gathered(
  declarations: readonly Declaration[],
  imports: readonly Imported[],
  { text, path }: Pick<Overviewed, "text" | "path">,
): string | undefined {
  if (declarations.length > 0 || !/^export\b|^__all__\b/m.test(text)) return undefined;
  const packages = new Set(path.endsWith("/__init__.py") ? path.split("/") : []);
  const isOwn = (from: string): boolean => from.startsWith(".") || packages.has(from.split(".")[0] ?? "");
  const from = [...new Set(imports.map((item) => item.from).filter(isOwn))];
  return from.length > 1 ? `hands on what ${some(from, 6)} define` : undefined;
}

/** Describes what a test file imports from the project: its subject. */
function tested(path: string, imports: readonly Imported[], python: boolean): string | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const subject = file.replace(/^test_|(?:[._-](?:test|spec|tests))?\.[^.]*$/g, "").toLowerCase();
  const own = imports.filter(({ from }) =>
    python
      ? subject.length > 2 && from.toLowerCase().split(".").includes(subject)
      : from.startsWith(".") &&
        !/(?:^|[/_.-])(?:helpers?|utils?|fixtures?|mocks?|setup|support|harness|common|data)(?:[/_.-]|$)|\.json$|^\.\/_/i.test(
          from,
        ),
  );
  const modules = [
    ...new Set(
      own.map(({ from, local }) =>
        /^[./]*(?:(?:src|source|lib|dist)\/)?(?:index(?:\.\w+)?)?$/.test(from) ? local : from,
      ),
    ),
  ].filter((item) => item !== "*");
  return modules.length > 0 && modules.length < 5 ? `tests of ${some(modules, 4)}` : undefined;
}

function saidOf(
  { source, program }: Loading,
  { python, named, declarations }: Pick<Overviewed, "named" | "declarations"> & { readonly python: boolean },
): string | undefined {
  if (!program && !python) return undefined; // its exports are documented there
  const run = python ? source.replaceAll(/^.*\bTYPE_CHECKING\b.*$/gm, "") : source; // what only type checkers see
  const body = bare(run);
  const told = facts.flatMap(({ says, patterns, name }) => {
    const names = [
      ...new Set(
        patterns.flatMap((pattern) =>
          [...body.matchAll(pattern)].map((match) => name?.(match) ?? match[1] ?? ""),
        ),
      ),
    ];
    return names.length === 0 ? [] : [says.replace("%", some(names, 8))];
  });
  const routes = told.some((item) => /^(?:answers|takes|has)/.test(item));
  const own = new Set(declarations.map(({ name }) => name));
  const effects = effectsOf(run, { name: "", parameters: [] }, (name) => own.has(name))
    .map(({ does }) => does)
    .filter((does) => named || !does.startsWith("reads the setting"))
    .filter((does) => !(routes && /^(?:registers the routes|defines the command)/.test(does)));
  const port = listens(body);
  const parts = [...told, ...(port ? [port] : []), ...effects];
  if (parts.every((part) => part.startsWith("may end"))) return undefined;
  return parts.length < 6 ? list(parts) : undefined;
}
