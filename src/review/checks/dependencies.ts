import { posix } from "node:path";
import { parse as parseToml } from "smol-toml";
import { mask } from "../../code/index.ts";
import { isObject, literal, objectIn } from "../../lib/index.ts";
import {
  type Change,
  type Check,
  type Finding,
  found,
  type Ground,
  type Severity,
  weighed,
} from "../contract.ts";

const dependencies: Check = {
  summary: "dependencies that came, went or changed, their licences and their versions",
  focus: "security",
  reads: (path) => manifest.test(path),
  async run(ground) {
    const findings: Finding[] = [];
    for (const change of ground.changes) {
      if (!manifest.test(change.path)) continue;
      findings.push(...(await look(change, ground)), ...licence(change));
    }
    return found(findings);
  },
};
export default dependencies;

const manifest = /(?:^|\/)(?:package\.json|requirements[\w-]*\.txt|pyproject\.toml|go\.mod)$/;
const locks: Readonly<Record<string, readonly string[]>> = {
  "package.json": ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"],
  "pyproject.toml": ["uv.lock", "poetry.lock", "pdm.lock"],
  "go.mod": ["go.sum"],
};
/** Licences with conditions for redistribution. */
const copyleft =
  /\b(?:A|L)?GPL\b|\bSSPL\b|\bAGPL|\bGPL-|\bLGPL-|\bEUPL\b|\bOSL\b|\bBUSL\b|\bCC-BY-(?:NC|SA)|UNLICENSED|SEE LICENSE/i;

/** A changed manifest: its old and new declarations, and a function to report one of its packages. */
interface Manifest {
  readonly change: Change;
  readonly ground: Ground;
  readonly old: ReadonlyMap<string, string>;
  readonly now: ReadonlyMap<string, string>;
  readonly say: (name: string, statement: Said) => Finding;
}

type Said = readonly [severity: Severity, rule: string, reason: string, suggestion: string];

async function look(change: Change, ground: Ground): Promise<readonly Finding[]> {
  const { path, before, after } = change;
  const [old, now] = [declared(path, before), declared(path, after)];
  if (!old || !now) return []; // an unreadable manifest declares nothing, and removes nothing
  const lines = (after ?? "").split("\n");
  const say: Manifest["say"] = (name, [severity, rule, reason, suggestion]) => {
    const line = Math.max(1, lines.findIndex((line) => line.includes(name)) + 1);
    const isGraver = rule === "dependency-missing";
    return {
      file: path,
      line,
      severity: isGraver ? severity : weighed(severity, path),
      rule,
      reason,
      suggestion,
    };
  };
  const manifest = { change, ground, old, now, say };
  const aside = developed(path, after);
  const findings: Finding[] = [];
  for (const [name, range] of now) {
    const was = old.get(name);
    if (was === range) continue;
    findings.push(...loose(manifest, name, { range, isAside: aside.has(name) }));
    if (was === undefined) findings.push(...(await added(manifest, name, range)));
    else findings.push(...raised(manifest, name, { was, range, isAside: aside.has(name) }));
  }
  return [...findings, ...(await removed(manifest)), ...(await unlocked(change, ground, [old, now]))];
}

function loose(
  { change, say }: Manifest,
  name: string,
  { range, isAside }: { readonly range: string; readonly isAside: boolean },
): readonly Finding[] {
  const isAny = /^(?:\*|latest|x|>=?\s*0(?:\.0)*|)$/i.test(range);
  const what = isAny
    ? "any version"
    : /^(?:git|https?|github:)|^\w+\/\w+$|@\s*git\+/.test(range)
      ? "no registry's version"
      : undefined;
  if (what === undefined) return [];
  const reason = `${name} is ${what}: what is installed can change from one day to the next.`;
  // Python packages leave versions to the installer.
  const isUsual = isAside || (isAny && !change.path.endsWith("package.json"));
  return [say(name, [isUsual ? "minor" : "important", "loose-version", reason, "Name a version."])];
}

async function added(
  { change, ground, say }: Manifest,
  name: string,
  range: string,
): Promise<readonly Finding[]> {
  const { licence: its, scripts } = await installed(change.path, name, ground);
  const statements: Said[] = [];
  if (its && copyleft.test(its))
    statements.push([
      "important",
      "licence",
      `${name} is under ${its}.`,
      "Check that this licence suits the project, or take another package.",
    ]);
  if (scripts)
    statements.push([
      "important",
      "install-script",
      `${name} runs a program of its own when it is installed.`,
      "Read it, or take a package without one.",
    ]);
  if (change.before !== null)
    statements.push([
      "minor",
      "dependency-added",
      `${name} ${range} is new${its ? ` (${its})` : ""}.`,
      "Check that it is looked after, and that its size is worth it.",
    ]);
  return statements.map((item) => say(name, item));
}

