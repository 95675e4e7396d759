import type { CommandRun, Files } from "../../workspace/index.ts";

/** How Python says that it found no such package, or another version of it among the installed ones. */
const elsewhere = /No module named '(\w+)|cannot import name '[^']*' from '(\w+)[\w.]*' \([^)]*-packages\b/g;

/** Whether packages are in `src`, and a run failed because they aren't the installed ones: Python should look there. */
export async function needsSource(
  files: Pick<Files, "tryRead">,
  { report = "", stdout, stderr }: CommandRun,
  base: string,
): Promise<boolean> {
  const names = [...`${report}\n${stdout}\n${stderr}`.matchAll(elsewhere)].map(
    ([, missing, other]) => missing ?? other,
  );
  for (const name of new Set(names))
    for (const path of [`${base}src/${name}/__init__.py`, `${base}src/${name}.py`])
      if ((await files.tryRead(path).catch(() => null)) !== null) return true;
  return false;
}
