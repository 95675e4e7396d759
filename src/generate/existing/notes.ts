import { listed } from "../../lib/index.ts";
import { databaseOf } from "./databases.ts";
import type { NodeFramework } from "./framework.ts";
import type { Layout } from "./layout.ts";
import type { Mounted } from "./mount/express.ts";
import type { Setting } from "./parts.ts";
import type { Request } from "./setting.ts";
import { placeNotes } from "./shared.ts";

function storageOf({ pool, parts, prisma, variable }: Setting): string {
  if (pool) return `the pool of ${pool.path}`;
  const injected = prisma?.service?.service;
  if (injected) return `${injected.name} of ${injected.path}, with models in ${prisma.path}`;
  if (prisma?.instance) return `Prisma's client of ${prisma.instance.path}, with models in ${prisma.path}`;
  if (parts && !prisma) return `the one that ${listed(Object.values(parts))} state`;
  return `the server that ${variable} names${prisma ? `, by Prisma, with models in ${prisma.path}` : ""}`;
}

/** Returns the notes of a run: where files went, and what is reused. */
export function notesOf(
  setting: Setting,
  { naming: { words } }: Pick<NodeFramework, "naming">,
  placed: { readonly layout: Layout; readonly mounted: Mounted },
): readonly string[] {
  const { extension } = setting.host;
  return placeNotes(setting, { ...placed, words, extension, database: storageOf(setting) });
}

/** Returns the steps left to the user, in order. */
export const leftOf = (
  mounted: Mounted,
  { project: { packageManager, runners, dependencies }, variant: { testFramework, database } }: Request,
  { roles }: Layout,
): readonly string[] => [
  ...(mounted.lines.length ? [`add to the application: ${mounted.lines.join(" and ")}`] : []),
  `install: ${/^(?:pnpm|yarn|bun)$/.test(packageManager) ? packageManager : "npm"} install`,
  ...(databaseOf(database).left?.(dependencies, testFramework) ?? []),
  ...(runners.includes(testFramework)
    ? []
    : [
        `run its tests: npx ${testFramework === "vitest" ? "vitest run" : testFramework} ${roles.test.split("/")[0] ?? ""}`,
      ]),
];
