import { mostFrequent } from "../../../lib/index.ts";
import type { Layout } from "../layout.ts";
import { placeholder } from "../roles.ts";
import { below, folderOf, lastOf, supportNames, unusedFolder } from "../folders.ts";
import type { Host, Module } from "./host.ts";
import { isTest } from "./syntax.ts";

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

const baseOf = (path: string): string => lastOf(path).replace(/\.py$/, "");

interface Found {
  /** Path template without the extension. */
  readonly path: string;
  /** Template of the folder of a resource, where each has its own. */
  readonly feature: string | undefined;
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
  if (names.length === 0) return undefined;
  const suffix = mostFrequent(names.map((name) => file.exec(name)?.[0] ?? "")) ?? "";
  const stems = names.map((name) => name.slice(0, name.length - (file.exec(name)?.[0].length ?? 0)));
  return { path: `${where}/${placeholder(stems, "snake")}${suffix}`, feature: undefined };
}

/** Folders between a resource's own folder and its files: `api/v1` in `users/api/v1/router.py`. */
const inner = /(?:\/(?:api|rest|v\d+))+$/;

/** Finds files of a role that each lie in their resource's folder: `users/router.py`, `users/api/v1/router.py`. */
function apart({ file, folder, text }: Pattern, modules: readonly Module[]): Found | undefined {
  const fitting = modules.flatMap(({ path, text: source }) => {
    const base = baseOf(path);
    const home = folderOf(path).replace(inner, "");
    const isFitting = file.exec(base)?.[0] === base && (text?.test(source) ?? true);
    if (!isFitting || home === "" || folder.test(lastOf(home))) return [];
    const where = folderOf(home);
    const below = `${folderOf(path).slice(home.length)}/${base}`;
    return [{ where, name: lastOf(home), below }];
  });
  // Deeper files first: in `users/api`, a router may only collect those of the versions.
  const usual = mostFrequent(
    fitting
      .toSorted((a, b) => b.below.length - a.below.length)
      .map(({ where, below }) => `${where}:${below}`),
  );
  const features = fitting.filter(({ where, below }) => `${where}:${below}` === usual);
  const [first] = features;
  // A single match may be a folder that holds everything.
  if (!first || features.length < 2) return undefined;
  const names = features.map(({ name }) => name);
  const feature = below(first.where, placeholder(names, "snake"));
  return { path: `${feature}${first.below}`, feature };
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
  const support = unusedFolder(host.modules, sourceFolder(host), supportNames);
  const routes = apart(patterns.routes, modules) ?? gathered(patterns.routes, modules);
  const place = (role: Placed): string => {
    if (role === "routes" && routes) return routes.path;
    const found = apart(patterns[role], modules) ?? gathered(patterns[role], modules);
    if (routes?.feature !== undefined)
      return `${routes.feature}/${found?.feature === undefined ? usualFeature[role] : lastOf(found.path)}`;
    if (found && found.feature === undefined) return found.path;
    const folders = { model: "models", routes: "routes", controller: "controllers" } as const;
    return `${support}/${folders[role]}/{snake}`;
  };
  const tests = testFolder(host) ?? below(host.root === "src" ? "" : host.root, "tests");
  const testSupport = unusedFolder(host.modules, tests, ["api_tests", "resource_tests"]);
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
