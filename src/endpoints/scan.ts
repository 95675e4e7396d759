import { languageOf } from "../code/index.ts";
import type { Files } from "../workspace/index.ts";
import { start } from "./evaluate/index.ts";
import { isTooMuch, Budget } from "./evaluate/machine.ts";
import type { Foreign, Machine } from "./evaluate/types.ts";
import type { Framework, Route } from "./frameworks/contract.ts";
import { frameworks } from "./frameworks/table.ts";
import { node, rxjs, settings } from "./evaluate/node.ts";
import { packages } from "./evaluate/packages.ts";
import { identity, password } from "./frameworks/identity.ts";
import { comparable } from "./frameworks/paths.ts";
import { statuses } from "./frameworks/statuses.ts";
import { web } from "./frameworks/web.ts";
import { proven, unfollowed } from "./proof.ts";
import { installedSources } from "./installed.ts";
import { load, type Loaded } from "./load.ts";
import { Imports } from "./program/imports.ts";
import type { Program } from "./program/ir.ts";
import { readJavaScript } from "./program/javascript/statements.ts";
import { readPython } from "./program/python/statements.ts";
import { callMakers, stepsEach, summaryOf } from "./makers.ts";
import { marshmallowLibrary } from "./schema/marshmallow.ts";
import { stored } from "./schema/stored.ts";
import { validation } from "./schema/validate.ts";
import { compareWithForms, type Registrations } from "./witness/compare.ts";
import { formsIn, type Form } from "./witness/forms.ts";

/** A route with its location. */
export interface FoundRoute extends Route {
  readonly line: number;
  readonly framework: string;
  /** The first sentence of its comment or docstring. */
  readonly summary?: string;
  /** `file:line` of the code that decides whether it needs credentials, where that code could not be followed. */
  readonly undecided?: string;
}

interface Left {
  readonly file: string;
  readonly why: string;
}

export interface Scan {
  readonly routes: readonly FoundRoute[];
  /** Files whose routes may be missing, and why. */
  readonly left: readonly Left[];
  /** Places that register endpoints under a path that is known only at run time. */
  readonly unclear: readonly { readonly file: string; readonly line: number }[];
  /** Files in which startup code raised an error; the rest was read as if it had not. */
  readonly raised: readonly string[];
  /** Registrations counted by their syntax, without following the program. */
  readonly registrations: Registrations;
  /** Number of source files read. */
  readonly files: number;
}

/**
 * Total step limit: about fifteen seconds on one core. A project of 5,000 files with 640 endpoints takes half of it.
 */
const stepsInAll = 4_000_000;

const lineOf = (text: string | undefined, index: number): number =>
  (text ?? "").slice(0, index).split("\n").length;

const within = (path: string, folder: string): boolean =>
  folder === "" || path === folder || path.startsWith(`${folder}/`);

/** A JSON file as a module that exports it as a whole and by its keys. */
const exporting = (json: string): string =>
  json.trimStart().startsWith("{")
    ? `const data = ${json};\nmodule.exports = { ...data, default: data };`
    : `module.exports = ${json}`;

/** State that all frameworks share for one project, so that no file is parsed or resolved twice. */
interface Project extends Loaded {
  readonly imports: Imports;
  readonly budget: Budget;
  /** Files that are nested too deeply to be parsed. */
  readonly deep: ReadonlySet<string>;
  read(path: string, text: string): Program | undefined;
}

function projectOf(loaded: Loaded, steps: number): Project {
  const programs = new Map<string, Program | undefined>();
  const deep = new Set<string>();
  const read = (path: string, text: string): Program | undefined => {
    try {
      if (path.endsWith(".py")) return readPython(path, text);
      return readJavaScript(path, path.endsWith(".json") ? exporting(text) : text);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      deep.add(path);
      return undefined;
    }
  };
  return {
    ...loaded,
    imports: new Imports(loaded.sources),
    budget: new Budget(steps),
    deep,
    read(path, text) {
      if (!programs.has(path)) programs.set(path, read(path, text));
      return programs.get(path);
    },
  };
}

type Part = Pick<Scan, "routes" | "left" | "raised" | "unclear"> & { readonly foreign: readonly Foreign[] };

