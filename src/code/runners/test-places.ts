import type { Files } from "../../workspace/index.ts";
import { detectProject } from "../project/detect.ts";
import type { Project } from "../project.ts";
import { runnersCalled } from "./own-way.ts";
import { scriptForms } from "./script-forms.ts";
import { runners } from "./table.ts";

/** The package and the runner that tests run with. */
export interface TestPlace {
  readonly folder: string;
  readonly runner: string;
}

/**
 * Where a project's tests run: at its root where a script there calls a runner, else in those of its packages that have
 * one, else at its root by what it depends on.
 * @param wanted The runner's name, in a project that has several.
 */
export async function testPlaces(files: Files, wanted?: string): Promise<readonly TestPlace[]> {
  const root = await detectProject(files);
  const own = placeOf(root, wanted);
  const isCalled = runnersCalled(root.scripts, scriptForms).length > 0;
  if (own.length && (isCalled || root.packages.length === 0)) return own;
  const packages = await Promise.all(root.packages.map((folder) => detectProject(files, folder)));
  const places = packages.flatMap((project) => placeOf(project, wanted));
  return places.length ? places : own;
}

function placeOf({ folder, runners: found }: Project, wanted: string | undefined): readonly TestPlace[] {
  const runner = found.find((name) => runners.has(name) && (wanted === undefined || name === wanted));
  return runner === undefined ? [] : [{ folder, runner }];
}
