import { detectProject, type Project } from "../../code/index.ts";
import { capital, listed, shellWord, UserError } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import { hasBaseline, type Baseline } from "../baseline.ts";
import { choose, type Asked } from "../choose.ts";
import { definitionFile } from "../definition-file.ts";
import { testFrameworkNames, type Variant } from "../variants.ts";
import { storageNotes } from "./libraries.ts";
import { recordedLayout } from "./recorded-layout.ts";
import type { Existing } from "./existing.ts";
import { existing } from "./table.ts";

/** What a run generates into: a standalone project or an existing application. */
export interface Target {
  readonly variant: Variant;
  /** The package to generate into. */
  readonly project: Project;
  readonly existing: boolean;
  /** Notes to show the user before confirmation. */
  readonly notes: readonly string[];
}

const elsewhere = "write the API into a folder of its own with --out=my-api";

/** Loads the supported frameworks, by name. */
const leaves = async (): Promise<readonly (readonly [name: string, leaf: Existing])[]> =>
  Promise.all(existing.names.map(async (name) => [name, await existing.load(name)] as const));

interface Application {
  readonly framework: string;
  readonly called: string;
  readonly project: Project;
}

const depthOf = ({ project: { folder } }: Application): number => folder.split("/").filter(Boolean).length;

/** Returns the supported applications, nearest to the working folder first. */
async function applicationsIn(files: Files, project: Project): Promise<readonly Application[]> {
  const found: Application[] = [];
  for (const [framework, { called, find }] of await leaves()) {
    const applicationProject = await find(files, project);
    if (applicationProject) found.push({ framework, called, project: applicationProject });
  }
  return found.toSorted((a, b) => depthOf(a) - depthOf(b));
}

const placeOf = ({ called, project: { folder } }: Application): string =>
  `${called}${folder && ` in ${folder}/`}`;

/** Returns notes on which application was chosen: others that a flag selects, and those in other packages. */
async function choiceNotes(
  files: Files,
  chosen: Application | undefined,
  all: readonly Application[],
): Promise<readonly string[]> {
  if (!chosen) return [];
  const known = new Set(all.map(({ project: { folder } }) => folder));
  const inside = (await packagesBelow(files)).filter(({ folder }) => !known.has(folder));
  return [
    ...all
      .filter((other) => other !== chosen)
      .map((other) => `There is also ${placeOf(other)}: --framework=${other.framework} writes there.`),
    ...inside.map(
      ({ folder, called }) =>
        `There is also ${called} in ${folder}/: --cwd=${shellWord(folder)} writes there.`,
    ),
  ];
}

const refusal = (message: string, fix: string): UserError => new UserError("not_recognised", message, fix);

/** An application in a package below the working folder. */
interface Below {
  readonly folder: string;
  readonly framework: string;
  readonly called: string;
}

/** Folders whose applications are examples or parts of tests. */
const isExample = /(?:^|\/)(?:examples?|samples?|demos?|tests?|fixtures|templates?)\//;

/** Returns the packages below that contain Node applications; standalone projects of ours are excluded. */
async function packagesBelow(files: Files): Promise<readonly Below[]> {
  const found = [];
  for await (const path of files.find("{*,*/*,*/*/*}/package.json")) {
    if (isExample.test(path)) continue;
    const { folder, frameworks } = await detectProject(files, path.slice(0, -"/package.json".length), "node");
    const isOurs =
      (await files.tryRead(`${folder}/${definitionFile}`)) !== null &&
      (await recordedLayout(files, folder)) === undefined;
    const framework = isOurs ? undefined : frameworks.find((name) => existing.has(name));
    if (framework !== undefined)
      found.push({ folder, framework, called: (await existing.load(framework)).called });
  }
  return found;
}

/**
 * Returns the applications in packages below this folder, for a folder that is no application itself: the root of a
 * monorepo, or a folder that only collects packages.
 */
export async function applicationsBelow(files: Files): Promise<readonly Below[]> {
  if ((await hasBaseline(files)) || (await files.tryRead(definitionFile)) !== null) return [];
  const project = await detectProject(files);
  if (project.frameworks.length > 0 || (await applicationsIn(files, project)).length > 0) return [];
  return packagesBelow(files);
}

interface Situation {
  readonly requested: Asked;
  readonly previous: Baseline | undefined;
  /** The framework of an application found here. */
  readonly framework: string | undefined;
}

/**
 * Whether to generate into an existing application.
 * @throws UserError if nothing can be generated into this project
 */