function raised(
  { say }: Manifest,
  name: string,
  { was, range, isAside }: { readonly was: string; readonly range: string; readonly isAside: boolean },
): readonly Finding[] {
  const [from, to] = [major(was), major(range)];
  if (!from || !to || from === to) return [];
  const what = to.startsWith("0.") ? "a version below 1.0 that may break" : "another major version";
  const reason = `${name} goes from ${was} to ${range}, ${what}.`;
  const suggestion = "Read its notes on what breaks, and run all tests.";
  return [say(name, [isAside ? "minor" : "important", "major-version", reason, suggestion])];
}

/** Dependencies that were removed but are still imported. */
async function removed({ change, ground, old, now, say }: Manifest): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const name of old.keys()) {
    const user =
      now.has(name) || (await isNamed(name, ground)) ? undefined : await importer(change.path, name, ground);
    if (!user) continue;
    const reason = `${name} is taken out, and ${user} still imports it.`;
    findings.push(
      say(name, ["critical", "dependency-missing", reason, "Keep it, or take out the import too."]),
    );
  }
  return findings;
}

/** Whether another group or manifest still names it, including one that replaced this one. */
async function isNamed(name: string, ground: Ground): Promise<boolean> {
  const word = new RegExp(String.raw`(?<![\w./@-])${literal(name)}(?![\w./-])`, "i");
  for (const [file, text] of await ground.project())
    if ((manifest.test(file) || /(?:^|\/)setup\.(?:py|cfg)$/.test(file)) && word.test(text)) return true;
  return false;
}

/** Returns undefined for an unreadable manifest. */
function declared(path: string, text: string | null): ReadonlyMap<string, string> | undefined {
  if (text === null) return new Map();
  try {
    return new Map(reader(path)(text));
  } catch {
    return undefined;
  }
}

/** Dependencies that don't concern users: those for development, and indirect ones of Go. */
function developed(path: string, text: string | null): ReadonlySet<string> {
  const all = declared(path, text) ?? new Map<string, string>();
  if (/requirements[\w-]*(?:dev|test|doc|lint)[\w-]*\.txt$/.test(path)) return new Set(all.keys());
  if (path.endsWith("go.mod"))
    return new Set(
      [...(text ?? "").matchAll(/^\s*([\w./-]+)\s+v\S+\s*\/\/ indirect/gm)].map(([, name = ""]) => name),
    );
  if (!path.endsWith("package.json")) return new Set();
  const used = new Set(
    fromNode(text ?? "", ["dependencies", "optionalDependencies", "peerDependencies"]).map(([name]) => name),
  );
  return new Set([...all.keys()].filter((name) => !used.has(name)));
}

type Pairs = readonly (readonly [string, string])[];

const reader = (path: string): ((text: string) => Pairs) => {
  if (path.endsWith("package.json")) return (text) => fromNode(text);
  if (path.endsWith(".toml")) return fromPyproject;
  if (path.endsWith("go.mod"))
    return (text) =>
      [...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w./-]+)\s+(v[\w.+-]+)/gm)].map(
        ([, name = "", version = ""]) => [name, version],
      );
  return (text) => text.split("\n").flatMap(requirement);
};

const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

function fromNode(text: string, keys: readonly string[] = kinds): Pairs {
  const json: unknown = JSON.parse(text);
  if (!isObject(json)) return [];
  return keys.flatMap((key) => {
    const all = json[key];
    return isObject(all) ? Object.entries(all).map(([name, range]) => [name, String(range)] as const) : [];
  });
}

function fromPyproject(text: string): Pairs {
  const toml: unknown = parseToml(text);
  const project = isObject(toml) ? toml["project"] : undefined;
  const list = isObject(project) ? project["dependencies"] : undefined;
  return Array.isArray(list) ? list.flatMap((item) => requirement(String(item))) : [];
}

