import type { Project } from "../../code/index.ts";
import { capital, listed, UserError } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Baseline } from "../baseline.ts";
import { choose, type Asked } from "../choose.ts";
import type { Variant } from "../variants.ts";
import { storageNotes } from "./libraries.ts";
import { supportedDatabases } from "./databases.ts";
import { record } from "./places.ts";
import type { Existing } from "./existing.ts";
import { existing } from "./table.ts";

/** What a run generates into: a project of our own, or an application that is there. */
export interface Target {
  readonly variant: Variant;
  readonly existing: boolean;
  /** What its owner must know before saying yes. */
  readonly notes: readonly string[];
}

/** What stores resources where nothing of the project does. */
const usual = "postgres";
const elsewhere = "write the API into a folder of its own with --out=my-api";

async function hasSources(files: Files): Promise<boolean> {
  for await (const path of files.find("**/*.{ts,js,mts,mjs,cts,cjs}"))
    if (!/\.config\.\w+$|(?:^|\/)\./.test(path)) return true;
  return false;
}

/** The framework that someone's application here is written in, of those that resources go into. */
async function frameworkIn(files: Files, project: Project): Promise<string | undefined> {
  for (const name of existing.names) {
    const { isHere } = await existing.load(name);
    if (await isHere(files, project)) return name;
  }
  return undefined;
}

/** Something of every framework that resources go into. */
const each = async <Value>(of: (applications: Existing) => Value): Promise<readonly NonNullable<Value>[]> =>
  (await Promise.all(existing.names.map((name) => existing.load(name)))).flatMap(
    (existing) => of(existing) ?? [],
  );

const refusal = (message: string, fix: string): UserError => new UserError("not_recognised", message, fix);

interface Situation {
  readonly asked: Asked;
  readonly previous: Baseline | undefined;
  /** What an application here is written in. */
  readonly framework: string | undefined;
}

/** @throws UserError where this is a project that nothing is generated into */
async function isExisting(
  files: Files,
  project: Project,
  { asked, previous, framework }: Situation,
): Promise<boolean> {
  // What a run of ours made whole, or went into, stays that.
  if (previous) return (await files.tryRead(record)) !== null;
  const [own] = project.frameworks;
  if (framework !== undefined) return true;
  if (project.packages.length)
    throw refusal(
      `This is the root of a monorepo (${listed(project.packages.slice(0, 5))}), and no application itself.`,
      `Name the package that the API belongs to, for example --cwd=${project.packages[0] ?? "packages/api"}`,
    );
  if (own !== undefined && !existing.has(own))
    throw refusal(
      `This is a ${own} project, and resources go only into ${listed(await each(({ called }) => called))} applications.`,
      `${capital(elsewhere)}.`,
    );
  if ((await files.tryRead("package.json")) === null || !(await hasSources(files))) return false;
  if (asked.framework !== undefined && existing.has(asked.framework)) return true;
  throw refusal(
    `There is a package here, but its package.json names neither ${listed(await each((existing) => existing.package), "nor")}.`,
    `Say --framework=express to write resources for it all the same, or ${elsewhere}.`,
  );
}

/** What an earlier run stored by something else stays there. */
const storedOtherwise = (previous: Baseline | undefined): boolean =>
  previous !== undefined && !previous.paths.some((path) => path.endsWith("/migration.sql"));

/** The project's own tools go before the tables' order; what is asked for goes before both. */
export async function targetOf(
  files: Files,
  {
    project,
    asked,
    previous,
  }: { readonly project: Project; readonly asked: Asked; readonly previous: Baseline | undefined },
): Promise<Target> {
  const found = await frameworkIn(files, project);
  if (!(await isExisting(files, project, { asked, previous, framework: found })))
    return { variant: choose(asked, project), existing: false, notes: [] };
  const framework = found ?? asked.framework;
  if (asked.framework !== undefined && asked.framework !== framework)
    throw refusal(
      `This is a ${framework ?? ""} application, and no ${asked.framework} one.`,
      `Leave --framework out, or ${elsewhere}.`,
    );
  const leaf =
    framework !== undefined && existing.has(framework) ? await existing.load(framework) : undefined;
  const prisma = (await leaf?.prisma(files, project)) ?? { why: "none was found" };
  if (asked.database === "prisma" && "why" in prisma)
    throw refusal(
      `Prisma can't store resources of this application: ${prisma.why}.`,
      `Use --db=${usual}, or ${elsewhere}.`,
    );
  if (asked.database !== undefined && !supportedDatabases.includes(asked.database))
    throw refusal(
      `Resources of an existing project are stored by ${listed(supportedDatabases, "or")}, not by ${asked.database}.`,
      `Use --db=${usual}, or ${elsewhere}.`,
    );
  const database =
    asked.database ??
    ("why" in prisma || storedOtherwise(previous) ? undefined : "prisma") ??
    supportedDatabases.find((name) => name !== "prisma" && project.databases.includes(name)) ??
    usual;
  const testFramework =
    asked.testFramework ??
    ["vitest", "jest"].find((name) => project.runners.includes(name)) ??
    // vitest can't load what is plain CommonJS.
    (project.language === "javascript" && project.modules === "cjs" ? "jest" : undefined);
  const variant = choose({ framework, database, testFramework }, project);
  const notes = storageNotes(
    project,
    leaf?.storedBy[database] ?? database,
    "why" in prisma ? prisma.why : undefined,
  );
  return { variant, existing: true, notes };
}
