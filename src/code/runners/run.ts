import { listed, UserError } from "../../lib/index.ts";
import type { Shell, Workspace } from "../../workspace/index.ts";
import { detectProject } from "../project/detect.ts";
import type { Project } from "../project.ts";
import type { TestRun } from "../testing.ts";
import { runners } from "./table.ts";

export interface TestOptions {
  readonly signal?: AbortSignal;
  /** The package in a monorepo; results name files relative to it. */
  readonly folder?: string;
  /** Named when the project has several. */
  readonly runner?: string;
}

const installing: Readonly<Record<string, string>> = {
  pip: "pip install -r requirements.txt",
  uv: "uv sync",
};

/** The project names a runner, and its program isn't there: the usual state right after a clone. */
function notInstalled(runner: string, project: Project, folder = ""): UserError {
  const { language, packageManager, dependencies } = project;
  const isOwn = language === "go" || language === "rust" || runner === "node:test";
  const install = isOwn
    ? `Install ${language === "go" ? "Go" : language === "rust" ? "Rust" : "Node.js"}`
    : language === "python"
      ? `Run ${Object.hasOwn(dependencies, runner) ? (installing[packageManager] ?? `${packageManager} install`) : `pip install ${runner}`}`
      : `Run ${packageManager} install`;
  return new UserError(
    "runner-missing",
    `${runner} isn't installed here, so no test can be run.`,
    `${install}${folder ? ` in ${folder}` : ""}, then this again.`,
  );
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
  if (run.exitCode === 127 || /No module named '?(?:pytest|coverage)\b/.test(run.stderr))
    throw notInstalled(name, project, options.folder);
  const root = [workspace.root, options.folder].filter(Boolean).join("/");
  return { run, runner: name, results: runner.parse(run, root) };
}
