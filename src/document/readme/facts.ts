import { parse } from "yaml";
import { detectProject, languageOf } from "../../code/index.ts";
import { type Declared, entrancesOf, modulesOf, type Symbol } from "../../inspect/index.ts";
import { firstSentence, isObject } from "../../lib/index.ts";
import type { Files, Workspace } from "../../workspace/index.ts";
import { examplesOf, isTest, type Tried } from "../code/index.ts";
import { extendsIt } from "../code/never.ts";
import { requestsIn } from "../code/says/served.ts";
import { gitOf } from "../changelog/index.ts";
import { merged, settingsIn } from "../page/configuration.ts";
import { settingsBases } from "../page/declared-settings.ts";
import { homeIn } from "../page/home.ts";
import { type Manifest, readManifest } from "../page/manifest.ts";
import { badgesOf, startsOn, type Workflows } from "./badges.ts";
import { commandLinesOf } from "./command-lines.ts";
import { type Asked, helpOf } from "./help.ts";
import { type Ground, offeredBy } from "./offered.ts";
import { packagesOf } from "./packages.ts";
import type { Facts } from "./sections.ts";
import { shownBy } from "./shown-declarations.ts";
import { mainsOf, servedBy } from "./starts.ts";

export interface Gathered {
  readonly facts: Facts;
  readonly paths: ReadonlySet<string>;
  readonly tried: Tried;
  /** Programs asked for their help, and the outcome. */
  readonly helpRuns: readonly Asked[];
}

/** Reads everything a README says from the project itself. */
export async function gatherFacts(
  workspace: Workspace,
  index: Declared,
  signal: AbortSignal,
): Promise<Gathered> {
  const { files } = workspace;
  const [manifest, project] = await Promise.all([readManifest(files), detectProject(files)]);
  const paths = new Set<string>();
  for await (const path of files.find("**")) paths.add(path);
  const texts = new Map<string, string>();
  for (const path of index.files) {
    if (
      isTest(path) ||
      !(await languageOf(path)) ||
      /(?:^|\/)(?:scripts?|bench(?:marks?)?|extras|examples?|docs?|docs_src|demos?|fixtures?|static|public|vendor|\.[^/]+)\/|\.config\.[cm]?[jt]s$|\.bundle\.js$|(?:^|\/)(?:setup|noxfile|tasks|conftest|fabfile|(?:pdm|hatch)_build)\.py$/.test(
        path,
      )
    )
      continue;
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null) texts.set(path, text);
  }
  const python = [...texts].flatMap(([path, text]) => (path.endsWith(".py") ? [text] : []));
  const bases = python.some((text) => text.includes("BaseSettings")) ? settingsBases(python) : undefined;
  const settings = [];
  for (const [path, text] of texts)
    settings.push(...(await settingsIn(path, text, path.endsWith(".py") ? bases : undefined)));
  const ground = { files, index, modules: modulesOf(index.files) };
  const open = await exportsOf({ entry: project.entry, manifest, paths }, ground);
  const serving = project.frameworks.length && open.length ? await servingFiles(open, files, index) : none;
  const tried = await examplesOf({
    files,
    index,
    signal,
    shell: workspace.shell,
    shellMissing: workspace.shellMissing,
    most: 1,
    wants: (symbol) => open.includes(symbol),
  });
  const helpRuns = await helpOf(workspace, manifest, signal);
  const answered = helpRuns.filter(({ run }) => run?.exitCode === 0 && run.stdout.trim());
  const workflows = await workflowsOf(files, paths);
  const remote = homeIn((await gitOf(workspace)("config")) ?? "");
  return {
    paths,
    tried,
    helpRuns,
    facts: {
      manifest,
      project,
      settings: merged(settings),
      features: open
        .filter((symbol) => !serving.has(symbol.file) && isFeature(symbol, index))
        .slice(0, 12)
        .map(({ declaration: { name, docstring } }) => ({
          name,
          text: firstSentence(unlinked(docstring?.doc.summary ?? "")).slice(0, 200),
        })),
      packages: await packagesOf(files),
      help: answered.map(({ program, run }) => ({ program, text: (run?.stdout ?? "").slice(0, 4000) })),
      unasked: helpRuns.some(({ run }) => run === undefined),
      commandLines: await commandLinesOf(
        { files, paths },
        manifest,
        answered.map(({ program }) => program),
      ),
      examples: usage(open, tried, manifest),
      shown: await shownBy({ files, paths, manifest }),
      home: remote,
      requirements: ["requirements.txt", "requirements/base.txt"].find((path) => paths.has(path)),
      mains: manifest?.ecosystem === "go" ? await mainsOf(files, paths) : [],
      served: await servedBy(files, paths, project.entry),
      ci: commandsOfCi(workflows),
      badges: await badgesOf(files, { manifest, workflows, remote }),
    },
  };
}

const none: ReadonlySet<string> = new Set();

/** Returns files whose functions handle requests and aren't called by users. */
async function servingFiles(
  open: readonly Symbol[],
  files: Files,
  index: Declared,
): Promise<ReadonlySet<string>> {
  const requests = await requestsIn(files, index);
  return new Set(open.flatMap((symbol) => (requests(symbol)?.answers.length ? [symbol.file] : [])));
}

