import { parse } from "smol-toml";
import { isObject } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import { abroad, type Read, versionIn, versionPlaces } from "./python-version.ts";

/** A package's metadata. */
export interface Manifest {
  readonly path: string;
  readonly ecosystem: "node" | "python" | "go";
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly license: string | undefined;
  readonly private: boolean;
  /** Whether it is published, to build on or to install. */
  readonly published: boolean;
  /** The runtime it requires: `>=20`. */
  readonly requires: string | undefined;
  readonly scripts: Readonly<Record<string, string>>;
  /** Programs it installs, with their files if stated. */
  readonly programs: Readonly<Record<string, string>>;
  readonly homepage: string | undefined;
  /** The package manager that its settings state. */
  readonly manager?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value.trim() : undefined;

const texts = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, item]) => (typeof item === "string" ? [[key, item]] : [])),
      )
    : {};

/** Whether a `package.json` describes a package; otherwise it only holds tools, or browser assets. */
const isPackage = (json: { readonly [key: string]: unknown }, isBeside: boolean): boolean =>
  ["main", "module", "exports", "bin", "types", "workspaces"].some((key) => key in json) ||
  ("dependencies" in json && !isBeside);

/** Reads `package.json`, else the metadata of a Python package or Go module; undefined if there is none. */
export async function readManifest(files: Files): Promise<Manifest | undefined> {
  const read: Read = (path) => files.tryRead(path).catch(() => null);
  const json = parsed(await read("package.json"), JSON.parse);
  const toml = parsed(await read("pyproject.toml"), parse);
  const declared = isObject(toml) ? ofPython(toml) : undefined;
  const python =
    declared?.name === undefined
      ? ((await ofSetup((await read("setup.cfg")) ?? "", (await read("setup.py")) ?? "", read)) ?? declared)
      : declared;
  const isPublished = python?.published === true && isObject(json) && json["private"] === true;
  if (isObject(json) && (isPackage(json, isPublished) || python?.name === undefined)) {
    const node = ofNode(json);
    return { ...node, version: node.version ?? python?.version };
  }
  const places = versionPlaces(toml);
  if (python)
    return {
      ...python,
      version: python.version ?? (await versionIn({ name: python.name ?? "", places }, read)),
    };
  return ofGo(await read("go.mod"));
}

/**
 * Reads the settings of `setup.cfg` (`name = x`) and of the `setup.py` call (`name="x"`); undefined without a
 * name.
 */
async function ofSetup(cfg: string, py: string, read: Read): Promise<Manifest | undefined> {
  const call = /\bsetup\(([\s\S]*)/.exec(py)?.[1] ?? "";
  const elsewhere = await abroad(py, read);
  const of = (key: string): string | undefined =>
    text(new RegExp(`^${key}\\s*=[ \\t]*([^\\n]+)$`, "m").exec(cfg)?.[1]) ??
    text(new RegExp(`\\b${key}\\s*=\\s*["']([^"'\\n]+)["']`).exec(call)?.[1]) ??
    text(elsewhere(key));
  const name = of("name");
  if (name === undefined) return undefined;
  const programs = [...`${cfg}\n${call}`.matchAll(/^[ \t]*["']?([\w-]+)[ \t]*=[ \t]*([\w.]+:[\w.]+)/gm)];
  return {
    path: py ? "setup.py" : "setup.cfg",
    ecosystem: "python",
    name,
    version: /^\d[\w.+-]*$/.exec(of("version") ?? "")?.[0],
    description: of("description"),
    license: of("license"),
    private: false,
    published:
      /\b(?:Programming Language|Development Status|License) ::/.test(cfg + py) &&
      !/Private ::/.test(cfg + py),
    requires: of("python_requires"),
    scripts: {},
    programs: Object.fromEntries(programs.map(([, program = "", place = ""]) => [program, place])),
    homepage: of("url"),
  };
}

function ofGo(mod: string | null): Manifest | undefined {
  const name = /^module\s+"?([^\s"]+)/m.exec(mod ?? "")?.[1];
  if (mod === null || name === undefined) return undefined;
  return {
    path: "go.mod",
    ecosystem: "go",
    name,
    version: undefined,
    description: undefined,
    license: undefined,
    private: !name.split("/")[0]?.includes("."),
    published: name.split("/")[0]?.includes(".") === true,
    requires: text(/^go\s+(\S+)/m.exec(mod)?.[1]),
    scripts: {},
    programs: {},
    homepage: undefined,
  };
}

function parsed(source: string | null, read: (source: string) => unknown): unknown {
  try {
    return source === null ? undefined : read(source.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function ofNode(json: { readonly [key: string]: unknown }): Manifest {
  const name = text(json["name"]);
  const bin = json["bin"];
  const repository = json["repository"];
  return {
    path: "package.json",
    ecosystem: "node",
    name,
    version: text(json["version"]),
    description: text(json["description"]),
    license: text(json["license"]),
    private: json["private"] === true,
    published:
      json["private"] !== true &&
      ["exports", "module", "types", "typings", "bin", "files", "publishConfig"].some((key) => key in json),
    requires: isObject(json["engines"]) ? text(json["engines"]["node"]) : undefined,
    scripts: texts(json["scripts"]),
    programs: typeof bin === "string" && name ? { [name.replace(/^@[^/]*\//, "")]: bin } : texts(bin),
    homepage: text(isObject(repository) ? repository["url"] : repository),
  };
}

function ofPython(toml: { readonly [key: string]: unknown }): Manifest {
  const project = isObject(toml["project"]) ? toml["project"] : {};
  const tool = isObject(toml["tool"]) ? toml["tool"] : {};
  const poetry = isObject(tool["poetry"]) ? tool["poetry"] : {};
  const of = (key: string): string | undefined => text(project[key]) ?? text(poetry[key]);
  const license = project["license"];
  const classifiers = [project["classifiers"], poetry["classifiers"]]
    .flatMap((all): readonly unknown[] => (Array.isArray(all) ? all : []))
    .filter((item) => typeof item === "string");
  const manager = ["poetry", "pdm", "uv"].find((item) => item in tool);
  return {
    ...(manager !== undefined && { manager }),
    path: "pyproject.toml",
    ecosystem: "python",
    name: of("name"),
    version: of("version"),
    description: of("description"),
    license: isObject(license) ? text(license["text"]) : of("license"),
    private: false,
    published: classifiers.length > 0 && !classifiers.some((classifier) => classifier.startsWith("Private")),
    requires:
      text(project["requires-python"]) ??
      (isObject(poetry["dependencies"]) ? text(poetry["dependencies"]["python"]) : undefined),
    scripts: {},
    programs: { ...texts(poetry["scripts"]), ...texts(project["scripts"]) },
    homepage: isObject(project["urls"]) ? text(Object.values(project["urls"])[0]) : undefined,
  };
}
