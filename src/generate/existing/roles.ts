import { mostFrequent } from "../../lib/index.ts";
import { namesFrom, wordsOf } from "../../api/index.ts";
import { folderOf, lastOf } from "./folders.ts";
import type { Host } from "./host.ts";

/** Roles of generated files. In NestJS `routes` is the controller class and `controller` the service. */
export const roles = ["model", "routes", "controller", "module", "test", "docs"] as const;
export type Role = (typeof roles)[number];

export type Spelled = "kebab" | "camel" | "pascal" | "snake";

/** How the project names its files of a role. */
export interface Found {
  /** Template of the folder. For tests, `beside` and `__tests__` are relative to what they test. */
  readonly folder: string;
  /** Template of the file name, with its suffix. */
  readonly name: string;
  readonly suffix: string;
  /** Whether each resource has its own folder. */
  readonly feature: boolean;
}

interface Pattern {
  readonly folder: RegExp;
  readonly suffix: RegExp;
}

/** How applications of a framework name the files of each role. */
export interface Naming {
  /** Patterns that recognise such files. */
  readonly patterns: Readonly<Partial<Record<Role, Pattern>>>;
  /** Suffix of new files if the project has none of the role. */
  readonly suffixes: Readonly<Partial<Record<Role, string>>>;
  /** The role's name in the report. */
  readonly words: Readonly<Partial<Record<Role, string>>>;
  /** Whether all files of a resource, including tests, share one folder. */
  readonly together: boolean;
}

const isTest = /[._-](?:test|spec|e2e-spec)$|_test$/i;
const general = /^(?:index|app|main|server|base|health\w*)$/i;

interface File {
  readonly folder: string;
  readonly base: string;
}

const fileOf = (path: string): File => ({
  folder: folderOf(path),
  base: lastOf(path).replace(/\.[mc]?[jt]s$/, ""),
});

const same = (a: string, b: string): boolean =>
  namesFrom(a).kebab === namesFrom(b).kebab && wordsOf(a).length > 0;

/** Returns a placeholder in the common spelling of these names. */
export function placeholder(stems: readonly string[], fallback: Spelled): string {
  const spelling = (stem: string): Spelled | undefined => {
    if (/^[A-Z]/.test(stem)) return "pascal";
    if (stem.includes("-")) return "kebab";
    if (stem.includes("_")) return "snake";
    return /[A-Z]/.test(stem) ? "camel" : undefined;
  };
  // A single lower-case word fits every spelling but PascalCase.
  const usual = fallback === "pascal" && stems.some((stem) => /^[a-z]/.test(stem)) ? "camel" : fallback;
  const spelt = mostFrequent(stems.map(spelling).filter((value) => value !== undefined)) ?? usual;
  const plural = stems.filter((stem) => {
    const { camel, plural: many } = namesFrom(stem);
    return camel !== many.camel && wordsOf(stem).join("") === wordsOf(many.camel).join("");
  }).length;
  return plural * 2 > stems.length ? `{plural.${spelt}}` : `{${spelt}}`;
}

const spellingOf = ({ project }: Host): Spelled => project.style.fileNames ?? "kebab";

interface Candidate extends File {
  /** The name without its suffix; empty if it doesn't name a resource. */
  readonly stem: string;
  readonly suffix: string;
  /** Template of the role's location: one folder, or `…/*` for a folder per resource. */
  readonly where: string;
}

/** Returns the files that may have the role, by folder or name. */
const candidatesOf = (pattern: Pattern, files: readonly File[]): readonly Candidate[] =>
  files.flatMap((file) => {
    const suffix = pattern.suffix.exec(file.base)?.[0] ?? "";
    const stem = file.base.slice(0, file.base.length - suffix.length);
    const inFolder = pattern.folder.test(lastOf(file.folder.replace(/\/v\d+$/, "")));
    const inFeature = !inFolder && suffix !== "" && same(lastOf(file.folder), stem);
    if (!inFolder && !inFeature) return [];
    const where = inFeature ? `${folderOf(file.folder)}/*` : file.folder;
    return [{ ...file, suffix, stem: general.test(stem) ? "" : stem, where }];
  });

function roleOf(pattern: Pattern, host: Host, files: readonly File[]): Found | undefined {
  const candidates = candidatesOf(pattern, files);
  const where = mostFrequent(candidates.map((file) => file.where));
  if (where === undefined) return undefined;
  const group = candidates.filter((file) => file.where === where);
  const named = group.filter(({ stem }) => stem !== "");
  const suffix = mostFrequent(named.map((file) => file.suffix)) ?? "";
  const usual = spellingOf(host);
  const fallback = /^[A-Z]/.test(suffix) && usual !== "pascal" ? "camel" : usual;
  const stems = named.map(({ stem }) => stem);
  const name = stems.length ? `${placeholder(stems, fallback)}${suffix}` : `{${fallback}}`;
  if (!where.endsWith("/*")) return { folder: where, name, suffix, feature: false };
  const slot = placeholder(
    group.map(({ folder }) => lastOf(folder)),
    fallback,
  );
  return { folder: `${where.slice(0, -2)}/${slot}`.replace(/^\//, ""), name, suffix, feature: true };
}

/** Returns where tests lie relative to what they test. */
function testsOf(files: readonly File[], sources: readonly File[]): Found | undefined {
  const tests = files.filter(({ base }) => isTest.test(base) && !/e2e/i.test(base));
  const suffix = mostFrequent(tests.map(({ base }) => isTest.exec(base)?.[0] ?? ""));
  if (suffix === undefined) return undefined;
  const relation = ({ folder, base }: File): string => {
    if (lastOf(folder) === "__tests__" && folderOf(folder) !== "") return "__tests__";
    const stem = base.replace(isTest, "");
    return sources.some((file) => file.folder === folder && file.base === stem) ? "beside" : folder;
  };
  const where = mostFrequent(tests.map(relation)) ?? "tests";
  if (where === "beside" || where === "__tests__") return { folder: where, name: "", suffix, feature: false };
  const folders = tests.map(({ folder }) => folder);
  const served = mostFrequent(
    folders.filter((folder) => /(?:^|\/)(?:integration|routes?|api|controllers?)$/i.test(folder)),
  );
  const folder = served ?? (where.split("/")[0] || where);
  return { folder, name: "", suffix, feature: false };
}

/** Detects how the project places and names its files, by role; roles without files are omitted. */
export function detectRoles(host: Host, { patterns }: Naming): Readonly<Partial<Record<Role, Found>>> {
  const files = host.sources.map(({ path }) => fileOf(path));
  const sources = files.filter(
    ({ base, folder }) =>
      !isTest.test(base) && !/(?:^|\/)(?:tests?|__tests__|spec|examples?)(?:\/|$)/.test(folder),
  );
  const found: Partial<Record<Role, Found>> = {};
  for (const [role, pattern] of Object.entries(patterns) as [Role, Pattern][]) {
    const ownRole = roleOf(pattern, host, sources);
    if (ownRole) found[role] = ownRole;
  }
  const test = testsOf(files, sources);
  return test ? { ...found, test } : found;
}
