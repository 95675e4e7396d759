import { capital } from "../../lib/index.ts";
import { namesOf, type Names, type Resource } from "../../api/index.ts";
import { below, folderOf, lastOf, supportNames, unusedFolder } from "./folders.ts";
import type { Host } from "./host.ts";
import { detectRoles, type Found, type Naming, type Role, type Spelled } from "./roles.ts";

/**
 * Where files go, kept between runs: paths from the project root without extension, with placeholders for the resource
 * such as `{kebab}` and `{plural.camel}`.
 */
export interface Layout {
  readonly roles: Readonly<Record<Role, string>>;
  /** Folder of code that the resources share. */
  readonly support: string;
  /** Folder of code that their tests share. */
  readonly testSupport: string;
  /** Path below which the application serves them, if it isn't `/api`. */
  readonly under?: string;
}

/** Returns the path of a resource's file. */
export function fill(template: string, resource: Resource): string {
  const names: Names = namesOf(resource);
  return template.replaceAll(
    /\{(plural\.)?(kebab|camel|pascal|snake)\}/g,
    (_, plural: string | undefined, spelling: Spelled) => (plural ? names.plural : names)[spelling],
  );
}

/** Returns the folder of the application's main file. */
function sourceRoot({ sources, project }: Host): string {
  const app = project.app?.file ?? project.entry;
  const first = app?.includes("/") ? app.split("/")[0] : undefined;
  if (first !== undefined) return first;
  return app === undefined && sources.some(({ path }) => path.startsWith("src/")) ? "src" : "";
}

/** Names a role's file in the style of another role's: `userRouter` gives `userController`. */
function alike(found: Found, suffix: string): string {
  const { name, suffix: roleSuffix } = found;
  if (!roleSuffix) return name;
  const separator = /^[._-]/.exec(roleSuffix)?.[0] ?? "";
  const word = /^[._-]?[A-Z]/.test(roleSuffix) ? capital(suffix) : suffix;
  return `${name.slice(0, name.length - roleSuffix.length)}${separator}${word}`;
}

const plurals: Readonly<Partial<Record<Role, string>>> = {
  model: "models",
  routes: "routes",
  controller: "controllers",
};

/** A project and the roles detected in it. */
interface Known {
  readonly host: Host;
  readonly naming: Naming;
  readonly found: Readonly<Partial<Record<Role, Found>>>;
}

/** Returns a path for a role that the project has no file of. */
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

/** Folder for tests that the project's own runner can't run and must not find. */
const apart = "api-tests";

const isForeign = ({ project: { runners } }: Host): boolean =>
  runners.length > 0 && !runners.some((runner) => runner === "vitest" || runner === "jest");

function testTemplate({ host, naming, found: { test: found } }: Known, routes: string): string {
  const name = lastOf(routes).replace(/[._-]?(?:routes?|router|controller)$/i, "");
  const end = found?.suffix || ".test";
  const routeFolder = folderOf(routes);
  if (isForeign(host)) return `${apart}/${name}.spec`;
  if (naming.together) return `${routeFolder}/${name}.spec`;
  if (!found) return `tests/${name}${end}`;
  if (found.folder === "beside") return `${routeFolder}/${name}${end}`;
  if (found.folder === "__tests__") return `${routeFolder}/__tests__/${name}${end}`;
  return below(found.folder, `${name}${end}`);
}

/** Chooses where generated files go: next to the project's own files of the same kind. */
export function layoutOf(host: Host, naming: Naming): Layout {
  const found = detectRoles(host, naming);
  const known = { host, naming, found };
  const root = sourceRoot(host);
  const place = (role: Role): string => {
    const foundRole = found[role];
    // If each resource has its own folder, all its files belong there.
    if (foundRole && found.routes?.feature && foundRole.folder !== found.routes.folder)
      return invented(role, known);
    return foundRole ? `${foundRole.folder}/${foundRole.name}`.replace(/^\//, "") : invented(role, known);
  };
  const routes = place("routes");
  const support = unusedFolder(host.sources, root, supportNames);
  const tests = testFolders.find((folder) => host.sources.some(({ path }) => path.startsWith(`${folder}/`)));
  // If tests lie next to what they test, compilers and linters may check only the source folder.
  const isBeside = found.test !== undefined && !found.test.folder.includes("/") && tests === undefined;
  const testsFolder = isForeign(host) ? apart : (tests ?? (isBeside ? `${support}/tests` : "tests"));
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
    testSupport: unusedFolder(host.sources, testsFolder, ["support", "api-support"]),
  };
}
