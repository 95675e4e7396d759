import { inTable, listed, UserError } from "../../lib/index.ts";
import type { CommandRun, Files, Shell, Workspace } from "../../workspace/index.ts";
import { detectProject } from "../project/detect.ts";
import type { Project } from "../project.ts";
import type { FileCoverage } from "../coverage/contract.ts";
import type { TestResult, TestRun, TestRunner, Way } from "../testing.ts";
import { type Instead, instead } from "./instead.ts";
import { commandsBeside, ownWay, type OwnWay } from "./own-way.ts";
import { scriptForms } from "./script-forms.ts";
import { needsSource } from "./source-folder.ts";
import { runners } from "./table.ts";
import { withoutRefused } from "./without-refused.ts";

export interface TestOptions {
  readonly signal?: AbortSignal;
  /** The package in a monorepo; results name files relative to it. */
  readonly folder?: string;
  /** Required if the project has several. */
  readonly runner?: string;
  /** Measures coverage too. Raises UserError if that isn't possible here. */
  readonly coverage?: boolean;
  /**
   * Texts that replace files during the run, by path relative to the root. Raises UserError if the runner
   * can't do that.
   */
  readonly instead?: Readonly<Record<string, string>>;
}

/** Programs to install separately from the project's packages. */
const installed: Readonly<Record<string, string>> = {
  "go test": "Go",
  "cargo test": "Rust",
  "node:test": "Node.js",
  "bun test": "Bun",
  "deno test": "Deno",
  "mvn test": "Maven",
  "gradle test": "Gradle",
  phpunit: "PHPUnit (composer install)",
  rspec: "RSpec (bundle install)",
};

/** How a shell names the program that a script calls and that isn't there. */
const absent = /(?:^|[:\s])([\w@.-]+): (?:command )?not found$/m;

/** Returns the error for a runner that the project names but that isn't installed, as is usual right after a clone. */
function notInstalled(program: string, project: Project, { whole = program } = {}): UserError {
  const { folder, language, packageManager, dependencies } = project;
  const declared = Object.hasOwn(dependencies, program);
  const separate = inTable(installed, program);
  const install =
    separate !== undefined
      ? `Install ${separate}`
      : language === "python"
        ? `Run ${declared && packageManager !== "pip" ? `${packageManager} ${packageManager === "uv" ? "sync" : "install"}` : `python3 -m venv .venv && .venv/bin/pip install ${whole}`}`
        : language === "go"
          ? "Run go mod download"
          : `Run ${packageManager} install`;
  const name = separate?.replace(/ \(.*$/, "") ?? program.replace(/ test$/, "");
  return new UserError(
    "runner-missing",
    `${name} isn't installed here, so ${program === "coverage" ? "coverage can't be measured" : "no test can be run"}.`,
    `${install}${folder ? ` in ${folder}` : ""}, then this again.`,
  );
}

/** How a failure names a package that isn't there. */
const absentPackage =
  /No module named '([\w-]+)|Cannot find (?:package|module) '([^'./][^']*)'|Failed to resolve import "([^"./][^"]*)"/;

/** The declared dependency without which every test failed; undefined if any did something else. */
function absentDependency(
  results: readonly TestResult[],
  { stdout }: CommandRun,
  { dependencies, language }: Project,
): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll("_", "-");
  const declared = Object.keys(dependencies);
  const isSetUp = language !== "go" || !stdout.includes("[setup failed]");
  const missing = results.map(({ status, message = "" }) => {
    if (status !== "failed") return undefined;
    if (!isSetUp) return declared.find((name) => message.includes(name));
    const [, ...names] = absentPackage.exec(message) ?? [];
    const path = names.find((name) => name !== undefined);
    return (
      path &&
      declared.find((name) => path === name || path.startsWith(`${name}/`) || plain(path) === plain(name))
    );
  });
  return missing.every(Boolean) ? missing[0] : undefined;
}

function standIn(
  name: string,
  files: Readonly<Record<string, string>>,
  {
    workspace,
    plain,
    runner,
  }: { workspace: Workspace; plain: readonly [string, ...string[]]; runner: TestRunner },
): Instead {
  const texts = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${workspace.root}/${path}`, text]),
  );
  const found = instead(name, { command: plain, input: runner.input, texts });
  if (found) return found;
  throw new UserError(
    "tests-fixed",
    `${name} can't run tests with another text of a file.`,
    "Change the file itself.",
  );
}

interface Measure {
  readonly file: string;
  readonly input: string | undefined;
  command(plain: readonly [string, ...string[]]): readonly [string, ...string[]];
  read(run: CommandRun, root: string, project: Project): readonly FileCoverage[];
}

