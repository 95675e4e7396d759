import { listed, UserError } from "../../lib/index.ts";
import type { Shell, Workspace } from "../../workspace/index.ts";
import { detectProject } from "../project/detect.ts";
import type { TestRun } from "../testing.ts";
import { runners } from "./table.ts";

export interface TestOptions {
  readonly signal?: AbortSignal;
  /** The package in a monorepo; results name files relative to it. */
  readonly folder?: string;
  /** Named when the project has several. */
  readonly runner?: string;
}

/** Runs a project's tests with its own runner, in the sandbox. Raises UserError where there is no runner or no report. */
export async function runTests(
  workspace: Workspace & { readonly shell: Shell },
  targets: readonly string[],
  options: TestOptions = {},
): Promise<TestRun> {
  const project = await detectProject(workspace.files, options.folder);
  const name = options.runner ?? project.runners[0];
  if (!name || !runners.has(name))
    throw new UserError(
      "no-test-runner",
      "no test runner was found here",
      `Add one of ${listed(runners.names, "or")} to the project.`,
    );
  const runner = await runners.load(name);
  const run = await workspace.shell.run(runner.command(targets, project), {
    report: true,
    ...(options.folder && { folder: options.folder }),
    ...(options.signal && { signal: options.signal }),
  });
  const root = [workspace.root, options.folder].filter(Boolean).join("/");
  return { run, runner: name, results: runner.parse(run, root) };
}
