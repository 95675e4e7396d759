import type { Block, Report } from "../report/index.ts";
import type { Session } from "../session/index.ts";
import { matcher } from "../workspace/index.ts";

const lastLines = (output: string): string => output.trim().split("\n").slice(-5).join("\n");

/** No file's name is taken for an option. */
const asPath = (path: string): string => (path.startsWith("-") ? `./${path}` : path);

/**
 * The report of a command, after the settings' hooks have run on what it wrote since `began`. What they make of those
 * files is undone with them. A hook that fails, or can't be run, is told, and the command has failed.
 */
export async function withHooks(report: Report, session: Session, began: number): Promise<Report> {
  const { settings, workspace } = session;
  if (report.outcome === "declined") return report;
  const written = (await workspace.checkpoints.changes(began)).filter(({ after }) => after !== null);
  const due = settings.hooks.flatMap(({ files, run }) => {
    const fits = matcher(files);
    const paths = written
      .map(({ path }) => path)
      .filter((path) => fits(path) && !path.startsWith(".antiphon/"));
    return paths.length > 0 ? [{ run, paths }] : [];
  });
  if (due.length === 0) return report;
  const blocks: Block[] = [];
  for (const { run, paths } of due) {
    session.progress(`Running ${run.join(" ")}`);
    const evidence = await workspace.shell?.run([...run, ...paths.map(asPath)]);
    const passed = evidence?.exitCode === 0;
    const why = evidence ? lastLines(evidence.stdout + evidence.stderr) : workspace.shellMissing;
    blocks.push({ kind: "check", claim: `${run.join(" ")}: ${paths.length} files`, evidence, passed });
    if (!passed && why) blocks.push({ kind: "code", language: "text", code: why });
  }
  await workspace.checkpoints.adopt();
  const failed = blocks.some((block) => block.kind === "check" && !block.passed);
  return {
    ...report,
    outcome: failed ? "failed" : report.outcome,
    sections: [...report.sections, { key: "hooks", title: "Hooks", blocks }],
  };
}
