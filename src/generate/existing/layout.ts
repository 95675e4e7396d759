import { capital } from "../../lib/index.ts";
import { namesOf, type Names, type Resource } from "../../api/index.ts";
import type { Host } from "./host.ts";
import { detectRoles, type Found, type Naming, type Role, type Spelled } from "./roles.ts";

/**
 * Where files go, kept from run to run: paths from the project's root without their ending, in which
 * `{kebab}`, `{plural.camel}` and so on stand for the resource.
 */
export interface Layout {
  readonly roles: Readonly<Record<Role, string>>;
  /** Folder of everything that the resources share. */
  readonly support: string;
  /** Folder of what their tests share. */
  readonly testSupport: string;
}

/** The path of a resource's file. */
export function fill(template: string, resource: Resource): string {
  const names: Names = namesOf(resource);
  return template.replaceAll(
    /\{(plural\.)?(kebab|camel|pascal|snake)\}/g,
    (_, plural: string | undefined, spelling: Spelled) => (plural ? names.plural : names)[spelling],
  );
}

const folderOf = (path: string): string => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
const below = (folder: string, name: string): string => (folder ? `${folder}/${name}` : name);

/** Where the application's own code starts: the folder of its main file. */
function sourceRoot({ sources, project }: Host): string {
  const app = project.app?.file ?? project.entry;
  const first = app?.includes("/") ? app.split("/")[0] : undefined;
  if (first !== undefined) return first;
  return app === undefined && sources.some(({ path }) => path.startsWith("src/")) ? "src" : "";
}

/** Names a role's file after how another role's is named: `userRouter` makes `userController`. */
function alike(found: Found, suffix: string): string {
  const { name, suffix: own } = found;
  if (!own) return name;
  const separator = /^[._-]/.exec(own)?.[0] ?? "";
  const word = /^[._-]?[A-Z]/.test(own) ? capital(suffix) : suffix;
  return `${name.slice(0, name.length - own.length)}${separator}${word}`;
}

const plurals: Readonly<Partial<Record<Role, string>>> = {
  model: "models",
  routes: "routes",
  controller: "controllers",
};

/** A project, and what was found in it. */
interface Known {
  readonly host: Host;
  readonly naming: Naming;
  readonly found: Readonly<Partial<Record<Role, Found>>>;
}

/** The place of a role that the project has no file of. */
function invented(role: Role, { host, naming, found }: Known): string {
  const suffix = naming.suffixes[role] ?? role;
  const other = found.routes ?? found.controller ?? found.model;
  if (other?.feature) return `${other.folder}/${alike(other, suffix)}`;
  const root = sourceRoot(host);
  if (naming.together) {
    if (other) return `${other.folder}/${alike(other, suffix)}`;
    return below(root, `{plural.kebab}/{plural.kebab}.${suffix}`);
  }
  if (!other) return below(root, `${plurals[role] ?? role}/{kebab}`);
  const parent = folderOf(other.folder.replace(/\/v\d+$/, ""));
  return below(parent, `${plurals[role] ?? role}/${alike(other, suffix)}`);
}

const testFolders = ["tests", "test", "spec"];

/** Where tests go that the project's own runner must not find: it would not understand them. */
const apart = "api-tests";

const isForeign = ({ project: { runners } }: Host): boolean =>
  runners.length > 0 && !runners.some((runner) => runner === "vitest" || runner === "jest");

function testTemplate({ host, naming, found: { test: found } }: Known, routes: string): string {
  const name = routes.slice(routes.lastIndexOf("/") + 1).replace(/[._-]?(?:routes?|router|controller)$/i, "");
  const end = found?.suffix || ".test";
  const own = folderOf(routes);
  if (isForeign(host)) return `${apart}/${name}.spec`;
  if (naming.together) return `${own}/${name}.spec`;
  if (!found) return `tests/${name}${end}`;
  if (found.folder === "beside") return `${own}/${name}${end}`;
  if (found.folder === "__tests__") return `${own}/__tests__/${name}${end}`;
  return below(found.folder, `${name}${end}`);
}

/** A folder of that name which the project hasn't got yet. */
function unused(host: Host, candidates: readonly string[]): string {
  const taken = (folder: string): boolean => host.sources.some(({ path }) => path.startsWith(`${folder}/`));
  return candidates.find((folder) => !taken(folder)) ?? `${candidates[0] ?? "api"}-resources`;
}

/** Where generated files go in this project: where its own files of the same kind are. */
export function layoutOf(host: Host, naming: Naming): Layout {
  const found = detectRoles(host, naming);
  const known = { host, naming, found };
  const root = sourceRoot(host);
  const place = (role: Role): string => {
    const own = found[role];
    // Where each resource has a folder of its own, nothing of it lies elsewhere.
    if (own && found.routes?.feature && own.folder !== found.routes.folder) return invented(role, known);
    return own ? `${own.folder}/${own.name}`.replace(/^\//, "") : invented(role, known);
  };
  const routes = place("routes");
  const support = unused(
    host,
    ["api", "resources", "rest", "generated"].map((name) => below(root, name)),
  );
  const own = testFolders.find((folder) => host.sources.some(({ path }) => path.startsWith(`${folder}/`)));
  // Where tests are beside what they test, compilers and linters may look at nothing but that folder.
  const isBeside = found.test !== undefined && !found.test.folder.includes("/") && own === undefined;
  const testsFolder = isForeign(host) ? apart : (own ?? (isBeside ? `${support}/tests` : "tests"));
  return {
    roles: {
      model: place("model"),
      routes,
      controller: place("controller"),
      module: place("module"),
      test: testTemplate(known, routes),
      docs: "docs/api/{kebab}",
    },
    support,
    testSupport: unused(
      host,
      ["support", "api-support"].map((name) => `${testsFolder}/${name}`),
    ),
  };
}
