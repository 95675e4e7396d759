import { detectProject } from "../../../code/index.ts";
import type { Files } from "../../../workspace/index.ts";
import type { Existing } from "../existing.ts";
import { folderOf } from "../folders.ts";
import { generateIntoFastApi } from "../fastapi/into.ts";
import { isTest } from "../fastapi/syntax.ts";

const depthOf = (path: string): number => path.split("/").length;

/** Returns the module nearest to the root that creates an application. */
async function applicationIn(files: Files): Promise<string | undefined> {
  let highest: string | undefined;
  for await (const path of files.find("**/*.py")) {
    if (isTest(path) || (highest !== undefined && depthOf(highest) <= depthOf(path))) continue;
    const text = await files.tryRead(path).catch(() => null);
    if (/\bFastAPI\(/.test(text ?? "")) highest = path;
  }
  return highest;
}

const manifests = "{pyproject.toml,setup.py,setup.cfg,Pipfile,*requirements*.txt,requirements/*.txt}";

/** Returns the folder of the nearest manifest above a module. */
async function packageOf(files: Files, path: string): Promise<string> {
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder))
    for await (const _ of files.find(`${folder}/${manifests}`)) return folder;
  return "";
}

const applications: Existing = {
  called: "FastAPI",
  // Python needs no manifest, and a manifest without an application may belong to a new project.
  async find(files) {
    const path = await applicationIn(files);
    return path === undefined ? undefined : detectProject(files, await packageOf(files, path), "python");
  },
  storedBy: { postgres: "SQLAlchemy", mongodb: "PyMongo" },
  into: generateIntoFastApi,
};

export default applications;
