import { UserError, usageError } from "../lib/index.ts";
import { toMarkdown, type Report } from "../report/index.ts";
import type { Files, Written } from "../workspace/index.ts";

export const heading = "Research: ";

/** Whether a file is a saved report: it quotes the question, so it isn't a source. */
export async function isReport(files: Files, file: string): Promise<boolean> {
  if (!/\.(?:md|markdown)$/i.test(file)) return false;
  const text = await files.tryRead(file).catch(() => null);
  return text?.startsWith(`# ${heading}`) ?? false;
}

/** Refuses, before the search, a path that isn't Markdown or holds anything but a report. */
export async function checkTarget(files: Files, path: string): Promise<void> {
  if (!/\.(?:md|markdown)$/i.test(path))
    throw usageError(
      "save_path",
      "The report is Markdown, and --save names another kind of file.",
      "Use a name that ends in .md: --save=docs/answer.md",
    );
  if ((await files.tryRead(path)) !== null && !(await isReport(files, path)))
    throw new UserError(
      "save_exists",
      `${JSON.stringify(path.slice(0, 200))} already exists and is not a research report.`,
      "Name another file with --save, or move that one.",
    );
}

export async function save(files: Files, path: string, report: Report): Promise<Written> {
  const before = await files.tryRead(path);
  return files.write([{ path, before, after: await toMarkdown(report, "default") }]);
}