const isFeature = ({ declaration: { kind, name, docstring } }: Symbol, index: Declared): boolean =>
  kind !== "method" &&
  kind !== "type" &&
  !["Error", "Exception"].some((item) => kind === "class" && extendsIt(name, item, index)) &&
  hasSummary(docstring?.doc.summary);

/** Whether a summary says more than Antiphon's own docstrings do. */
const hasSummary = (summary = ""): boolean =>
  summary !== "" &&
  !/(?:^|: |, | and )(?:calls|returns|holds|offers|sets|adds|runs|renders|set to|lists|a kind of|has|define) (?:[\w ]+ )?`/i.test(
    summary,
  );

/** Returns calls shown by tests, after the import they need. */
function usage(
  open: readonly Symbol[],
  { examples }: Tried,
  manifest: Manifest | undefined,
): Facts["examples"] {
  const exampleFiles = open
    .flatMap((symbol) => (examples.get(symbol) ?? []).map(({ code }) => ({ code, file: symbol.file })))
    .slice(0, 3);
  const [first] = exampleFiles;
  const python = first?.file.endsWith(".py") === true;
  if (!first || !manifest?.name || (python && !/^[\w.-]+$/.test(manifest.name))) return [];
  const language = python ? "python" : /\.[cm]?tsx?$/.test(first.file) ? "ts" : "js";
  const words = new Set(exampleFiles.flatMap(({ code }) => code.match(/[\w$]+/g) ?? []));
  const names = open
    .flatMap(({ declaration: { name, kind } }) => (kind !== "method" && words.has(name) ? [name] : []))
    .join(", ");
  const line = python
    ? `>>> from ${manifest.name.replaceAll("-", "_")} import ${names}`
    : `import { ${names} } from ${JSON.stringify(manifest.name)};\n`;
  return [line, ...exampleFiles.map(({ code }) => code)].map((code) => ({ code, language }));
}

/** Replaces `{@link Queue#size}` and `[pages](https://…)` by their text. */
const unlinked = (text: string): string =>
  text
    .replaceAll(
      /\{@link(?:code|plain)?\s+([^}\s|]+)(?:[\s|]+([^}]*))?\}/g,
      (_, name: string, text?: string) => text?.trim() || name,
    )
    .replaceAll(/\[([^\][\n]+)\]\([^()\s]+\)/g, "$1");

/** Returns what users of the package can import: the exports of its entry, or of the module with its name. */
async function exportsOf(
  {
    entry,
    manifest,
    paths,
  }: {
    readonly entry: string | undefined;
    readonly manifest: Manifest | undefined;
    readonly paths: ReadonlySet<string>;
  },
  ground: Ground,
): Promise<readonly Symbol[]> {
  const module = manifest?.name?.replaceAll("-", "_");
  const text = async (path: string): Promise<string | undefined> =>
    (await ground.files.tryRead(path).catch(() => null)) ?? undefined;
  const places = [
    ...(await entrancesOf({ paths, text })).flatMap(({ name, path }) => (name === "" ? [path] : [])),
    entry,
    ...(module
      ? [`src/${module}/__init__.py`, `${module}/__init__.py`, `${module}.py`, `src/${module}.py`]
      : []),
    "src/index.ts",
    "src/index.js",
    "index.js",
    "index.ts",
  ];
  for (const place of places) {
    const exported = place === undefined ? [] : await offeredBy(place, ground);
    if (exported.length) return exported;
  }
  return [];
}

/** Reads the GitHub workflows by path; invalid YAML is skipped. */
async function workflowsOf(files: Files, paths: ReadonlySet<string>): Promise<Workflows> {
  const found = new Map<string, unknown>();
  for (const path of paths) {
    if (!/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) continue;
    const text = await files.tryRead(path).catch(() => null);
    try {
      found.set(path, parse(text ?? "", { maxAliasCount: 10 }));
    } catch {
      // GitHub tells the author about it
    }
  }
  return found;
}

/** Commands that set up the machine or publish something: not checks for contributors. */
const aside =
  /^(?:exit|true|false|echo|cd|ls|cat|env|sleep|export)\b|\b(?:publish|release|deploy|corepack|docker|git)\b|\s(?:-\w*g\w*|--global)\b|^(?:python3? -m )?pip3? install (?:-U |--upgrade )*(?:pip|uv|tox|nox|poetry|pdm|hatch|build|wheel|virtualenv|setuptools)\b|^uv (?:venv|python)\b|^cargo (?:install|update|generate-lockfile|fetch)\b|^(?:npm|pnpm) (?:i|install) (?!-)|\s(?:--no-run|-Z)\b/;

/** Returns one-line commands by which the workflows check proposed changes. */
function commandsOfCi(workflows: Workflows): readonly string[] {
  const found = new Set<string>();
  for (const workflow of workflows.values()) {
    if (!startsOn(workflow, "push") && !startsOn(workflow, "pull_request")) continue;
    const jobs = isObject(workflow) && isObject(workflow["jobs"]) ? Object.values(workflow["jobs"]) : [];
    for (const job of jobs)
      for (const step of isObject(job) && Array.isArray(job["steps"]) ? (job["steps"] as unknown[]) : [])
        if (
          isObject(step) &&
          typeof step["run"] === "string" &&
          /^[\w@./:=& -]{3,80}$/.test(step["run"].trim()) &&
          !aside.test(step["run"])
        )
          found.add(step["run"].trim());
  }
  return [...found].slice(0, 8);
}
