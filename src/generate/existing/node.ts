import type { Files } from "../../workspace/index.ts";
import { storedBy } from "./databases.ts";
import type { Existing } from "./existing.ts";
import { prismaIn } from "./prisma.ts";

async function hasSources(files: Files): Promise<boolean> {
  for await (const path of files.find("**/*.{ts,js,mts,mjs,cts,cjs}"))
    if (!/\.config\.\w+$|(?:^|\/)\./.test(path)) return true;
  return false;
}

/** Returns the root package if it depends on the framework and on none built on top of it. */
export const applicationOf =
  (framework: string): Existing["find"] =>
  (_files, project) =>
    Promise.resolve(
      project.frameworks.find((name) => name === "nestjs" || name === framework) === framework
        ? project
        : undefined,
    );

/** What all Node applications share, whatever their framework. */
export const onNode = {
  mayBeHere: async (files) => (await files.tryRead("package.json")) !== null && (await hasSources(files)),
  storedBy,
  library: {
    called: "Prisma",
    database: "prisma",
    find: prismaIn,
    wrote: (paths) => paths.some((path) => path.endsWith("/migration.sql")),
  },
  // vitest can't load plain CommonJS.
  testFramework: ({ language, modules }) =>
    language === "javascript" && modules === "cjs" ? "jest" : undefined,
} as const satisfies Partial<Existing>;