async function isExisting(
  files: Files,
  project: Project,
  { requested, previous, framework }: Situation,
): Promise<boolean> {
  // An earlier run decided whether the project is standalone or an existing application.
  if (previous) return (await recordedLayout(files)) !== undefined;
  const [ownFramework] = project.frameworks;
  if (framework !== undefined) return true;
  const every = await leaves();
  if (project.packages.length > 0)
    throw refusal(
      `This is the root of a monorepo (${listed(project.packages.slice(0, 5))}), and no ${listed(
        every.map(([, { called }]) => called),
        "or",
      )} application was found in its packages.`,
      `If there is one, name its folder with --cwd. Otherwise, ${elsewhere}.`,
    );
  if (ownFramework !== undefined && !existing.has(ownFramework))
    throw refusal(
      `This is a ${ownFramework} project, and resources go only into ${listed(every.map(([, { called }]) => called))} applications.`,
      `${capital(elsewhere)}.`,
    );
  const possible = await Promise.all(
    every.map(async (one) => ((await one[1].mayBeHere?.(files)) ? [one] : [])),
  );
  const candidates = possible.flat();
  if (candidates.length === 0) return false;
  if (requested.framework !== undefined && existing.has(requested.framework)) return true;
  throw refusal(
    `There is a package here, but its package.json names neither ${listed(
      candidates.map(([name, leaf]) => leaf.package ?? name),
      "nor",
    )}.`,
    `Say --framework=${listed(
      candidates.map(([name]) => name),
      "or",
    )} to write resources for it all the same, or ${elsewhere}.`,
  );
}

interface Storage {
  readonly database: string;
  readonly notes: readonly string[];
}

/** Chooses how an application's resources are stored. Throws a UserError if the requested database can't be used. */
async function storageIn(
  files: Files,
  project: Project,
  {
    leaf,
    asked,
    previous,
  }: { readonly leaf: Existing; readonly asked: Asked; readonly previous: Baseline | undefined },
): Promise<Storage> {
  const { storedBy, library } = leaf;
  const [usual = "", ...others] = Object.keys(storedBy);
  const found = library && (await library.find(files, project));
  const why = found && "why" in found ? found.why : undefined;
  const libraryDatabase = library && why === undefined ? library.database : undefined;
  const fix = `Use --db=${usual}, or ${elsewhere}.`;
  if (library && why !== undefined && asked.database === library.database)
    throw refusal(`${library.called} can't store resources of this application: ${why}.`, fix);
  if (asked.database !== undefined && !Object.hasOwn(storedBy, asked.database))
    throw refusal(
      `Resources of an existing project are stored by ${listed([usual, ...others], "or")}, not by ${asked.database}.`,
      fix,
    );
  const isOther = previous !== undefined && library?.wrote(previous.paths) === false;
  const database =
    asked.database ??
    // Keeps the database that an earlier run used.
    (isOther ? undefined : libraryDatabase) ??
    [usual, ...others].find((name) => name !== library?.database && project.databases.includes(name)) ??
    usual;
  return { database, notes: storageNotes(project, storedBy[database] ?? database, why) };
}

/** Chooses what to generate into: options first, then the project's own tools, then the defaults. */
export async function targetOf(
  files: Files,
  {
    project: root,
    asked,
    previous,
  }: { readonly project: Project; readonly asked: Asked; readonly previous: Baseline | undefined },
): Promise<Target> {
  const applications = await applicationsIn(files, root);
  const found = applications.find(({ framework }) => framework === asked.framework) ?? applications[0];
  const project = found?.project ?? root;
  if (!(await isExisting(files, project, { requested: asked, previous, framework: found?.framework })))
    return { variant: choose(asked, root), project: root, existing: false, notes: [] };
  const framework = found?.framework ?? asked.framework ?? choose(asked, project).framework;
  if (!existing.has(framework) || (asked.framework ?? framework) !== framework)
    throw refusal(
      `This is a ${found?.framework ?? ""} application, and no ${asked.framework ?? framework} one.`,
      `Leave --framework out, or ${elsewhere}.`,
    );
  const leaf = await existing.load(framework);
  const { database, notes } = await storageIn(files, project, { leaf, asked, previous });
  const testFramework =
    asked.testFramework ??
    (testFrameworkNames.some((name) => project.runners.includes(name))
      ? undefined
      : leaf.testFramework?.(project));
  return {
    variant: choose({ framework, database, testFramework }, project),
    project,
    existing: true,
    notes: previous ? notes : [...(await choiceNotes(files, found, applications)), ...notes],
  };
}