async function measuring(
  name: string,
  { coverage, input }: TestRunner,
  { workspace, folder }: { readonly workspace: Workspace; readonly folder: string },
): Promise<Measure> {
  if (!coverage)
    throw new UserError(
      "coverage-unknown",
      `${name} has no way of measuring coverage that is known here.`,
      "Run the tests without --coverage.",
    );
  const { needs, file } = coverage;
  const there = await Promise.all(
    needs.map(async (item) => {
      if (item.startsWith("python:")) return true; // only running Python shows it
      const places = [folder, ""].map((at) => `${at && `${at}/`}node_modules/${item}/package.json`);
      const texts = await Promise.all(places.map((path) => workspace.files.tryRead(path).catch(() => null)));
      return texts.some((text) => text !== null);
    }),
  );
  const installed = needs[there.indexOf(true)] ?? "";
  if (needs.length && !installed)
    throw new UserError(
      "coverage-missing",
      `${name} measures coverage with ${listed(needs, "or")}, which isn't installed here.`,
      `Run npm install --save-dev ${needs[0]}, then this again.`,
    );
  return {
    file,
    input: coverage.input?.(input),
    command: (plain) => coverage.measured(plain, installed),
    read: (run, root, { language, name: module }) => {
      const all = coverage.read(run.reports?.[file] ?? "", root);
      return language === "go" && module
        ? all.map((coverage) => ({ ...coverage, file: coverage.file.replace(`${module}/`, "") }))
        : all;
    },
  };
}

/** Returns how a package's scripts call a runner, without targets: the program, its options and variables. */
export async function ownCommand(
  files: Files,
  runner: string,
  folder: string,
): Promise<Pick<OwnWay, "command" | "environment">> {
  const { scripts } = await detectProject(files, folder);
  const form = inTable(scriptForms, runner);
  const { program } = runners.has(runner) ? await runners.load(runner) : {};
  return (form && ownWay(scripts, form)) ?? { command: program ?? [runner], environment: {} };
}

/** Returns how the project's scripts call the runner, with shell patterns expanded. */
async function wayOf(
  name: string,
  { program }: TestRunner,
  { workspace: { files }, project }: { readonly workspace: Workspace; readonly project: Project },
): Promise<Way & { readonly environment: Readonly<Record<string, string>> }> {
  const form = inTable(scriptForms, name);
  const scriptWay = form && ownWay(project.scripts, form);
  if (!scriptWay) return { command: program ?? [name], targets: [], environment: {} };
  const base = project.folder && `${project.folder}/`;
  const targets: string[] = [];
  for (const { text, glob } of scriptWay.targets) {
    const found: string[] = [];
    if (glob && !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(text)) {
      const pattern = `${base}${text.replace(/^\.\//, "").replaceAll(/\*{2,}/g, "*")}`;
      for await (const path of files.find(pattern, { ignored: true })) found.push(path.slice(base.length));
    }
    targets.push(...(found.length ? found : [text]));
  }
  return { ...scriptWay, targets };
}

/** Adds the script's variables to the command; NODE_OPTIONS of both are joined. */
function within(
  environment: Readonly<Record<string, string>>,
  command: Way["command"],
  ours: Readonly<Record<string, string>> = {},
): Way["command"] {
  const pairs = Object.entries(environment).map(([name, value]) =>
    name === "NODE_OPTIONS" && ours[name] ? `${name}=${ours[name]} ${value}` : `${name}=${value}`,
  );
  return pairs.length ? ["env", ...pairs, ...command] : command;
}

/** Runs a project's tests with its own runner, in the sandbox. Raises UserError if there is no runner or no report. */
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
  const place = options.folder ?? "";
  const { environment, ...way } = await wayOf(name, runner, { workspace, project });
  const plain = runner.command(targets, way, project);
  const measure = options.coverage ? await measuring(name, runner, { workspace, folder: place }) : undefined;
  const other = options.instead && standIn(name, options.instead, { workspace, plain, runner });
  const input = measure?.input ?? runner.input;
  let command = measure?.command(plain) ?? other?.command ?? plain;
  const start = (more: Readonly<Record<string, string>>): Promise<CommandRun> =>
    workspace.shell.run(within({ ...environment, ...more }, command, other?.options.environment), {
      report: true,
      ...(input !== undefined && { input }),
      ...(measure && { reports: [measure.file] }),
      ...(place && { folder: place }),
      ...(options.signal && { signal: options.signal }),
      ...other?.options,
    });
  let run = await start({});
  const accepted = run.report ? undefined : withoutRefused(command, run);
  if (accepted) {
    command = accepted;
    run = await start({});
  }
  if (project.language === "python" && (await needsSource(workspace.files, run, place && `${place}/`)))
    run = await start({ PYTHONPATH: "src" });
  const missing = run.report ? undefined : /No module named '?(pytest|coverage)\b/.exec(run.stderr)?.[1];
  if (run.exitCode === 127 || missing)
    throw notInstalled(missing ?? absent.exec(run.stderr)?.[1] ?? name, project);
  const root = [workspace.root, place].filter(Boolean).join("/");
  const results = runner.parse(run, root);
  const dependency = absentDependency(results, run, project);
  if (dependency !== undefined)
    throw notInstalled(dependency, project, {
      whole:
        (await workspace.files.tryRead(`${place && `${place}/`}requirements.txt`).catch(() => null)) !== null
          ? "-r requirements.txt"
          : "-e .",
    });
  // A run that ends early may leave no coverage report; its results still count.
  const coverage = measure && run.reports?.[measure.file] ? measure.read(run, root, project) : undefined;
  const form = inTable(scriptForms, name);
  const beside = form ? commandsBeside(project.scripts, form) : [];
  return {
    run,
    runner: name,
    results,
    beside,
    script: project.scripts["test"],
    ...(coverage && { coverage }),
  };
}