function requirement(line: string): Pairs {
  const match = /^\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*(@\s*\S+|[=<>!~][^;#]*)?/.exec(line);
  return match ? [[match[1] ?? "", (match[2] ?? "*").trim()]] : [];
}

/** The first number of a version; below 1.0 the first two. */
const major = (range: string): string | undefined => {
  const match = /(\d+)(?:\.(\d+))?/.exec(range);
  return match?.[1] === "0" ? `0.${match[2] ?? "0"}` : match?.[1];
};

async function installed(
  path: string,
  name: string,
  { workspace: { files } }: Ground,
): Promise<{ readonly licence?: string | undefined; readonly scripts?: boolean }> {
  if (!path.endsWith("package.json")) return {};
  const folder = path.slice(0, -"package.json".length);
  for (const base of new Set([folder, ""])) {
    const text = await files.tryRead(`${base}node_modules/${name}/package.json`).catch(() => null);
    if (text === null) continue;
    const { license, scripts } = objectIn(text) ?? {};
    const licenceName = isObject(license) ? license["type"] : license;
    const runs = isObject(scripts) && ["preinstall", "install", "postinstall"].some((key) => key in scripts);
    return { licence: typeof licenceName === "string" ? licenceName : undefined, scripts: runs };
  }
  return {};
}

async function importer(path: string, name: string, ground: Ground): Promise<string | undefined> {
  const folder = path.replace(/[^/]+$/, "");
  const escaped = literal(name);
  const module = escaped.replaceAll("-", "[-_]");
  const use = path.endsWith("package.json")
    ? new RegExp(String.raw`(?:from|import|require\()\s*["'${"`"}]${escaped}(?:/[^"'\n]*)?["'${"`"}]`)
    : path.endsWith("go.mod")
      ? new RegExp(String.raw`"${escaped}(?:/[^"\n]*)?"`)
      : new RegExp(String.raw`^(?:import|from)\s+${module}\b`, "mi"); // an indented import may be optional
  const ending = path.endsWith("package.json")
    ? /\.[mc]?[jt]sx?$/
    : path.endsWith("go.mod")
      ? /\.go$/
      : /\.py$/;
  const project = await ground.project();
  const manifest = posix.basename(path);
  // Files next to a deeper manifest get their dependencies from that one.
  const inner = [...project.keys()].flatMap((file) =>
    file !== path && file.startsWith(folder) && posix.basename(file) === manifest
      ? [file.slice(0, -manifest.length)]
      : [],
  );
  const isOwn = (file: string): boolean =>
    file.startsWith(folder) && !inner.some((other) => file.startsWith(other));
  for (const [file, text] of project)
    if (isOwn(file) && ending.test(file) && use.test(text) && use.test(mask(file, text).code)) return file;
  return undefined;
}

async function unlocked(
  { path, before }: Change,
  { changes, unread, workspace }: Ground,
  [old, now]: readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>],
): Promise<readonly Finding[]> {
  const same = old.size === now.size && [...old].every(([name, range]) => now.get(name) === range);
  const [, folder = "", name = ""] = /^(.*?)([^/]+)$/.exec(path) ?? [];
  if (same || before === null) return [];
  for (const lock of locks[name] ?? []) {
    if (changes.some((change) => change.path === folder + lock)) return [];
    const text = await workspace.files.tryRead(folder + lock).catch(() => "");
    if (text === null) continue;
    // go.sum may still contain an earlier version.
    if (name === "go.mod" && [...now].every(([module, version]) => text.includes(`${module} ${version}`)))
      return [];
    if (unread.includes(folder + lock)) return [];
    return [
      {
        file: path,
        line: 1,
        severity: weighed("important", path),
        rule: "lock-unchanged",
        reason: `The dependencies changed and ${folder + lock} did not.`,
        suggestion: "Install, and commit the lock file with it.",
      },
    ];
  }
  return [];
}

function licence({ path, before, after }: Change): readonly Finding[] {
  const of = (text: string | null): string | undefined =>
    /(?:^|[{,])\s*"?licen[sc]e"?\s*[:=]\s*(?:\{\s*text\s*=\s*)?["']?([^"'\n,}]+)/m
      .exec(text ?? "")?.[1]
      ?.trim();
  const [old, now] = [of(before), of(after)];
  // A table that names a licence file doesn't say which licence it is.
  if (before === null || old === now || [old, now].some((item) => item?.startsWith("{"))) return [];
  const line = (after ?? "").split("\n").findIndex((item) => /licen[sc]e/.test(item)) + 1;
  return [
    {
      file: path,
      line: Math.max(1, line),
      severity: "minor", // owners reword their licence more often than they change it
      rule: "licence-changed",
      reason: `The project's own licence goes from ${old ?? "none"} to ${now ?? "none"}.`,
      suggestion: "Make sure that all who hold rights agree.",
    },
  ];
}
