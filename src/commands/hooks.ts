import { formatterMs } from "../code/index.ts";
import { type Block, type Report, show } from "../report/index.ts";
import type { Hook, Session } from "../session/index.ts";
import { matcher, type CommandRun } from "../workspace/index.ts";

/** Which limit ended it, and its last lines. */
const outputOf = ({ stopped, stdout, stderr }: CommandRun): string =>
  [
    ...(stopped ? [`It was ended (${stopped}).`] : []),
    ...`${stdout}${stderr}`.trim().split("\n").slice(-5),
  ].join("\n");

/** Prevents file names from being parsed as options. */
const asPath = (path: string): string => (path.startsWith("-") ? `./${path}` : path);

/** Maximum characters of paths passed to one run; systems limit the command line. */
const most = 32_000;

function* batches(paths: readonly string[]): Iterable<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const path of paths) {
    if (batch.length > 0 && length + path.length > most) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(path);
    length += path.length + 3;
  }
  yield batch;
}

/** Runs a hook on all paths, in several runs if needed; returns the last run, or the first that failed. */
async function runOn(
  paths: readonly string[],
  { run }: Hook,
  { workspace, signal }: { readonly workspace: Session["workspace"]; readonly signal: AbortSignal },
): Promise<CommandRun | undefined> {
  let last: CommandRun | undefined;
  for (const batch of batches(paths.map(asPath))) {
    last = await workspace.shell?.run([...run, ...batch], { milliseconds: formatterMs, signal });
    if (last?.exitCode !== 0) return last;
  }
  return last;
}

/**
 * Runs the configured hooks on what a command wrote since `began`, and returns its report. Their changes are undone
 * together with the command's. If a hook fails or can't be run, that is reported and the command has failed.
 */
export async function withHooks(
  report: Report,
  { session, signal }: { readonly session: Session; readonly signal: AbortSignal },
  began: number,
): Promise<Report> {
  const { settings, workspace } = session;
  if (report.outcome === "declined" || settings.hooks.length === 0) return report;
  const written = (await workspace.checkpoints.changes(began)).filter(({ after }) => after !== null);
  const due = settings.hooks.flatMap((hook) => {
    const fits = matcher(hook.files);
    const paths = written
      .map(({ path }) => path)
      .filter((path) => fits(path) && !path.startsWith(".antiphon/"));
    return paths.length > 0 ? [{ hook, paths }] : [];
  });
  if (due.length === 0) return report;
  const blocks: Block[] = [];
  for (const { hook, paths } of due) {
    const line = hook.run.join(" ");
    session.progress(`Running ${line}`);
    const evidence = await runOn(paths, hook, { workspace, signal });
    const passed = evidence?.exitCode === 0;
    const why = evidence ? outputOf(evidence) : workspace.shellMissing;
    blocks.push(
      show.check(`${line}: ${paths.length} ${paths.length === 1 ? "file" : "files"}`, evidence, passed),
    );
    if (!passed && why) blocks.push(show.code("text", why));
  }
  await workspace.checkpoints.adopt();
  const failed = blocks.some((block) => block.kind === "check" && !block.passed);
  return {
    ...report,
    outcome: failed ? "failed" : report.outcome,
    sections: [...report.sections, show.section("hooks", "Hooks", blocks)],
  };
}
