import type { Files } from "../../workspace/index.ts";

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Returns the folders of a Go module's programs: its root, and those below `cmd`. */
export async function mainsOf(files: Files, paths: ReadonlySet<string>): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    if (!/^(?:cmd\/[^/]+\/)?[^/]+\.go$/.test(path) || path.endsWith("_test.go")) continue;
    const text = await files.tryRead(path).catch(() => null);
    if (/^package main\b/m.test(text ?? "")) found.add(folderOf(path));
  }
  return [...found].sort().slice(0, 8);
}

/** Returns the commands that run a Python web application, as far as its files show. */
export async function servedBy(
  files: Files,
  paths: ReadonlySet<string>,
  entry: string | undefined,
): Promise<readonly string[]> {
  if (paths.has("manage.py")) return ["python manage.py migrate", "python manage.py runserver"];
  if (paths.has(".flaskenv")) return ["flask run"];
  if (!entry?.endsWith(".py")) return [];
  const text = (await files.tryRead(entry).catch(() => null)) ?? "";
  const app = /^(\w+)(?:\s*:\s*\w+)?\s*=\s*(FastAPI|Flask|Quart|Starlette)\(/m.exec(text);
  if (!app) return [];
  const [, name = "app", maker] = app;
  const folder = /^src\/[^/]+\.py$/.test(entry) && !paths.has("src/__init__.py") ? "src" : "";
  const module = entry.slice(folder ? 4 : 0, -".py".length).replaceAll("/", ".");
  if (maker === "Flask" || maker === "Quart")
    return [`flask --app ${folder ? "src/" : ""}${module} run --debug`];
  return [`uvicorn ${module}:${name} --reload${folder ? " --app-dir src" : ""}`];
}
