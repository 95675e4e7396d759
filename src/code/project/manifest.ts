import { parse as parseToml } from "smol-toml";
import { isObject } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";

/** A package's declarations, in any language. */
export interface Manifest {
  readonly kind: "node" | "python" | "go" | "rust" | undefined;
  readonly name: string | undefined;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  /** Parsed package.json; empty in other languages. */
  readonly json: Readonly<Record<string, unknown>>;
}

const none: Manifest = { kind: undefined, name: undefined, dependencies: {}, scripts: {}, json: {} };

const readers = { node, python, go, rust };

/** Reads the manifest in a folder (with a trailing slash, or empty): the first, or the one of `kind`. */
export async function readManifest(
  files: Files,
  folder: string,
  kind?: keyof typeof readers,
): Promise<Manifest> {
  for (const read of kind ? [readers[kind]] : Object.values(readers)) {
    const manifest = await read(files, folder);
    if (manifest) return manifest;
  }
  return none;
}

async function node(files: Files, folder: string): Promise<Manifest | undefined> {
  const text = await files.tryRead(`${folder}package.json`);
  if (text === null) return undefined;
  const json = object(parsed(() => JSON.parse(text) as unknown));
  const dependencies = {
    ...strings(json["dependencies"]),
    ...strings(json["devDependencies"]),
    ...strings(json["peerDependencies"]),
  };
  return { kind: "node", name: string(json["name"]), dependencies, scripts: strings(json["scripts"]), json };
}

async function python(files: Files, folder: string): Promise<Manifest | undefined> {
  const toml = await files.tryRead(`${folder}pyproject.toml`);
  const lists: string[] = [];
  for await (const path of files.find(`${folder}{*requirements*.txt,requirements/*.txt}`))
    lists.push(await files.read(path));
  const [setup, cfg, pipfile] = await Promise.all(
    ["setup.py", "setup.cfg", "Pipfile"].map((name) => files.tryRead(folder + name)),
  );
  if (toml === null && (setup ?? cfg ?? pipfile ?? null) === null && lists.length === 0) return undefined;
  const document = object(toml === null ? {} : parsed(() => parseToml(toml)));
  const pip = object(pipfile === null || pipfile === undefined ? {} : parsed(() => parseToml(pipfile)));
  const project = object(document["project"]);
  const tool = object(document["tool"]);
  const poetry = object(tool["poetry"]);
  const groups = [
    project["dependencies"],
    ...Object.values(object(project["optional-dependencies"])),
    ...Object.values(object(document["dependency-groups"])),
    lists.flatMap((list) => list.split("\n")),
    requiredBySetup(setup ?? "", cfg ?? ""),
  ];
  const named = [poetry, ...Object.values(object(poetry["group"])).map(object)]
    .flatMap((part) => [part["dependencies"], part["dev-dependencies"]])
    .concat(pip["packages"], pip["dev-packages"])
    .flatMap((part) => Object.entries(object(part)));
  return {
    ...none,
    kind: "python",
    name: string(project["name"]) ?? string(poetry["name"]),
    dependencies: Object.fromEntries([
      ...groups.flatMap((group) => (Array.isArray(group) ? group.flatMap(requirement) : [])),
      ...named.map(([name, range]) => [normal(name), string(range) ?? "*"]),
    ]) as Record<string, string>,
    scripts: strings(project["scripts"]),
  };
}

/** Returns requirement lines of `setup.py`, in the call or a separate variable, and of `setup.cfg`. */
function requiredBySetup(py: string, cfg: string): readonly string[] {
  const lists = py.matchAll(
    /\b(?:install|extras?|tests|setup)_requires?\s*=\s*((?:[\s[\]{},:]|#[^\n]*|"[^"\n]*"|'[^'\n]*')+)/g,
  );
  // the text before a colon is the name of an extra
  const quoted = [...lists].flatMap(([, list = ""]) =>
    [...list.replaceAll(/#[^\n]*/g, "").matchAll(/(?:"([^"\n]*)"|'([^'\n]*)')(\s*:)?/g)].flatMap(
      ([, one, other, colon]) => (colon ? [] : [one ?? other ?? ""]),
    ),
  );
  const options = cfg.matchAll(/^(?:install|tests|setup)_requires[ \t]*=[ \t]*(.*(?:\n[ \t]+.*)*)/gm);
  return [...quoted, ...[...options].flatMap(([, list = ""]) => list.split("\n"))];
}

/** Parses `Name[extra]>=1; marker` as name and range; comments and options yield nothing. */
function requirement(line: unknown): readonly (readonly [string, string])[] {
  const match =
    typeof line === "string" && /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)/.exec(line);
  return match ? [[normal(match[1] ?? ""), match[2]?.trim() || "*"]] : [];
}

const normal = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, "-");

async function go(files: Files, folder: string): Promise<Manifest | undefined> {
  const text = await files.tryRead(`${folder}go.mod`);
  if (text === null) return undefined;
  const needed = [...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\/[\w./-]+)\s+(v\S+)/gm)];
  return {
    ...none,
    kind: "go",
    name: /^module\s+(\S+)/m.exec(text)?.[1],
    dependencies: Object.fromEntries(needed.map(([, name, version]) => [name, version])) as Record<
      string,
      string
    >,
  };
}

async function rust(files: Files, folder: string): Promise<Manifest | undefined> {
  const text = await files.tryRead(`${folder}Cargo.toml`);
  if (text === null) return undefined;
  const document = object(parsed(() => parseToml(text)));
  const dependencies = Object.fromEntries(
    [document, ...Object.values(object(document["target"])).map(object)].flatMap((part) =>
      ["dependencies", "dev-dependencies", "build-dependencies"].flatMap((key) =>
        Object.entries(object(part[key])),
      ),
    ),
  );
  return {
    ...none,
    kind: "rust",
    name: string(object(document["package"])["name"]),
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [
        name,
        string(range) ?? string(object(range)["version"]) ?? "*",
      ]),
    ),
  };
}

/** Returns nothing for a manifest that doesn't parse: the package manager reports that. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return {};
  }
}

const object = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
const string = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const strings = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(object(value)).flatMap(([key, item]) => (typeof item === "string" ? [[key, item]] : [])),
  );
