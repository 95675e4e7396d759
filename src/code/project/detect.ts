import { mostFrequent } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { App, Project } from "../project.ts";
import { runnersCalled } from "../runners/own-way.ts";
import { scriptForms } from "../runners/script-forms.ts";
import { databases, frameworks, locks, makers, runners } from "./known.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { type Sample, styleOf } from "./style.ts";

const mostSamples = 400;
const mostText = 200_000;

/**
 * Detects a package's setup from its manifest, lock files, sources and settings.
 * @param folder The package's folder in a monorepo; by default the root.
 * @param kind Which manifest to use if the folder has several; by default the first.
 */
export async function detectProject(files: Files, folder = "", kind?: "node" | "python"): Promise<Project> {
  const base = folder === "" || folder === "." ? "" : `${folder.replace(/\/+$/, "")}/`;
  const manifest = await readManifest(files, base, kind);
  const packages = base === "" ? await packagesOf(files, manifest) : [];
  const samples = await sampled(files, base, packages);
  const language = await languageOf(files, base, { manifest, samples });
  const found = fitting(frameworks, manifest);
  return {
    folder: base.slice(0, -1),
    packages,
    name: manifest.name,
    language,
    packageManager: await managerOf(files, base, { manifest, language }),
    modules: modulesOf(manifest, language),
    entry: await entryOf(files, base, { manifest, language }),
    frameworks: found,
    databases: fitting(databases, manifest),
    runners: await runnersOf(files, base, { manifest, language, samples }),
    app: appOf(found, samples),
    dependencies: manifest.dependencies,
    scripts: manifest.scripts,
    style: await styleOf(files, base, { samples, python: language === "python" }),
  };
}

interface Facts {
  readonly manifest: Manifest;
  readonly language?: Project["language"];
  readonly samples?: readonly Sample[];
}

const fitting = (
  known: Readonly<Record<string, readonly string[]>>,
  { dependencies }: Manifest,
): readonly string[] =>
  Object.keys(known).filter((name) =>
    known[name]?.some((dependency) => Object.hasOwn(dependencies, dependency)),
  );

const extensions = "{ts,tsx,mts,cts,js,jsx,mjs,cjs,py,go,rs}";

/** Files that show nothing about a project's style: settings, declarations and build output. */
const unread = /\.(?:config|d)\.\w+$|\.min\.|^(?:dist|build|coverage|out)\//;

async function sampled(files: Files, base: string, packages: readonly string[]): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for await (const path of files.find(`${base}**/*.${extensions}`)) {
    const inner = path.slice(base.length);
    if (packages.some((folder) => path.startsWith(`${folder}/`)) || unread.test(inner)) continue;
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null && text.length <= mostText) samples.push({ path, text });
    if (samples.length >= mostSamples) break;
  }
  return samples;
}

const byExtension = {
  typescript: /\.[mc]?tsx?$/,
  javascript: /\.[mc]?jsx?$/,
  python: /\.py$/,
  go: /\.go$/,
  rust: /\.rs$/,
} as const;

async function languageOf(
  files: Files,
  base: string,
  { manifest, samples = [] }: Facts,
): Promise<Project["language"]> {
  if (manifest.kind === "node") {
    if ((await files.tryRead(`${base}tsconfig.json`).catch(() => null)) !== null) return "typescript";
    if (Object.hasOwn(manifest.dependencies, "typescript")) return "typescript";
  } else if (manifest.kind) return manifest.kind;
  let best: Project["language"] = manifest.kind === "node" && samples.length === 0 ? "javascript" : undefined;
  let most = 0;
  for (const language of ["typescript", "javascript", "python", "go", "rust"] as const) {
    const fit = samples.filter(({ path }) => byExtension[language].test(path)).length;
    if (fit > most) [best, most] = [language, fit];
  }
  return best;
}

const defaultManagers = {
  typescript: "npm",
  javascript: "npm",
  python: "pip",
  go: "go",
  rust: "cargo",
} as const;