/** The routes of a framework. If requests change shared state, they are followed a second time if the budget allows. */
function routesOf(framework: Framework, machine: Machine, budget: Budget): readonly Route[] {
  const before = budget.left;
  const found = framework.routes(machine);
  const isAffordable = budget.left > 2 * (before - budget.left);
  return machine.isChanged && isAffordable ? framework.routes(machine) : found;
}

/** The routes of a framework; none where the program exceeds a limit. */
function registered(
  framework: Framework,
  {
    machine,
    budget,
    left,
    used,
  }: { machine: Machine; budget: Budget; left: Left[]; used: readonly string[] },
): readonly Route[] {
  try {
    return routesOf(framework, machine, budget);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    left.push(...used.map((file) => ({ file, why: tooMuch(budget) })));
    return [];
  }
}

const usesIn = (name: string, { sources }: Project): readonly string[] =>
  [...sources.texts].filter(([path, text]) => frameworks[name]?.uses(path, text)).map(([path]) => path);

/** Finds the routes of one framework: runs the modules that use it, then collects what was registered. */
function scanOne(name: string, project: Project): Part {
  const { sources, imports, budget } = project;
  const entry = frameworks[name];
  const used = usesIn(name, project);
  if (!entry || !used.length) return { routes: [], left: [], raised: [], unclear: [], foreign: [] };
  const framework: Framework = entry.open(sources.texts);
  const { machine, modules } = start({
    ...project,
    libraries: [
      framework,
      settings,
      validation,
      stored,
      marshmallowLibrary,
      identity,
      password(sources.texts),
      web,
      statuses,
      rxjs,
      node(sources.texts),
      packages,
    ],
  });
  const left: Left[] = [];
  const executed = imports.withDependents(used);
  for (const path of executed) {
    machine.allow(stepsEach);
    machine.isCut = false;
    try {
      machine.module(path);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      machine.isCut = true;
    }
    if (machine.isCut) left.push({ file: path, why: tooMuch(budget) });
  }
  callMakers(
    [...executed].filter((path) => !isInstalled(path)),
    machine,
    { ...project, texts: sources.texts },
  );
  machine.allow(stepsEach);
  const lineIn = (file: string, index: number): number => lineOf(sources.texts.get(file), index);
  const found = registered(framework, { machine, budget, left, used });
  const routes = found.map((route) => {
    if (!route.answers.length && budget.isSpent) left.push({ file: route.file, why: tooMuch(budget) });
    const { file, at } = route.handler ?? route;
    const summary = summaryOf(file, sources.texts.get(file) ?? "", at);
    const { see } = route.auth;
    return {
      ...route,
      framework: name,
      line: lineIn(route.file, route.at),
      ...(summary && { summary }),
      ...(see && { undecided: `${see.file}:${lineIn(see.file, see.at)}` }),
    };
  });
  const language = entry.language === "python";
  const programs = [...sources.texts].flatMap(([path, text]) => {
    const isOurs =
      path.endsWith(".py") === language &&
      !path.endsWith(".json") &&
      !isInstalled(path) &&
      (modules.isRun(path) || used.includes(path) || !isOthers(path, text));
    const program = isOurs ? project.read(path, text) : undefined;
    return program ? [[path, program] as const] : [];
  });
  const waiting = unfollowed(programs, { called: machine.called, isRun: (path) => modules.isRun(path) });
  const unread = [...machine.unread, ...waiting, ...left.map(({ file }) => ({ file, at: 0 }))].flatMap(
    ({ file = "", at = 0 }) => (file ? [{ file, at, line: lineIn(file, at) }] : []),
  );
  return {
    routes: proven(routes, unread, { texts: sources.texts, imports }),
    left: [
      ...left,
      ...modules.broken.map((file) => ({
        file,
        why: project.deep.has(file) ? "it is nested too deeply" : syntaxError,
      })),
    ],
    raised: machine.raised,
    foreign: machine.foreign,
    unclear: machine.unclear.map(({ file, at }) => ({ file, line: lineIn(file, at) })),
  };
}

const syntaxError = "it has a syntax error";

/** Whether a report about a file is valid. Python's newest syntax is skipped by the parser and is no error. */
async function isTrue({ file, why }: Left, texts: ReadonlyMap<string, string>): Promise<boolean> {
  const text = texts.get(file);
  return (
    why !== syntaxError || text === undefined || (await (await languageOf(file))?.parses?.(text)) !== true
  );
}

