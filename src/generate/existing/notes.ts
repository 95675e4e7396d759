import { databaseOf } from "./databases.ts";
import type { NodeFramework } from "./framework.ts";
import { fill, type Layout } from "./layout.ts";
import type { Mounted } from "./mount/express.ts";
import type { Setting } from "./parts.ts";
import { roles, type Naming } from "./roles.ts";
import type { Request } from "./setting.ts";

function rolesOf({ host, api }: Setting, layout: Layout, words: Naming["words"]): readonly string[] {
  const called: Naming["words"] = { ...words, test: "Tests", docs: "Documentation" };
  const [first] = api.resources;
  if (!first) return [];
  const listed = roles
    .filter((role) => called[role] !== undefined)
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

function databaseNote({ pool, prisma, variable }: Setting): string {
  if (pool) return `Database: the pool of ${pool.path}`;
  const injected = prisma?.service?.service;
  if (injected) return `Database: ${injected.name} of ${injected.path}, with models in ${prisma.path}`;
  if (prisma?.instance)
    return `Database: Prisma's client of ${prisma.instance.path}, with models in ${prisma.path}`;
  return `Database: the server that ${variable} names${prisma ? `, by Prisma, with models in ${prisma.path}` : ""}`;
}

/** Returns a note that the API's paths differ from the documented ones. */
export const underNote = (path: string | null): string =>
  `Paths: below ${path ?? "the application's prefix"}, as the application's own, instead of /api`;

/** Returns one line for each place that files went to. */
export function notesOf(
  setting: Setting,
  { naming, prefix: prefixOf }: Pick<NodeFramework, "naming" | "prefix">,
  { layout, mounted }: { readonly layout: Layout; readonly mounted: Mounted },
): readonly string[] {
  const { guard, host } = setting;
  const prefix = prefixOf?.(host);
  return [
    ...rolesOf(setting, layout, naming.words),
    ...(mounted.at === undefined ? [] : [`Mounted in ${mounted.at}`]),
    ...(mounted.under === undefined ? [] : [underNote(mounted.under)]),
    databaseNote(setting),
    ...(guard ? [`Tokens: checked by ${guard.name} of ${guard.path}`] : []),
    ...(prefix === null
      ? ["Paths: below the application's own global prefix, which takes the place of /api"]
      : []),
    ...(typeof prefix === "string" && prefix !== "api"
      ? [`Paths: below /${prefix}, the application's own global prefix, instead of /api`]
      : []),
  ];
}

const managers: Readonly<Record<string, string>> = {
  pnpm: "pnpm install",
  yarn: "yarn install",
  bun: "bun install",
  npm: "npm install",
};

/** Linters with rules of their own, such as import order, and the command that applies each. */
const linters: Readonly<Record<string, string>> = {
  "@biomejs/biome": "npx biome check --write",
  eslint: "npx eslint --fix .",
};

/** Returns the steps left to the user, in order. */
export const leftOf = (
  mounted: Mounted,
  { project: { packageManager, runners, dependencies }, variant: { testFramework, database } }: Request,
  { roles }: Layout,
): readonly string[] => [
  ...(mounted.lines.length ? [`add to the application: ${mounted.lines.join(" and ")}`] : []),
  `install: ${managers[packageManager] ?? "npm install"}`,
  ...Object.entries(linters)
    .filter(([name]) => name in dependencies)
    .map(([, command]) => `let the application's linter put things in its own order: ${command}`),
  ...(databaseOf(database).left?.(dependencies, testFramework) ?? []),
  ...(runners.includes(testFramework)
    ? []
    : [
        `run its tests: npx ${testFramework === "vitest" ? "vitest run" : testFramework} ${roles.test.split("/")[0] ?? ""}`,
      ]),
];
