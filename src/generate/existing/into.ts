import { combine } from "../combine.ts";
import { namesOf, withoutAccounts, type ApiDefinition, type Resource } from "../../api/index.ts";
import type { Project } from "../../code/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Change, Files } from "../../workspace/index.ts";
import type { Baseline } from "../baseline.ts";
import type { GeneratedFile, Options } from "../contracts.ts";
import { paths } from "../typescript/names.ts";
import type { Variant } from "../variants.ts";
import { readHost, type Host } from "./host.ts";
import { toCommonJs, withoutTypes } from "./javascript.ts";
import { fill, layoutOf, type Layout } from "./layout.ts";
import { withPackages } from "./manifest.ts";
import { mountExpress, type Mounted } from "./mount/express.ts";
import { globalPrefix, mountNest } from "./mount/nestjs.ts";
import { packagesFor } from "./packages.ts";
import { partsOf, pastMigrations, type Setting } from "./parts.ts";
import { relocate, type Places } from "./relocate.ts";
import { guardOf, poolOf, variableOf } from "./reuse.ts";

/** What goes into an application that someone else wrote. */
export interface Into {
  readonly files: readonly GeneratedFile[];
  /** Changes of the project's own files, and of where we keep the layout. */
  readonly edits: readonly Change[];
  /** Sentences about what plays which role, what was reused, where it was mounted. */
  readonly notes: readonly string[];
  /** What is left to be done by hand, in order. */
  readonly left: readonly string[];
}

export interface Request {
  readonly api: ApiDefinition;
  readonly variant: Variant;
  readonly project: Project;
  readonly previous: Baseline | undefined;
  readonly auth: boolean;
}

const record = ".antiphon/layout.json";
const bare = (path: string): string => path.replace(/\.[mc]?[jt]s$/, "");

/** The layout of the first run counts for all that follow. */
async function layoutIn(
  files: Files,
  host: Host,
): Promise<{ readonly layout: Layout; readonly before: string | null }> {
  const before = await files.tryRead(record);
  if (before === null) return { layout: layoutOf(host), before };
  try {
    return { layout: JSON.parse(before) as Layout, before }; // written below
  } catch {
    throw new UserError(
      "bad_layout",
      `${record} is no JSON.`,
      "Restore it from version control, or delete it.",
      {
        place: { file: record },
      },
    );
  }
}

const renamed: Readonly<Record<string, string>> = {
  "src/api": "index",
  "src/modules/database": "database.token",
  "src/modules/resources": "resources.module",
  "src/modules/auth": "token.guard",
};

/** The place of everything that may be generated. */
function placesOf(
  { api, guard, pool, options }: Setting,
  layout: Layout,
  generated: readonly GeneratedFile[],
): Places {
  const places = new Map<string, string>();
  for (const { path } of generated) {
    const plain = path.replace(/\.ts$/, "");
    const folder = plain.startsWith("tests/") ? layout.testSupport : layout.support;
    places.set(plain, `${folder}/${renamed[plain] ?? plain.replace(/^(?:src|tests)\//, "")}`);
  }
  for (const name of pastMigrations(options.previous?.paths ?? []))
    places.set(`src/migrations/${name}`, `${layout.support}/migrations/${name}`);
  for (const resource of api.resources) {
    const own = paths(resource);
    for (const role of ["model", "routes", "controller", "module", "test"] as const)
      places.set(bare(own[role]), fill(layout.roles[role], resource));
    places.set(own.docs, `${fill(layout.roles.docs, resource)}.md`);
  }
  places.set("docs/openapi.json", "docs/api/openapi.json");
  if (guard) places.set("src/host-guard", bare(guard.path));
  if (pool) places.set("src/host-pool", bare(pool.path));
  return places;
}

/** In the language of the project: its own where that is JavaScript. */
function inLanguage(host: Host, layout: Layout, file: GeneratedFile): GeneratedFile {
  if (host.typed || !file.path.endsWith(host.extension) || file.path.endsWith(".mjs")) return file;
  const plain = withoutTypes(file.path.replace(/\.js$/, ".ts"), file.text);
  if (host.syntax === "esm") return { path: file.path, text: plain };
  const folder = layout.roles.model.slice(0, layout.roles.model.lastIndexOf("/"));
  const isModel = !folder.includes("{") && bare(file.path).startsWith(`${folder}/`);
  const isLate = (specifier: string): boolean => isModel && /^\.\/[^/]+$/.test(specifier);
  return { path: file.path, text: toCommonJs(file.path, plain, isLate) };
}

const clash = (path: string, resource: Resource): UserError =>
  new UserError(
    "resource_exists",
    `${path} is there already and was not generated, so ${resource.name} seems to exist.`,
    "Choose another name for the resource, or move that file away.",
  );

/** Nothing of the project's own may be where a resource's files go. */
function refuseClashes({ host, api }: Setting, layout: Layout): void {
  for (const resource of api.resources) {
    for (const role of ["model", "routes", "controller"] as const) {
      const path = `${fill(layout.roles[role], resource)}${host.extension}`;
      if (host.sources.some((source) => source.path === path)) throw clash(path, resource);
    }
  }
}

const words = {
  model: "Model",
  routes: "Routes",
  controller: "Controller",
  module: "Module",
  test: "Tests",
  docs: "Documentation",
};
const nestWords = { ...words, routes: "Controller", controller: "Service" };