const tooMuch = ({ isSpent }: Budget): string =>
  isSpent
    ? "the whole project does too much to be followed: name a folder of it"
    : "it does too much to be followed";

/** Whether a file uses any framework. */
const isOthers = (path: string, text: string): boolean =>
  Object.values(frameworks).some((framework) => framework.uses(path, text));

/** Keeps one route for each method and path: the first that was registered. */
function distinct(routes: readonly FoundRoute[]): readonly FoundRoute[] {
  const found = new Map<string, FoundRoute>();
  for (const route of routes) {
    const key = `${route.method} ${comparable(route.path)}`;
    if (!found.has(key)) found.set(key, route);
  }
  return [...found.values()];
}

const isInstalled = (path: string): boolean => path.includes("site-packages/");

interface Followed {
  readonly project: Project;
  readonly parts: readonly Part[];
  /** Routers and views of packages that are registered but lead to no endpoint. */
  readonly foreign: readonly Foreign[];
}

const followAll = (loaded: Loaded, steps: number): Followed => {
  const project = projectOf(loaded, steps);
  const parts = Object.keys(frameworks).map((name) => scanOne(name, project));
  return { project, parts, foreign: parts.flatMap(({ foreign }) => foreign) };
};

/** Follows a project; if it registers what installed packages serve, again with their sources. */
async function followed(files: Pick<Files, "tryRead">, loaded: Loaded, steps: number): Promise<Followed> {
  const first = followAll(loaded, steps);
  const names = first.foreign.map(({ name }) => name);
  const { root, texts } = await installedSources(files, names, loaded.sources);
  if (!texts.size) return first;
  const sources = { ...loaded.sources, texts: new Map([...loaded.sources.texts, ...texts]), installed: root };
  const second = followAll({ ...loaded, sources }, steps);
  const read = second.parts.flatMap(({ routes }) => routes.filter(({ file }) => isInstalled(file)));
  const isSilent = ({ path }: Foreign): boolean => !read.some((route) => route.path.includes(path));
  return { ...second, foreign: [...second.foreign, ...first.foreign.filter(isSilent)] };
}

/** Registrations from packages as forms: `routes of allauth under /accounts/`. */
function foreignForms({ project, foreign }: Followed): readonly Form[] {
  const { texts } = project.sources;
  return foreign.map(({ name, path, file, at }) => ({
    file,
    at,
    end: at,
    line: lineOf(texts.get(file), at),
    what: `${path || "/"}, which ${name} serves,`,
  }));
}

/**
 * Finds the HTTP routes of a project by following its code, without running it.
 * @param folder A relative file or folder. Only routes registered there are returned, but prefixes come from
 * everywhere.
 * @param steps Maximum number of steps. What could not be followed within them is listed.
 */
export async function scanRoutes(
  files: Pick<Files, "find" | "tryRead">,
  folder = "",
  steps = stepsInAll,
): Promise<Scan> {
  const result = await followed(files, await load(files), steps);
  const { project, parts: all } = result;
  const active = new Set(Object.keys(frameworks).filter((name) => usesIn(name, project).length > 0));
  const here = <T extends { readonly file: string }>(list: readonly T[]): readonly T[] =>
    list.filter(({ file }) => within(file, folder));
  const left: Left[] = [];
  for (const item of here([...project.left, ...all.flatMap((part) => part.left)]))
    if (await isTrue(item, project.sources.texts)) left.push(item);
  const unclear = here(all.flatMap((part) => part.unclear));
  const routes = here(all.flatMap((part) => part.routes));
  const raised = new Set(all.flatMap((part) => part.raised));
  return {
    routes: distinct(routes),
    raised: [...raised].filter((file) => within(file, folder)),
    registrations: compareWithForms(
      routes,
      here(formsIn(project, active)).filter(({ file }) => !isInstalled(file)),
      here(foreignForms(result)),
    ),
    left: [...new Map(left.map((left) => [left.file, left])).values()],
    unclear: [...new Map(unclear.map((item) => [`${item.file}:${item.line}`, item])).values()],
    files: project.sources.texts.size,
  };
}
