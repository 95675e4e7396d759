import type { Project } from "../../code/index.ts";
import { anchor, fenced, inline, prose, span, table } from "../page/markdown.ts";
import type { Setting } from "../page/configuration.ts";
import type { Manifest } from "../page/manifest.ts";
import type { CommandLine } from "./command-lines.ts";
import type { Shown } from "./shown-declarations.ts";
import { type Heading, headingsIn } from "./managed.ts";
import type { Package } from "./packages.ts";

/** The facts a README is generated from; each was read from the project or is absent. */
export interface Facts {
  readonly manifest: Manifest | undefined;
  readonly project: Project;
  readonly settings: readonly Setting[];
  /** Exports of the entry, or commands of the programs: name and first sentence. */
  readonly features: readonly { readonly name: string; readonly text: string }[];
  /** Output of `--help`, by program. */
  readonly help: readonly { readonly program: string; readonly text: string }[];
  /** Whether a program couldn't be asked, so that earlier help output may still be valid. */
  readonly unasked: boolean;
  /** Options and commands of other programs, from their sources. */
  readonly commandLines: readonly CommandLine[];
  /** Packages of a workspace. */
  readonly packages: readonly Package[];
  /** Calls shown by tests. */
  readonly examples: readonly { readonly code: string; readonly language: string }[];
  /** Usage shown by an example or the entry, if tests and help show none. */
  readonly shown?: Shown | undefined;
  /** Markdown lines; empty if no badge would be accurate. */
  readonly badges: string;
  /** Where it is hosted; the end may serve as its name. */
  readonly home: string | undefined;
  /** A Python requirements file, if nothing else says how to install. */
  readonly requirements: string | undefined;
  /** Folders of Go programs, relative to the module's. */
  readonly mains: readonly string[];
  /** Commands that start a Python application. */
  readonly served: readonly string[];
  /** Commands that CI runs. */
  readonly ci: readonly string[];
}

export const keys = [
  "purpose",
  "features",
  "packages",
  "installation",
  "usage",
  "configuration",
  "development",
] as const;
export type Key = (typeof keys)[number];

export const titles: Readonly<Record<Key, string>> = {
  purpose: "Purpose",
  features: "Features",
  packages: "Packages",
  installation: "Installation",
  usage: "Usage",
  configuration: "Configuration",
  development: "Development",
};