function rolesOf({ host, api }: Setting, layout: Layout): readonly string[] {
  const called = host.framework === "nestjs" ? nestWords : words;
  const [first] = api.resources;
  if (!first) return [];
  const listed = (["model", "routes", "controller", "module", "test", "docs"] as const)
    .filter((role) => role !== "module" || host.framework === "nestjs")
    .map(
      (role) =>
        `${called[role]}: ${fill(layout.roles[role], first)}${role === "docs" ? ".md" : host.extension}`,
    );
  return [
    ...listed,
    `Shared by all resources: ${layout.support}/`,
    `Shared by their tests: ${layout.testSupport}/`,
  ];
}

const managers: Readonly<Record<string, string>> = {
  pnpm: "pnpm install",
  yarn: "yarn install",
  bun: "bun install",
  npm: "npm install",
};

/** The setting that a project gives: what of its own is used, and how. */
function settingOf(host: Host, { api: given, variant, auth, previous, project }: Request): Setting {
  const api = withoutAccounts(given); // the application has its own
  const guard = auth && host.framework === "express" ? guardOf(host) : undefined;
  const [first] = api.resources;
  if (!first) throw new Error("Nothing is to be generated.");
  const prefix = host.framework === "nestjs" ? globalPrefix(host) : undefined;
  const options: Options = {
    name: project.name ?? "api",
    previous,
    project,
    auth: auth && !guard,
    guest: { express: host.express, prefix: prefix === undefined ? "api/" : "", width: host.width },
  };
  return {
    host,
    api,
    inner: guard ? combine(api) : api,
    options,
    guard,
    pool: variant.database === "postgres" ? poolOf(host) : undefined,
    variable: variableOf(
      host,
      variant.database,
      variant.database === "mongodb" ? "MONGODB_URL" : "DATABASE_URL",
    ),
  };
}

function mountIn({ host, api }: Setting, layout: Layout): Mounted {
  if (host.framework === "express") return mountExpress(host, `${layout.support}/index${host.extension}`);
  return mountNest(
    host,
    api.resources.map((resource) => ({
      name: `${namesOf(resource).pascal}Module`,
      path: `${fill(layout.roles.module, resource)}${host.extension}`,
    })),
  );
}

function notesOf(setting: Setting, layout: Layout, mounted: Mounted): readonly string[] {
  const { guard, pool, host, variable } = setting;
  const prefix = host.framework === "nestjs" ? globalPrefix(host) : undefined;
  return [
    ...rolesOf(setting, layout),
    ...(mounted.at === undefined ? [] : [`Mounted in ${mounted.at}`]),
    ...(pool ? [`Database: the pool of ${pool.path}`] : [`Database: the server that ${variable} names`]),
    ...(guard ? [`Tokens: checked by ${guard.name} of ${guard.path}`] : []),
    ...(prefix === null
      ? ["Paths: below the application's own global prefix, which takes the place of /api"]
      : []),
    ...(typeof prefix === "string" && prefix !== "api"
      ? [`Paths: below /${prefix}, the application's own global prefix, instead of /api`]
      : []),
  ];
}

/** Resources for an application that someone else wrote: placed as its own files are, mounted with a minimal edit. */
export async function generateInto(files: Files, request: Request): Promise<Into> {
  const { project, previous, variant } = request;
  const host = await readHost(
    files,
    project,
    variant.framework === "nestjs" ? "nestjs" : "express",
    previous,
  );
  refuseOld(host);
  const { layout, before } = await layoutIn(files, host);
  const setting = settingOf(host, request);
  refuseClashes(setting, layout);
  const parts = await partsOf(setting, variant);
  const placed = relocate(parts, { host, places: placesOf(setting, layout, parts) });
  const written = placed.map((file) => inLanguage(host, layout, file));
  const mounted = mountIn(setting, layout);
  const manifest = await files.read("package.json");
  const packages = packagesFor(host, variant, setting.options.auth);
  return {
    files: await variant.ecosystem.format(written, setting.options),
    edits: [
      ...mounted.edits,
      { path: "package.json", before: manifest, after: withPackages(manifest, packages) },
      { path: record, before, after: `${JSON.stringify(layout, null, 2)}\n` },
    ].filter((change) => change.before !== change.after),
    notes: notesOf(setting, layout, mounted),
    left: [
      ...(mounted.lines.length ? [`add to the application: ${mounted.lines.join(" and ")}`] : []),
      `install: ${managers[project.packageManager] ?? "npm install"}`,
    ],
  };
}

/** Packages that generated code can't be compiled with. */
function refuseOld({ project, typed }: Host): void {
  const range = project.dependencies["typescript"];
  const version = Number(/(\d+)/.exec(range ?? "")?.[1] ?? 5);
  if (typed && version < 5)
    throw new UserError(
      "old_typescript",
      `This project compiles with TypeScript ${range ?? ""}, and what is generated needs 5 or later.`,
      "Update TypeScript, or write the resource into a folder of its own with --out=my-api.",
    );
  if (Object.hasOwn(project.dependencies, "@nestjs/platform-fastify"))
    throw new UserError(
      "nest_on_fastify",
      "This NestJS application runs on Fastify, and what is generated for NestJS runs on Express.",
      "Write the resource into a folder of its own with --out=my-api.",
    );
}
