import { mostFrequent } from "../../../lib/index.ts";
import { fill, type Layout } from "../layout.ts";
import { placeholder } from "../roles.ts";
import { below, folderOf, type Host, type Module } from "./host.ts";
import { isTest } from "./syntax.ts";

export { fill, type Layout };

type Placed = "model" | "routes" | "controller";

interface Pattern {
  readonly folder: RegExp;
  /** Matches the file's name where each resource has its own folder; elsewhere, the end of the name. */
  readonly file: RegExp;
  readonly text?: RegExp;
}

const patterns: Readonly<Record<Placed, Pattern>> = {
  routes: {
    folder: /^(?:routers?|routes|endpoints|views|api)$/,
    file: /(?:^|_)(?:routers?|routes|endpoints|views|api)$/,
    text: /\bAPIRouter\(/,
  },
  model: { folder: /^(?:models?|entities)$/, file: /(?:^|_)models?$/ },
  controller: { folder: /^(?:services?|controllers?)$/, file: /(?:^|_)(?:services?|controllers?)$/ },
};

/** File names that don't name a resource. */
const general =
  /^(?:__\w+__|main|app|api|base|core|common|utils?|deps|dependencies|health\w*|root|index|router|routes|login|auth)$/;

const lastOf = (folder: string): string => folder.slice(folder.lastIndexOf("/") + 1);
const baseOf = (path: string): string => lastOf(path).replace(/\.py$/, "");

interface Found {
  /** Path template without the extension. */
  readonly path: string;
  /** Whether each resource has its own folder. */
  readonly feature: boolean;
}

/** Finds files of a role that share one folder. */
function gathered({ folder, file, text }: Pattern, modules: readonly Module[]): Found | undefined {
  const fitting = modules.filter(
    (module) =>
      folder.test(lastOf(folderOf(module.path))) &&
      !module.path.endsWith("__init__.py") &&
      (text?.test(module.text) ?? true),
  );
  const where = mostFrequent(fitting.map(({ path }) => folderOf(path)));
  if (where === undefined) return undefined;
  const names = fitting
    .filter(({ path }) => folderOf(path) === where)
    .map(({ path }) => baseOf(path))
    .filter((name) => !general.test(name));
  const suffix = mostFrequent(names.map((name) => file.exec(name)?.[0] ?? "")) ?? "";
  const stems = names.map((name) => name.slice(0, name.length - (file.exec(name)?.[0].length ?? 0)));
  return { path: `${where}/${placeholder(stems, "snake")}${suffix}`, feature: false };
}

/** Finds files of a role that each lie in their resource's folder: `users/router.py`. */
function apart({ file, folder, text }: Pattern, modules: readonly Module[]): Found | undefined {
  const fitting = modules.filter(
    ({ path, text: source }) =>
      file.exec(baseOf(path))?.[0] === baseOf(path) &&
      folderOf(path) !== "" &&
      !folder.test(lastOf(folderOf(path))) &&
      (text?.test(source) ?? true),
  );
  const parents = fitting.map(({ path }) => folderOf(folderOf(path)));
  const where = mostFrequent(parents);
  const features = fitting.filter(({ path }) => folderOf(folderOf(path)) === where);
  // A single match may be a folder that holds everything.
  if (where === undefined || features.length < 2) return undefined;
  const name = placeholder(
    features.map(({ path }) => lastOf(folderOf(path))),
    "snake",
  );
  const base = mostFrequent(features.map(({ path }) => baseOf(path))) ?? "router";
  return { path: below(where, `${name}/${base}`), feature: true };
}

/** Returns the folder of the application's own code. */
function sourceFolder({ app, root, modules }: Host): string {
  if (app) return folderOf(app.path);
  const first = modules.find(({ path }) => !isTest(path));
  return first ? folderOf(first.path) : root;
}

const usualFeature: Readonly<Record<Placed, string>> = {
  model: "models",
  routes: "router",
  controller: "service",
};

/** Returns the first candidate that is neither a folder nor a module of the project. */
function unused({ modules }: Host, candidates: readonly string[]): string {
  const isFolderUsed = (folder: string): boolean =>
    modules.some(({ path }) => path.startsWith(`${folder}/`) || path === `${folder}.py`);
  return candidates.find((folder) => !isFolderUsed(folder)) ?? `${candidates[0] ?? "api"}_resources`;
}

const testFolder = ({ modules }: Host): string | undefined =>
  mostFrequent(
    modules.flatMap(({ path }) => {
      const folder = /^(?:.*\/)?tests?(?=\/)/.exec(path)?.[0];
      return folder !== undefined && /(?:^|\/)test_\w+\.py$/.test(path) ? [folder] : [];
    }),
  );

/** Chooses where generated files go: next to the project's own files of the same kind. */
export function layoutOf(host: Host): Layout {
  const modules = host.modules.filter(({ path }) => !isTest(path));
  const source = sourceFolder(host);
  const support = unused(
    host,
    ["api", "resources", "rest", "generated"].map((name) => below(source, name)),
  );
  const routes = apart(patterns.routes, modules) ?? gathered(patterns.routes, modules);
  const place = (role: Placed): string => {
    const found =
      role === "routes" ? routes : (apart(patterns[role], modules) ?? gathered(patterns[role], modules));
    if (routes?.feature && !found?.feature) return `${folderOf(routes.path)}/${usualFeature[role]}`;
    if (found?.feature === (routes?.feature ?? false)) return found.path;
    const folders = { model: "models", routes: "routes", controller: "controllers" } as const;
    return `${support}/${folders[role]}/{snake}`;
  };
  const tests = testFolder(host) ?? below(host.root === "src" ? "" : host.root, "tests");
  const testSupport = unused(
    host,
    ["api_tests", "resource_tests"].map((name) => below(tests, name)),
  );
  return {
    roles: {
      model: place("model"),
      routes: place("routes"),
      controller: place("controller"),
      module: "",
      test: `${testSupport}/test_{snake}`,
      docs: "docs/api/{snake}",
    },
    support,
    testSupport,
  };
}
