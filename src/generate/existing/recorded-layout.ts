import { UserError } from "../../lib/index.ts";
import type { Change, Files } from "../../workspace/index.ts";
import type { GeneratedFile } from "../contracts.ts";
import { paths } from "../typescript/typescript-names.ts";
import { fill, type Layout } from "./layout.ts";
import { pastMigrations } from "./databases.ts";
import type { Setting } from "./parts.ts";
import type { Places } from "./relocate.ts";
import { clash } from "./shared.ts";

/** Where the layout is kept, now and before: formatters of the project leave files with this suffix alone. */
const record = ".antiphon/layout.json.base";
const records = [record, ".antiphon/layout.json"];
const bare = (path: string): string => path.replace(/\.[mc]?[jt]s$/, "");

interface Recorded {
  readonly layout: Layout;
  readonly path: string;
  readonly text: string;
}

/** Returns the layout that an earlier run kept; it marks an existing application rather than a standalone project. */
export async function recordedLayout(files: Files, folder = ""): Promise<Recorded | undefined> {
  for (const name of records) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const text = await files.tryRead(path);
    try {
      if (text !== null) return { layout: JSON.parse(text) as Layout, path, text }; // written below
    } catch {
      throw new UserError(
        "bad_layout",
        `${path} is not JSON.`,
        "Restore it from version control, or delete it.",
        { place: { file: path } },
      );
    }
  }
  return undefined;
}

/** Returns the change that keeps the layout for the next run. */
export const keeping = (layout: Layout, before: Recorded | undefined): Change => ({
  path: before?.path ?? record,
  before: before?.text ?? null,
  after: `${JSON.stringify(layout, null, 2)}\n`,
});

const renamed: Readonly<Record<string, string>> = {
  "src/api": "index",
  "src/modules/database": "database.token",
  "src/modules/resources": "resources.module",
  "src/modules/auth": "token.guard",
};

/** Returns the target path of everything that may be generated. */
export function placesOf(
  { api, guard, pool, prisma, options }: Setting,
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
    const plainPaths = paths(resource);
    for (const role of ["model", "routes", "controller", "module", "test"] as const)
      places.set(bare(plainPaths[role]), fill(layout.roles[role], resource));
    places.set(plainPaths.docs, `${fill(layout.roles.docs, resource)}.md`);
  }
  places.set("docs/openapi.json", "docs/api/openapi.json");
  if (guard) places.set("src/host-guard", bare(guard.path));
  if (pool) places.set("src/host-pool", bare(pool.path));
  if (prisma) {
    places.set("src/generated/prisma/client", prisma.client);
    if (prisma.service) {
      places.set("src/host-prisma-service", bare(prisma.service.service.path));
      places.set("src/host-prisma-module", bare(prisma.service.module.path));
    }
    if (prisma.instance) places.set("src/host-prisma", bare(prisma.instance.path));
    for (const { path } of generated) if (path.endsWith("/migration.sql")) places.set(path, path);
  }
  return places;
}

/** Throws if a project file already exists where a resource's files go. */
export function refuseClashes({ host, api }: Setting, layout: Layout): void {
  for (const resource of api.resources) {
    for (const role of ["model", "routes", "controller"] as const) {
      const path = `${fill(layout.roles[role], resource)}${host.extension}`;
      if (host.sources.some((source) => source.path === path)) throw clash(path, resource);
    }
  }
}
