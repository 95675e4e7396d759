import type { Change } from "../../../workspace/index.ts";
import type { Mounted } from "../mount/express.ts";
import { gathering, pathNamed, rootOf } from "../mount/root.ts";
import { spliced, type Splice } from "../syntax.ts";
import { imports, type Host, type Module } from "./host.ts";
import { importFrom, moduleName } from "./modules.ts";
import { isPython } from "../../python/format.ts";
import { blocksOf, importedBy, isTest, type Statement } from "./syntax.ts";

/** A block of statements that sets up an application or router, and where routers are included in it. */
interface Site {
  readonly module: Module;
  /** `app`, `self.app` or `api_router`. */
  readonly name: string;
  /** The statement after which a mount is inserted. */
  readonly behind: Statement;
  readonly score: number;
  /** Routers included here with their prefixes; `undefined` if the code doesn't show the prefix. */
  readonly included: readonly { readonly router: string; readonly prefix: string | undefined }[];
}

const escaped = (text: string): string => text.replaceAll(".", String.raw`\.`);

const makers = {
  application: /^([\w.]+)\s*(?::[^=\n]+)?=\s*(?:fastapi\.)?FastAPI\(/,
  router: /^([\w.]+)\s*(?::[^=\n]+)?=\s*(?:fastapi\.)?APIRouter\(/,
} as const;

type Maker = keyof typeof makers;

/** Matches functions that take the application as a parameter, such as those that register routers. */
const parameter = /^(?:async\s+)?def\s+\w+\([^)]*?\b(\w+)\s*:\s*(?:fastapi\.)?FastAPI\b/;

/** Returns the prefix that a call passes, or `undefined` if the code doesn't show it. */
function prefixOf(host: Host, text: string): string | undefined {
  const [, format = "", , quoted, expression] =
    /\bprefix\s*=\s*(?:(f?)(["'])([^"'\n]*)\2|([\w.()]+))/.exec(text) ?? [];
  const texts = host.modules.filter(({ path }) => !isTest(path)).map((module) => module.text);
  const valueOf = (name = ""): string | undefined => pathNamed(texts, /\w+$/.exec(name)?.[0] ?? "-");
  if (expression !== undefined) return valueOf(expression);
  if (format === "" || quoted === undefined) return quoted ?? "";
  const parts = quoted.split(/\{([^{}]*)\}/).map((part, index) => (index % 2 ? valueOf(part) : part));
  return parts.includes(undefined) ? undefined : parts.join("");
}

const isEnd = (name: string, { kind, text }: Statement): boolean =>
  kind === "ReturnStatement" ||
  /^if\s+__name__\b/.test(text) ||
  new RegExp(`^${escaped(name)}\\.mount\\(\\s*(?:path\\s*=\\s*)?["']/?["']`).test(text) ||
  new RegExp(`^@${escaped(name)}\\.\\w+\\(\\s*["'][^"']*:path\\}`, "m").test(text);

/**
 * Returns the statements before the first one that ends the setup: a return, a catch-all route or mount, `if __name__`.
 */
function open(name: string, statements: readonly Statement[]): readonly Statement[] {
  const end = statements.findIndex((statement) => isEnd(name, statement));
  return end < 0 ? statements : statements.slice(0, end);
}

function siteOf(
  host: Host,
  module: Module,
  { name, statements }: { readonly name: string; readonly statements: readonly Statement[] },
): Site | undefined {
  const before = open(name, statements);
  const calls = (method: string) => new RegExp(`\\b${escaped(name)}\\.${method}\\(`);
  const isMade = new RegExp(
    `^${escaped(name)}\\s*(?::[^=\\n]+)?=\\s*(?:fastapi\\.)?(?:FastAPI|APIRouter)\\(`,
  );
  const including = before.filter(
    ({ kind, text }) => !kind.endsWith("Definition") && calls("include_router").test(text),
  );
  const making = before.filter(
    ({ kind, text }) =>
      isMade.test(text) || (kind === "ExpressionStatement" && calls("add_middleware").test(text)),
  );
  const behind = including.at(-1) ?? making.at(-1) ?? (name === "app" ? before[0] : undefined);
  if (!behind) return undefined;
  const included = including.map(({ text }) => ({
    router: /include_router\(\s*([\w.]+)/.exec(text)?.[1] ?? "",
    prefix: prefixOf(host, text),
  }));
  return { module, name, behind, included, score: (including.length ? 4 : 0) + (making.length ? 2 : 0) };
}

/** Returns the places in a module where an application or router is created. */
function sitesIn(host: Host, module: Module, maker: Maker): readonly Site[] {
  return [...blocksOf(module.statements)].flatMap((statements) => {
    const makerNames = statements.flatMap(({ text }) => makers[maker].exec(text)?.[1] ?? []);
    return [...new Set(makerNames)].flatMap((name) => siteOf(host, module, { name, statements }) ?? []);
  });
}

/** Returns functions that register routers on an application passed to them. */
const registering = (host: Host, module: Module): readonly Site[] =>
  module.statements.flatMap((statement) => {
    const name = parameter.exec(statement.text)?.[1];
    const site = name === undefined ? undefined : siteOf(host, module, { name, statements: statement.inner });
    return site?.included.length ? [site] : [];
  });

/** A router that includes others, and its path in the application; `undefined` if the code doesn't show it. */
interface Gathering {
  readonly place: Site;
  readonly root: string | undefined;
}

/** Returns the routers that the application includes and that include others. */
function gatherings({ module, included, name }: Site, host: Host): readonly Gathering[] {
  const routers = host.modules.flatMap((item) => sitesIn(host, item, "router"));
  return included.flatMap(({ router, prefix }) => {
    const [first = "", last] = router.split(".");
    const imported = imports(module.statements).find(({ local }) => local === first);
    const found = routers.find(
      (site) =>
        site.included.length > 0 &&
        (last ?? imported?.name ?? first) === site.name &&
        (imported
          ? importsModule(host, { module, brought: imported, last }, site.module)
          : site.module === module),
    );
    if (!found || found.name === name) return [];
    const making = found.module.statements.find(({ text }) => makers.router.exec(text)?.[1] === found.name);
    const base = prefixOf(host, making?.text ?? "");
    return [{ place: found, root: prefix === undefined || base === undefined ? undefined : prefix + base }];
  });
}

interface Brought {
  readonly module: Module;
  readonly brought: ReturnType<typeof importedBy>[number];
  /** The last part of the reference: `router` in `users.router`. */
  readonly last: string | undefined;
}

/** Whether an import refers to a module or to a name in it. */
function importsModule(host: Host, { module, brought, last }: Brought, target: Module): boolean {
  const whole = last === undefined ? brought.module : `${brought.module}.${brought.name ?? ""}`;
  const targetModule = moduleName(host, target.path);
  if (!whole.startsWith(".")) return whole.replace(/\.$/, "") === targetModule;
  const dots = /^\.+/.exec(whole)?.[0].length ?? 1;
  const here = moduleName(host, module.path).split(".").slice(0, -dots);
  return [...here, ...whole.slice(dots).split(".").filter(Boolean)].join(".") === targetModule;
}

const isMounted = (host: Host, module: Module, target: string): boolean =>
  module.statements
    .flatMap(importedBy)
    .some(
      (imported) =>
        imported.name === "router" &&
        importsModule(
          host,
          { module, brought: imported, last: undefined },
          { path: target, text: "", statements: [] },
        ),
    );

const newline = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** Returns the offset after everything else on the line of an offset. */
function lineEnd(text: string, offset: number): number {
  const rest = /^[ \t]*(?:#[^\r\n]*)?/.exec(text.slice(offset))?.[0] ?? "";
  return offset + rest.trimEnd().length;
}

function belowOf({ text }: Module, { start, end }: Statement, line: string): Splice {
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", start - 1) + 1))?.[0] ?? "";
  const index = lineEnd(text, end);
  return { start: index, end: index, text: `${newline(text)}${indent}${line}` };
}

/** Inserts an import in sorted position among the module's imports. */
function importing(module: Module, line: string): Splice {
  const { text, statements } = module;
  const all = statements.filter(({ kind }) => kind === "ImportStatement");
  const sort = (one: string): string => (/^from\s+(\S+)/.exec(one)?.[1] ?? one).toLowerCase();
  const top = (one: string): string => /^from\s+(\.|\w+)/.exec(one)?.[1] ?? "";
  const ownImports = all.filter((statement) => top(statement.text) === top(line));
  const ordered = ownImports.every(
    (statement, index) => index === 0 || sort(ownImports[index - 1]?.text ?? "") <= sort(statement.text),
  );
  const before = ownImports.filter((statement) => sort(statement.text) < sort(line));
  if (ordered && ownImports[0] && !before.length)
    return { start: ownImports[0].start, end: ownImports[0].start, text: `${line}${newline(text)}` };
  const last = (ordered ? before.at(-1) : ownImports.at(-1)) ?? all.at(-1);
  if (last) {
    const index = lineEnd(text, last.end);
    const gap = ownImports.length ? "" : newline(text);
    return { start: index, end: index, text: `${gap}${newline(text)}${line}` };
  }
  const docstring = statements[0]?.kind === "ExpressionStatement" ? statements[0] : undefined;
  return docstring
    ? belowOf(module, docstring, `${newline(text)}${line}${newline(text)}`)
    : { start: 0, end: 0, text: `${line}${newline(text)}${newline(text)}` };
}

/** Returns a name that the module doesn't use yet. */
const freeName = ({ text }: Module): string =>
  ["resources_router", "generated_router", "generated_resources_router"].find(
    (name) => !new RegExp(`\\b${name}\\b`).test(text),
  ) ?? "more_resources_router";

function mount(
  host: Host,
  site: Site,
  { target, root }: { readonly target: string; readonly root: string | undefined },
): Change {
  const { module, name, behind } = site;
  const local = freeName(module);
  const isRouter = sitesIn(host, module, "router").some((other) => other.name === name);
  const quote = host.quotes === "single" ? "'" : '"';
  const prefix = isRouter ? "" : `, prefix=${quote}${root ?? ""}${quote}`;
  const after = spliced(module.text, [
    importing(module, `from ${importFrom(host, module.path, target)} import router as ${local}`),
    belowOf(module, behind, `${name}.include_router(${local}${prefix})`),
  ]);
  return { path: module.path, before: module.text, after };
}

/** Whether the file parses before and after an edit. */
const isSound = async ({ before, after }: Change): Promise<boolean> =>
  (await isPython(before ?? "")) && (await isPython(after ?? ""));

/**
 * Includes the router of the module at `target` where the application includes its own routers: after them, and before
 * any catch-all route.
 */
export async function mountFastApi(host: Host, target: string): Promise<Mounted> {
  const ownModules = host.modules.filter(({ path }) => !isTest(path));
  const there = ownModules.find((module) => isMounted(host, module, target));
  if (there) return { edits: [], lines: [], at: there.path };
  const isMain = (site: Site): number => (site.module === host.app ? 1 : 0);
  const [main] = ownModules
    .flatMap((module) => [...sitesIn(host, module, "application"), ...registering(host, module)])
    .toSorted((a, b) => b.score - a.score || isMain(b) - isMain(a));
  const collecting = main ? gatherings(main, host) : [];
  const found = main && gathering(collecting, main.included.length);
  const inner = collecting.flatMap(({ place, root }) =>
    place.included.map(({ prefix }) =>
      root === undefined || prefix === undefined ? undefined : root + prefix,
    ),
  );
  const outer = main?.included.map(({ prefix }) => prefix) ?? [];
  const root = found ? found.root : rootOf([...outer, ...inner]);
  const place = found?.place ?? main;
  const edit = place && mount(host, place, { target, root });
  if (edit && (await isSound(edit)))
    return {
      edits: [{ ...edit, before: edit.before ?? "", after: edit.after ?? "" }],
      lines: [],
      at: edit.path,
      under: root ?? null,
    };
  return {
    edits: [],
    lines: [
      `from ${moduleName(host, target)} import router as resources_router`,
      'app.include_router(resources_router, prefix="/api")',
    ],
    at: undefined,
  };
}