async function managerOf(files: Files, base: string, { manifest, language }: Facts): Promise<string> {
  const declared = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest.json["packageManager"] ?? ""))?.[1];
  if (declared) return declared;
  for (let place = base; ; place = place.replace(/[^/]+\/$/, "")) {
    for (const [file, manager] of Object.entries(locks))
      // Node packages may contain Ruby programs.
      if (!(manager === "bundler" && manifest.kind) && (await exists(files, place + file))) return manager;
    if (place === "") break;
  }
  if (manifest.kind === "node") {
    const names = Object.keys(locks).filter((name) => /^(?:npm|pnpm|yarn|bun)$/.test(locks[name] ?? ""));
    const [lock] = await files.above(names);
    const manager = locks[lock?.path.split("/").at(-1) ?? ""];
    if (manager !== undefined) return manager;
  }
  return language ? defaultManagers[language] : "npm";
}

const modulesOf = ({ kind, json }: Manifest, language: Project["language"]): Project["modules"] => {
  if (kind === "node") return json["type"] === "module" ? "esm" : "cjs";
  return language === "typescript" || language === "javascript" ? "esm" : undefined;
};

const entries: Readonly<Record<string, readonly string[]>> = {
  typescript: [
    "src/server.ts",
    "src/main.ts",
    "src/index.ts",
    "src/app.ts",
    "server.ts",
    "main.ts",
    "index.ts",
    "app.ts",
  ],
  javascript: [
    "src/server.js",
    "src/main.js",
    "src/index.js",
    "src/app.js",
    "server.js",
    "main.js",
    "index.js",
    "app.js",
  ],
  python: ["src/main.py", "app/main.py", "main.py", "src/app.py", "app.py", "manage.py", "src/server.py"],
  go: ["main.go", "cmd/main.go"],
  rust: ["src/main.rs", "src/lib.rs"],
};

