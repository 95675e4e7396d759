import type { Files } from "../../workspace/index.ts";
import { detectProject } from "../project/detect.ts";
import type { Project } from "../project.ts";
import { runnersCalled } from "./own-way.ts";
import { scriptForms } from "./script-forms.ts";
import { runners } from "./table.ts";

/** A package and the runner of its tests. */
export interface TestPlace {
  readonly folder: string;
  readonly runner: string;
}

/**
 * Returns where a project's tests run: at its root if a script there calls a runner, else in packages whose
 * scripts do, else at its root by its dependencies.
 * @param runnerName The runner's name, in a project that has several.
 */
export async function testPlaces(files: Files, runnerName?: string): Promise<readonly TestPlace[]> {
  const root = await detectProject(files);
  const ownPlaces = placeOf(root, runnerName);
  const isCalled = runnersCalled(root.scripts, scriptForms).length > 0;
  if (ownPlaces.length && (isCalled || root.packages.length === 0)) return ownPlaces;
  const packages = await Promise.all(root.packages.map((folder) => detectProject(files, folder)));
  const places = packages.flatMap((project) => placeOf(project, runnerName));
  return places.length ? places : ownPlaces;
}

function placeOf({ folder, runners: found }: Project, runnerName: string | undefined): readonly TestPlace[] {
  const runner = found.find((name) => runners.has(name) && (runnerName === undefined || name === runnerName));
  return runner === undefined ? [] : [{ folder, runner }];
}
