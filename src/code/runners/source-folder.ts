import type { CommandRun, Files } from "../../workspace/index.ts";

/** Whether packages are in `src` and a run failed because they aren't installed, so Python should search there too. */
export async function needsSource(
  files: Files,
  { report = "", stdout, stderr }: CommandRun,
  base: string,
): Promise<boolean> {
  const names = [...`${report}\n${stdout}\n${stderr}`.matchAll(/No module named '(\w+)/g)].map(
    ([, name]) => name,
  );
  for (const name of new Set(names))
    for (const path of [`${base}src/${name}/__init__.py`, `${base}src/${name}.py`])
      if ((await files.tryRead(path).catch(() => null)) !== null) return true;
  return false;
}
