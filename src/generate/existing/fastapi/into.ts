import { ownedSets, withoutAccounts, type ApiDefinition } from "../../../api/index.ts";
import { shellWord } from "../../../lib/index.ts";
import type { Files } from "../../../workspace/index.ts";
import { combine } from "../../combine.ts";
import { formatPython } from "../../python/format.ts";
import { tableName } from "../../sql/sql-identifiers.ts";
import { keeping, recordedLayout } from "../recorded-layout.ts";
import type { Mounted } from "../mount/express.ts";
import type { Into, Request } from "../setting.ts";
import { partsOf, placeNotes, servedAt } from "../shared.ts";
import { readHost, type Host } from "./host.ts";
import type { Layout } from "../layout.ts";
import { layoutOf } from "./layout.ts";
import { passLinter } from "./lint.ts";
import { mountFastApi } from "./mount.ts";
import { packagesFor, refuseUnfit } from "./packages.ts";
import { databases, framework, isNeeded, type Setting } from "./parts.ts";
import { packageFiles, placesOf, refuseClashes, relocate } from "./fastapi-layout.ts";
import { withRequirements, type Added } from "./requirements.ts";
import { engineOf, guardOf, mongoOf, variableOf } from "./reuse.ts";

function settingOf(host: Host, layout: Layout, request: Request): Setting {
  const { api: definition, variant, auth, previous, project } = request;
  const api = withoutAccounts(definition); // the application has its own
  const guard = auth ? guardOf(host) : undefined;
  const onMongo = variant.database === "mongodb";
  return {
    host,
    layout,
    api,
    inner: guard ? combine(api) : api,
    options: {
      name: project.name ?? "api",
      previous,
      project,
      auth: auth && !guard,
      guest: { express: 0, prefix: "", width: host.width },
    },
    guard,
    store: onMongo ? mongoOf(host) : engineOf(host),
    variable: variableOf(host, variant.database, onMongo ? "MONGODB_URL" : "DATABASE_URL"),
  };
}

function notesOf(setting: Setting, mounted: Mounted): readonly string[] {
  const { host, layout, store, variable } = setting;
  return [
    ...placeNotes(setting, {
      layout,
      mounted,
      words: { model: "Model", routes: "Routes", controller: "Controller" },
      extension: ".py",
      database: store ? `where ${store.name} of ${store.path} leads` : `the server that ${variable} names`,
    }),
    ...(host.project.databases.includes("sqlite") && !store
      ? ["The application's own SQLite stays as it is; resources are stored apart from it"]
      : []),
  ];
}

const managers: Readonly<Record<string, string>> = {
  uv: "uv sync",
  poetry: "poetry lock && poetry install",
  pdm: "pdm install",
};

const tablesOf = ({ resources }: ApiDefinition): readonly string[] =>
  resources.flatMap((resource) => [
    tableName(resource),
    ...ownedSets(resource).map(({ through }) => through),
  ]);

/** Returns a step that stops Alembic from dropping tables that it doesn't know. */
function alembicStep({ host, inner, options }: Setting): readonly string[] {
  const settings = host.modules.find(
    ({ path, text }) => path.endsWith("env.py") && /^target_metadata\s*=/m.test(text),
  );
  if (!settings || /\binclude_name\b/.test(settings.text)) return [];
  const tables = [inner, ...(options.previous ? [options.previous.api] : [])].flatMap(tablesOf);
  const names = [...new Set([...tables, "api_migrations"])].map((name) => JSON.stringify(name)).join(", ");
  return [
    `keep Alembic's autogenerate from the tables, which it would drop: in ${settings.path}, give context.configure include_name=lambda name, kind, _: kind != "table" or name not in {${names}}`,
  ];
}

/** Returns how pip names the package with its test dependencies: an extra, or a dependency group. */
function packageWith(edits: Added["edits"]): string {
  const settings = edits.find(({ path }) => path.endsWith("pyproject.toml"))?.after ?? "";
  const extra = /^\[project\.optional-dependencies\](?:(?!\n\[)[\s\S])*?\n(dev|tests?)\s*=/m.exec(
    settings,
  )?.[1];
  const isGroup = /^\[dependency-groups\]/m.test(settings);
  return extra === undefined || isGroup ? "-e . --group dev" : `-e ${shellWord(`.[${extra}]`)}`;
}

function leftOf(mounted: Mounted, { edits, byHand }: Added, { layout, host }: Setting): readonly string[] {
  const lists = edits.map(({ path }) => path).filter((path) => path.endsWith(".txt"));
  const byPip = lists.length
    ? `pip install ${lists.map((path) => `-r ${shellWord(path)}`).join(" ")}`
    : `pip install ${packageWith(edits)}`;
  const { folder, packageManager } = host.project;
  const manager = managers[packageManager] ?? (lists.length ? undefined : byPip);
  const install = byHand.length
    ? `pip install ${byHand.map((item) => `"${item}"`).join(" ")}`
    : manager
      ? `${folder && `cd ${shellWord(folder)} && `}${manager}`
      : byPip;
  return [
    ...(mounted.lines.length ? [`add to the application: ${mounted.lines.join(" and ")}`] : []),
    ...(edits.length || byHand.length ? [`install: ${install}`] : []),
    `run its tests: pytest ${layout.testSupport}`,
  ];
}

/**
 * Generates resources into an existing FastAPI application: places them like its own files and mounts them with a
 * minimal edit.
 */
export async function generateIntoFastApi(files: Files, request: Request): Promise<Into> {
  const { project, previous, variant } = request;
  const host = await readHost(files, project, previous);
  refuseUnfit(host);
  const before = await recordedLayout(files);
  const layout = before?.layout ?? layoutOf(host);
  const setting = settingOf(host, layout, request);
  refuseClashes(setting);
  const mounted = await mountFastApi(host, `${layout.support}/router.py`);
  const served = servedAt(setting.api, mounted, layout);
  const parts = await partsOf({ ...setting, api: served.api }, variant, {
    files: [...(databases[variant.database]?.(setting) ?? []), ...framework(setting)],
    isKept: isNeeded,
  });
  const placed = relocate(parts, { host, places: placesOf(setting, parts) });
  const packages = packagesFor(host, variant.database, { api: setting.inner, auth: setting.options.auth });
  const added = await withRequirements(files, host, packages);
  const usedPaths = new Set(placed.map(({ path }) => path));
  return {
    files: await passLinter(
      { files, folder: project.folder },
      await variant.ecosystem.format(
        [...placed, ...packageFiles(setting).filter(({ path }) => !usedPaths.has(path))],
        setting.options,
      ),
      (file) => formatPython(file, setting.options),
    ),
    edits: [...mounted.edits, ...added.edits, keeping(served.layout, before)].filter(
      (change) => change.before !== change.after,
    ),
    notes: notesOf(setting, mounted),
    left: [
      ...leftOf(mounted, added, setting),
      ...(variant.database === "postgres" ? alembicStep(setting) : []),
    ],
    served: served.api,
  };
}
