import type { Commit } from "./commit.ts";

/** What a commit changes, judging by its files only. */
export type Touch =
  | "tests"
  | "docs"
  | "dependencies"
  | "automation"
  | "changelog"
  | "release"
  | "source"
  | "nothing";

const patterns: readonly (readonly [Exclude<Touch, "release" | "nothing" | "source">, RegExp])[] = [
  [
    "changelog",
    /(^|\/)(changelog|changes|history|release[-_ ]?notes|news)([-_.]?v?\d[\w.-]*)?(\.(md|markdown|rst|txt|adoc|xml|html?))?$|(^|\/)(\.?changesets?|newsfragments|changelog\.d)\/|(^|\/)news\/[^/]+\.(md|rst|txt|bugfix|feature|misc|removal|docs?|process|trivial)$/i,
  ],
  [
    "automation",
    /^\.(github|circleci|gitlab|husky|vscode|idea|devcontainer)\/|^\.[^/]+$|^\.[^/]+\.(ya?ml|json|js|cjs|toml)$|(^|\/)(azure-pipelines|appveyor|\.?travis)[^/]*\.ya?ml$|^(scripts?|ci|tools)\/|(^|\/)(benchmarks?|bench)\/|(^|\/)(makefile|dockerfile|justfile|rakefile|codecov\.ya?ml|renovate\.json5?|tox\.ini|noxfile\.py)$/i,
  ],
  [
    "tests",
    /(^|\/)(tests?|__tests__|specs?|testing|test-d|fixtures?|__fixtures__|__snapshots__|e2e|playground|integrations|cypress)\/|[._-](test|tests|spec|test-d|bench)\.[a-z]+$|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.[a-z]+$/i,
  ],
  [
    "dependencies",
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|pdm\.lock|pipfile(\.lock)?|cargo\.lock|go\.sum|composer\.lock|requirements[^/]*\.txt|deno\.lock)$/i,
  ],
  [
    "docs",
    /(^|\/)(docs?|documentation|website|examples?|www|blog)\/|\.(md|mdx|rst|adoc|txt)$|(^|\/)(overview|package)\.html$|(^|\/)(licen[cs]e|authors|contributors|citation\.cff|mkdocs\.ya?ml|\.readthedocs\.ya?ml)[^/]*$/i,
  ],
];

const manifest =
  /(^|\/)(package\.json|pyproject\.toml|setup\.(py|cfg)|cargo\.toml|go\.mod|composer\.json|gemfile[^/]*|[^/]+\.gemspec|build\.gradle(\.kts)?|pom\.xml)$/i;
const versionFile =
  /(^|\/)(__version__\.py|_version\.py|version\.(py|rb|go|ts|js|txt)|version|__init__\.py)$/i;

/** Returns the kind of a file. */
export const touchOf = (path: string): Touch =>
  patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? "source";

const dependencyText = /\b(bump|update|upgrade|pin|deps|dependenc(y|ies)|lockfile|renovate|dependabot)\b/i;
/** Wording of changes to the versions a package runs with, not only builds with. */
const rangeText = /\b(support|allow|permit|relax|widen|loosen)(s|ed|ing)?\b/i;
/** Versions of a language, engine or framework that a package runs with. */
const engine = String.raw`(?:\b(?:c?python|pypy|node(?:\.?js)?|ruby|php|rust|java|jdk|deno|bun|django|rails)\b|\b\d+\.\d)`;
const runs = String.raw`\b(?:support|drop|requir|minimum|msrv|classifier)`;
const engineText = new RegExp(`${runs}.*${engine}|${engine}.*${runs}`, "i");
const releaseText =
  /^(v?\d+\.\d+|((chore|build|ci)(\([^)]*\))?: )?(release|v?\d+\.\d+\.\d)|version|bump (version )?to|prepare (for )?release|publish|\[[^\]]+\] v?\d)/i;

/** Returns the kind that describes a whole commit: source first, then what users notice soonest. */
export function touches(commit: Commit): Touch {
  if (commit.files.length === 0) return "nothing";
  const paths = commit.files.map((file) => file.path);
  const rest = paths.filter((path) => !manifest.test(path) && !versionFile.test(path));
  const kinds = new Set(rest.map(touchOf));
  if (releaseText.test(commit.subject) && !kinds.has("source")) return "release";
  if (rest.length < paths.length && engineText.test(commit.subject.slice(0, 500))) return "source";
  if (kinds.size < 1 || (rest.length < paths.length && [...kinds].every((kind) => kind === "dependencies"))) {
    if (rangeText.test(commit.subject)) return "source";
    return dependencyText.test(commit.subject) || kinds.has("dependencies")
      ? "dependencies"
      : manifestOnly(commit);
  }
  for (const kind of ["source", "docs", "tests", "dependencies", "automation", "changelog"] as const) {
    if (kinds.has(kind)) return kind === "docs" && kinds.has("tests") ? "tests" : kind;
  }
  return "nothing";
}

/**
 * Classifies a commit of manifests only by its subject: a release, a change to what users get, or
 * dependencies.
 */
const manifestOnly = (commit: Commit): Touch =>
  releaseText.test(commit.subject)
    ? "release"
    : /\b(engines?|peer|exports?|types?|python|node|license)\b/i.test(commit.subject)
      ? "source"
      : "dependencies";
