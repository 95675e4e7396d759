import { parse as parseToml } from "smol-toml";
import { isObject, objectIn } from "../../lib/index.ts";
import { type Change, type Check, type Ground, type Note, noted } from "../contract.ts";

const dependencies: Check = {
  summary: "dependencies that came or changed, their licences and their versions",
  focus: "security",
  reads: (path) => manifest.test(path),
  async run(ground) {
    const notes: Note[] = [];
    for (const change of ground.changes) {
      if (!manifest.test(change.path)) continue;
      notes.push(...(await look(change, ground)), ...licence(change));
    }
    return noted(notes);
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

type Remark = readonly [rule: string, reason: string, suggestion: string];

async function look(change: Change, ground: Ground): Promise<readonly Note[]> {
  const { path, before, after } = change;
  const [old, now] = [declared(path, before), declared(path, after)];
  if (!old || !now) return []; // an unreadable manifest declares nothing
  const lines = (after ?? "").split("\n");
  const notes: Note[] = [];
  for (const [name, range] of now) {
    const was = old.get(name);
    if (was === range) continue;
    const remarks = [
      ...loose(name, range),
      ...(was === undefined ? await added(change, [name, range], ground) : raised(name, was, range)),
    ];
    const line = Math.max(1, lines.findIndex((text) => text.includes(name)) + 1);
    notes.push(
      ...remarks.map(([rule, reason, suggestion]) => ({ file: path, line, rule, reason, suggestion })),
    );
  }
  return [...notes, ...(await unlocked(change, ground, [old, now]))];
}

function loose(name: string, range: string): readonly Remark[] {
  const isAny = /^(?:\*|latest|x|>=?\s*0(?:\.0)*|)$/i.test(range);
  const what = isAny
    ? "any version"
    : /^(?:git|https?|github:)|^\w+\/\w+$|@\s*git\+/.test(range)
      ? "no registry's version"
      : undefined;
  if (what === undefined) return [];
  const reason = `${name} is ${what}: what is installed can change from one day to the next.`;
  return [["loose-version", reason, "Name a version."]];
}

async function added(
  { path, before }: Change,
  [name, range]: readonly [string, string],
  ground: Ground,
): Promise<readonly Remark[]> {
  const { licence: its, scripts } = await installed(path, name, ground);
  const remarks: Remark[] = [];
  if (its && copyleft.test(its))
    remarks.push([
      "licence",
      `${name} is under ${its}.`,
      "Check that this licence suits the project, or take another package.",
    ]);
  if (scripts)
    remarks.push([
      "install-script",
      `${name} runs a program of its own when it is installed.`,
      "Read it, or take a package without one.",
    ]);
  if (before !== null)
    remarks.push([
      "dependency-added",
      `${name} ${range} is new${its ? ` (${its})` : ""}.`,
      "Check that it is looked after, and that its size is worth it.",
    ]);
  return remarks;
}

function raised(name: string, was: string, range: string): readonly Remark[] {
  const [from, to] = [major(was), major(range)];
  if (!from || !to || from === to) return [];
  const what = to.startsWith("0.") ? "a version below 1.0 that may break" : "another major version";
  const reason = `${name} goes from ${was} to ${range}, ${what}.`;
  return [["major-version", reason, "Read its notes on what breaks, and run all tests."]];
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

type Pairs = readonly (readonly [string, string])[];

const reader = (path: string): ((text: string) => Pairs) => {
  if (path.endsWith("package.json")) return fromNode;
  if (path.endsWith(".toml")) return fromPyproject;
  if (path.endsWith("go.mod"))
    return (text) =>
      [...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w./-]+)\s+(v[\w.+-]+)/gm)].map(
        ([, name = "", version = ""]) => [name, version],
      );
  return (text) => text.split("\n").flatMap(requirement);
};

const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

function fromNode(text: string): Pairs {
  const json: unknown = JSON.parse(text);
  if (!isObject(json)) return [];
  return kinds.flatMap((key) => {
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

async function unlocked(
  { path, before }: Change,
  { changes, unread, workspace }: Ground,
  [old, now]: readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>],
): Promise<readonly Note[]> {
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
        rule: "lock-unchanged",
        reason: `The dependencies changed and ${folder + lock} did not.`,
        suggestion: "Install, and commit the lock file with it.",
      },
    ];
  }
  return [];
}

function licence({ path, before, after }: Change): readonly Note[] {
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
      rule: "licence-changed",
      reason: `The project's own licence goes from ${old ?? "none"} to ${now ?? "none"}.`,
      suggestion: "Make sure that all who hold rights agree.",
    },
  ];
}