/** Headings under which authors write the same content. */
export const patterns: Readonly<Record<Key, RegExp>> = {
  purpose: /^(?:about|purpose|overview|introduction|what (?:is|it)|why|motivation|description)\b/i,
  features:
    /\b(?:features?|highlights|capabilities|benefits|advantages|strengths|what it does|what you get|at a glance)\b/i,
  packages:
    /\b(?:packages|workspaces?|monorepo|modules|projects|(?:project|repo(?:sitory)?|folder) structure|what'?s inside)\b/i,
  installation: /\b(?:install(?:ation|ing)?|getting started|set ?up|quick ?start)\b/i,
  usage: /\b(?:usage|examples?|how to use|quick ?start|getting started|using|tutorial|running|run)\b/i,
  configuration:
    /\b(?:config(?:uration|ure|uring)?|options|settings|environment|env(?:ironment)? variables)\b/i,
  development: /\b(?:develop(?:ment|ing)?|contribut\w+|building|test(?:s|ing)?|scripts)\b/i,
};

/** Renders a section's body; undefined if the project has no content for it. */
export function sectionOf(key: Key, facts: Facts): string | undefined {
  const lines = makers[key](facts);
  return lines.length ? lines.join("\n").trim() : undefined;
}

const makers: Readonly<Record<Key, (facts: Facts) => readonly string[]>> = {
  purpose: ({ manifest }) => (manifest?.description ? [inline(manifest.description)] : []),
  features: ({ features }) =>
    features.map(({ name, text }) => `- ${span(name)}${text ? `: ${prose(text)}` : ""}`),
  packages: ({ packages }) =>
    packages.map(
      ({ name, folder, text }) =>
        `- [${inline(name)}](${encodeURI(folder)})${text ? `: ${prose(text)}` : ""}`,
    ),
  installation,
  usage,
  configuration: ({ settings }) =>
    table(
      ["Setting", "Kind", "Default", "Read in"],
      settings.map(({ name, kind, default: value, file }) => [
        span(name),
        kind === "file" ? "file" : "environment variable",
        value ? span(value) : "none",
        span(file),
      ]),
    ),
  development,
};

/** Filters lines that readers paste into a shell: one with more than plain words is dropped, whoever chose the name. */
const pasted = (lines: readonly string[]): readonly string[] => {
  const plain = lines.filter((line) => /^[\w@][\w@./~+=:-]*(?: [\w@./~+=:-]+)*$/.test(line));
  return plain.length ? fenced(plain.join("\n"), "sh") : [];
};

const languages = { node: "Node.js", python: "Python", go: "Go" } as const;

/**
 * Returns the workspace packages that others install: its program, or the package named like the workspace;
 * else all, if they are few.
 */
function offered({ packages, home, manifest }: Facts): readonly Package[] {
  const open = packages.filter(({ isOpen }) => isOpen);
  const bare = (name: string | undefined): string | undefined => name?.replace(/^@[^/]*\//, "");
  const names = new Set([bare(manifest?.name), home?.split("/").at(-1)]);
  const main = open.filter(({ name, hasPrograms }) => hasPrograms || names.has(bare(name)));
  return main.length ? main.slice(0, mostOffered) : open.length <= mostOffered ? open : [];
}

const mostOffered = 4;

function installation(facts: Facts): readonly string[] {
  const { manifest, project, requirements, mains } = facts;
  const parts = manifest?.private === true ? offered(facts) : [];
  if (parts.length)
    return pasted(
      parts.map(({ name, ecosystem }) => `${ecosystem === "node" ? "npm" : "pip"} install ${name}`),
    );
  if (!manifest) return requirements ? fenced(`pip install -r ${requirements}`, "sh") : [];
  if (manifest.ecosystem === "go" && !manifest.private && manifest.name !== undefined) {
    const { name } = manifest;
    const lines = mains.map((folder) => `go install ${folder ? `${name}/${folder}` : name}@latest`);
    return [
      ...(manifest.requires ? [`Needs Go ${span(manifest.requires)}.`, ""] : []),
      ...pasted(lines.length ? lines : [`go get ${name}`]),
    ];
  }
  const needs = manifest.requires
    ? [`Needs ${languages[manifest.ecosystem]} ${span(manifest.requires)}.`, ""]
    : [];
  return [...needs, ...pasted(generator(manifest) ?? [installer(manifest, project)])];
}

const nodeManagers: Readonly<Record<string, { readonly all: string; readonly run: string }>> = {
  npm: { all: "npm install", run: "npm run" },
  pnpm: { all: "pnpm install", run: "pnpm" },
  yarn: { all: "yarn install", run: "yarn" },
  bun: { all: "bun install", run: "bun run" },
};

/** Returns the usual command of a project generator package: `npm create sails` for `create-sails`. */
function generator({ ecosystem, name = "", programs }: Manifest): readonly string[] | undefined {
  if (ecosystem !== "node") return undefined;
  const [, scope, product] = /^(?:@([\w.-]+)\/)?create(?:-([\w.-]+))?$/.exec(name) ?? [];
  if (product !== undefined || scope !== undefined)
    return [`npm create ${[scope && `@${scope}`, product].filter(Boolean).join("/")}@latest`];
  const [, before = "", called] = /^(@[\w.-]+\/)?generator-([\w.-]+)$/.exec(name) ?? [];
  if (called !== undefined) return [`npm install --global yo ${name}`, `yo ${before}${called}`];
  const isGenerator = Object.keys(programs).some((key) => key.startsWith("create-"));
  return isGenerator ? [`npx ${name}`] : undefined;
}

/** Whether others install it; an application is run from its sources. */
const isLibrary = (
  { name, private: isPrivate, version, published }: Manifest,
  { frameworks }: Project,
): boolean =>
  name !== undefined && !isPrivate && (published || (version !== undefined && frameworks.length === 0));

function installer(manifest: Manifest, project: Project): string {
  const { ecosystem, name } = manifest;
  const packageManager =
    project.packageManager === "pip" ? (manifest.manager ?? "pip") : project.packageManager;
  if (ecosystem === "go") return "go build ./...";
  // Users of a library needn't use pnpm or uv just because its developers do.
  if (isLibrary(manifest, project))
    return ecosystem === "node" ? `npm install ${name}` : `pip install ${name}`;
  if (ecosystem === "node")
    return (nodeManagers[packageManager] ?? nodeManagers["npm"])?.all ?? "npm install";
  if (packageManager === "uv") return "uv sync";
  return packageManager === "poetry" || packageManager === "pdm"
    ? `${packageManager} install`
    : "pip install -e .";
}

/** Renders `NAME --help` for programs whose help is known from neither a run nor their source; at most 12. */
function commands({ programs }: Manifest, { help, commandLines }: Facts): readonly string[] {
  const documentedPrograms = new Set([...help, ...commandLines].map(({ program }) => program));
  const names = Object.keys(programs)
    .filter((name) => !documentedPrograms.has(name))
    .slice(0, 12);
  return pasted(names.map((name) => `${name} --help`));
}

const wordsOf = ({ program, of, rows }: CommandLine): readonly string[] => [
  `${span(program)} takes these ${of.toLowerCase()}s:`,
  "",
  ...table(
    [of, "Meaning"],
    rows.map(({ name, text }) => [span(name), prose(text)]),
  ),
];

function usage(facts: Facts): readonly string[] {
  const { help, commandLines, examples, manifest, project, served } = facts;
  const library = manifest !== undefined && isLibrary(manifest, project);
  const start = library
    ? undefined
    : ["dev", "start:dev", "start", "serve"].find((name) => manifest?.scripts[name] !== undefined);
  const run = nodeManagers[project.packageManager]?.run ?? "npm run";
  const shownExamples = examples;
  const lines = [
    ...help.flatMap(({ program, text }) => [
      `${span(`${program} --help`)} says:`,
      "",
      ...fenced(text, "text"),
    ]),
    ...commandLines.flatMap(wordsOf),
    ...(shownExamples.length
      ? fenced(shownExamples.map(({ code }) => code).join("\n"), shownExamples[0]?.language ?? "js")
      : []),
    ...(help.length + shownExamples.length === 0 && start ? pasted([`${run} ${start}`]) : []),
    ...(manifest?.ecosystem === "python" ? commands(manifest, facts) : []),
    ...(help.length + shownExamples.length === 0 && !start && served.length ? pasted(served) : []),
  ];
  if (!lines.length && facts.shown) return fenced(facts.shown.code, facts.shown.language);
  return lines;
}

/** Whether npm runs a script automatically: `pretest`, `prepublishOnly`. */
const isHook = (name: string, scripts: Manifest["scripts"]): boolean =>
  /^(?:(?:pre|post)(?:install|pack|publish|version)|prepare|prepublishOnly|dependencies)$/.test(name) ||
  (/^(?:pre|post)/.test(name) && Object.hasOwn(scripts, name.replace(/^(?:pre|post)/, "")));

function development({ manifest, project, ci }: Facts): readonly string[] {
  const run = nodeManagers[project.packageManager]?.run ?? "npm run";
  const scripts = Object.entries(manifest?.scripts ?? {}).filter(
    ([name]) => !isHook(name, manifest?.scripts ?? {}),
  );
  return [
    ...table(
      ["Script", "Runs"],
      scripts.map(([name, command]) => [span(`${run} ${name}`), span(command)]),
    ),
    ...(ci.length ? ["CI runs:", "", ...fenced(ci.join("\n"), "sh")] : []),
  ];
}

/** Returns the heading level of a README's sections: some have an image as title and all sections on level one. */
export const depthOf = (headings: readonly Heading[]): 1 | 2 =>
  headings.filter(({ level }) => level === 1).length > 2 ? 1 : 2;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns the section headings. If all are on level one, the first one, or one with the project's name, is
 * the title.
 */
export function ownSections(text: string, name = ""): readonly Heading[] {
  const headings = headingsIn(text);
  const depth = depthOf(headings);
  const [first] = headings;
  const isTitle = (heading: Heading): boolean =>
    heading === first &&
    (text.slice(0, heading.start).trim() === "" ||
      (name !== "" && lettersOf(heading.title) === lettersOf(name)));
  return headings.filter(
    (heading) =>
      heading.level === depth &&
      !(depth === 1 && isTitle(heading)) &&
      !/^(?:table of )?contents$/i.test(heading.title),
  );
}

/** Renders links to the section headings. */
export function contents(text: string, name?: string): string {
  const seen = new Map<string, number>();
  const links = new Map(
    headingsIn(text).map(({ title, start }) => {
      const base = anchor(title);
      const count = seen.get(base) ?? 0;
      seen.set(base, count + 1);
      return [start, count ? `${base}-${count}` : base] as const;
    }),
  );
  return ownSections(text, name)
    .map(
      ({ title, start }) =>
        `- [${title.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")}](#${links.get(start) ?? ""})`,
    )
    .join("\n");
}