async function entryOf(
  files: Files,
  base: string,
  { manifest, language }: Facts,
): Promise<string | undefined> {
  const script = /(?:node|tsx|ts-node|nodemon|bun)(?:\s+--?\S+)*\s+(\S+\.[mc]?[jt]s)/;
  const { start = "", dev = "" } = manifest.scripts;
  const named = [script.exec(dev)?.[1], script.exec(start)?.[1], manifest.json["main"]];
  for (const name of [...named, ...(language ? (entries[language] ?? []) : [])]) {
    const path = typeof name === "string" && base + name.replace(/^\.\//, "");
    if (path && (await exists(files, path))) return path;
  }
  return undefined;
}

async function runnersOf(files: Files, base: string, facts: Facts): Promise<readonly string[]> {
  const { manifest, language, samples = [] } = facts;
  const isNode = manifest.kind === "node";
  const called = isNode ? runnersCalled(manifest.scripts, scriptForms) : [];
  const found = [...called, ...fitting(runners, manifest)];
  const scripts = Object.values(manifest.scripts).join("\n");
  if (/\bnode\b[^\n&|;]*--test\b/.test(scripts) || samples.some(({ text }) => /["']node:test["']/.test(text)))
    found.push("node:test");
  if (/\bbun\s+test\b/.test(scripts) || samples.some(({ text }) => /["']bun:test["']/.test(text)))
    found.push("bun test");
  if (
    (await exists(files, `${base}deno.json`)) ||
    (await exists(files, `${base}deno.jsonc`)) ||
    samples.some(({ text }) => /\bDeno\.test\(/.test(text))
  )
    found.push("deno test");
  if (language === "python" && !found.includes("pytest")) {
    const settings = (await files.tryRead(`${base}pyproject.toml`)) ?? "";
    const tests = samples.some(({ path }) => /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/.test(path));
    const isSet = /\[tool\.pytest/.test(settings) || (await exists(files, `${base}pytest.ini`));
    if (isSet || (tests && !isUnittest(samples))) found.push("pytest");
    else if (tests) found.push("unittest");
  }
  if (language === "go") found.push("go test");
  if (language === "rust") found.push("cargo test");
  for (const [runner, marks] of Object.entries(builds))
    if ((await Promise.all(marks.map((mark) => anyOf(files, base + mark)))).includes(true))
      found.push(runner);
  const { test } = manifest.scripts;
  // The script that `npm init` writes tests nothing.
  if (found.length === 0 && isNode && test !== undefined && !/no test specified/.test(test))
    found.push("npm test");
  return [...new Set(found)];
}

/** Build files that identify the test runners of other languages. */
const builds: Readonly<Record<string, readonly string[]>> = {
  "mvn test": ["pom.xml"],
  "gradle test": ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
  phpunit: ["phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml", "tests/**/*Test.php"],
  rspec: [".rspec", "spec/**/*_spec.rb"],
};

async function anyOf(files: Files, glob: string): Promise<boolean> {
  for await (const _ of files.find(glob)) return true;
  return false;
}

/** Whether all tests are standard library classes, which need no installation. */
function isUnittest(samples: readonly Sample[]): boolean {
  const tests = samples.filter(({ path }) => /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/.test(path));
  return (
    tests.some(({ text }) => /\bunittest\b/.test(text)) &&
    !tests.some(
      ({ path, text }) => /^(?:async )?def test_|\bpytest\b/m.test(text) || path.endsWith("conftest.py"),
    )
  );
}

/** Returns the first framework whose application is found in the sources. */
function appOf(found: readonly string[], samples: readonly Sample[]): App | undefined {
  const sources = samples.filter(
    ({ path }) => !/(?:^|\/)(?:tests?|__tests__|examples?)\/|\.(?:test|spec)\.|(?:^|\/)test_/.test(path),
  );
  for (const framework of found) {
    const maker = makers[framework];
    const source = maker && sources.find(({ text }) => maker.app.test(text));
    if (!maker || !source) continue;
    const match = maker.app.exec(source.text);
    const variable = (match?.[1] ?? "app").trim();
    const factory = factoryOf(source, match?.index ?? 0);
    const name = factory ?? variable;
    const exported =
      source.path.endsWith(".py") ||
      new RegExp(
        `export\\s+(?:default\\s+)?(?:async\\s+)?(?:const|let|function)?\\s*${name}\\b|export\\s*\\{[^}]*\\b${name}\\b|exports(?:\\.\\w+)?\\s*=[^;\\n]*\\b${name}\\b`,
      ).test(source.text);
    return {
      framework,
      file: source.path,
      variable,
      factory,
      exported,
      routers: routersOf(maker.routes, sources, source.path),
    };
  }
  return undefined;
}

/** Returns the function whose indented body contains the place. */
function factoryOf({ path, text }: Sample, index: number): string | undefined {
  const start = text.lastIndexOf("\n", index) + 1;
  if (!/\s/.test(text[start] ?? "")) return undefined;
  const head = path.endsWith(".py")
    ? /^(?:async\s+)?def\s+(\w+)/gm
    : /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\s+(\w+)|(?:const|let)\s+(\w+)\s*(?::[^=]+)?=\s*(?:async\s*)?\()/gm;
  const last = [...text.slice(0, start).matchAll(head)].at(-1);
  return last?.[1] ?? last?.[2];
}

function routersOf(routes: RegExp, sources: readonly Sample[], app: string): string | undefined {
  const found = sources.filter(({ path, text }) => path !== app && routes.test(text) && path.includes("/"));
  return mostFrequent(found.map(({ path }) => path.slice(0, path.lastIndexOf("/"))));
}

async function packagesOf(files: Files, { json }: Manifest): Promise<readonly string[]> {
  const { workspaces } = json;
  const roots = Array.isArray(workspaces)
    ? workspaces
    : (workspaces as { packages?: unknown } | undefined)?.packages;
  const pnpm =
    (await files.tryRead("pnpm-workspace.yaml"))?.matchAll(/^\s*-\s*["']?([^"'\n#]+?)["']?\s*$/gm) ?? [];
  const globs = [...(Array.isArray(roots) ? roots : []), ...[...pnpm].map((match) => match[1])];
  const found = new Set<string>();
  for (const glob of globs) {
    if (typeof glob !== "string" || glob.startsWith("!") || glob.startsWith("/") || glob.includes(".."))
      continue;
    for await (const path of files.find(`${glob.replace(/\/+$/, "")}/package.json`))
      found.add(path.slice(0, -"/package.json".length));
  }
  return [...found].sort();
}

async function exists(files: Files, path: string): Promise<boolean> {
  for await (const _ of files.find(escapeGlob(path), { ignored: true })) return true;
  return false;
}

const escapeGlob = (path: string): string => path.replaceAll(/[\\*?[\]{}()!+@|]/g, String.raw`\$&`);
