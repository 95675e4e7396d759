import { parse } from "smol-toml";
import { isObject } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";

/** What a package says about itself. */
export interface Manifest {
  readonly path: string;
  readonly ecosystem: "node" | "python";
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly license: string | undefined;
  readonly private: boolean;
  /** Says that it is published, for others to build on or to install. */
  readonly published: boolean;
  /** `>=20`: what it needs to run. */
  readonly requires: string | undefined;
  readonly scripts: Readonly<Record<string, string>>;
  /** Programs that it installs, with their files where they are named. */
  readonly programs: Readonly<Record<string, string>>;
  readonly homepage: string | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value.trim() : undefined;

const texts = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, one]) => (typeof one === "string" ? [[key, one]] : [])),
      )
    : {};

/** `package.json`, else `pyproject.toml`; undefined where there is neither. */
export async function readManifest(files: Files): Promise<Manifest | undefined> {
  const json = parsed(await files.tryRead("package.json").catch(() => null), JSON.parse);
  if (isObject(json)) return ofNode(json);
  const toml = parsed(await files.tryRead("pyproject.toml").catch(() => null), parse);
  return isObject(toml) ? ofPython(toml) : undefined;
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
  return {
    path: "pyproject.toml",
    ecosystem: "python",
    name: of("name"),
    version: of("version"),
    description: of("description"),
    license: isObject(license) ? text(license["text"]) : of("license"),
    private: false,
    published: false,
    requires:
      text(project["requires-python"]) ??
      (isObject(poetry["dependencies"]) ? text(poetry["dependencies"]["python"]) : undefined),
    scripts: {},
    programs: { ...texts(poetry["scripts"]), ...texts(project["scripts"]) },
    homepage: isObject(project["urls"]) ? text(Object.values(project["urls"])[0]) : undefined,
  };
}
