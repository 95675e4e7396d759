import { isObject } from "../../lib/index.ts";

/** Reads a file's text; null if it doesn't exist. */
export type Read = (path: string) => Promise<string | null>;

const oneLine = /^\s*v?(\d[\w.+-]*)\s*$/;

/**
 * Returns a package's version from the files its manifest names (`__version__ = "1.0"`, or only a version),
 * else from `__version__` in its own modules; undefined if none states it.
 */
export async function versionIn(
  { name, places }: { readonly name: string; readonly places: readonly string[] },
  read: Read,
): Promise<string | undefined> {
  for (const place of places) {
    const source = (await read(place)) ?? "";
    const version = valueOf("__version__", source) ?? oneLine.exec(source)?.[1];
    if (version !== undefined) return version;
  }
  const module = name.toLowerCase().replaceAll(/[-.]+/g, "_");
  for (const source of /^\w+$/.test(module) ? await aboutIn(module, read) : []) {
    const version = valueOf("__version__", source);
    if (version !== undefined && /^\d/.test(version)) return version;
  }
  return undefined;
}

/** Returns the texts of a package's files that describe it. */
const aboutIn = async (module: string, read: Read): Promise<readonly string[]> => {
  const places = [module, `src/${module}`].flatMap((folder) =>
    ["__init__", "_version", "version", "__version__", "__about__"].map((file) => `${folder}/${file}.py`),
  );
  return (await Promise.all(places.map(read))).filter((source) => source !== null);
};

const valueOf = (variable: string, source: string): string | undefined =>
  new RegExp(`^${variable}\\s*(?::\\s*\\w+\\s*)?=\\s*["']([^"'\\n]+)["']`, "m").exec(source)?.[1];

/**
 * Resolves `setup.py` arguments defined elsewhere: `about["__title__"]`, a variable, or a file read for the
 * version.
 */
export async function abroad(py: string, read: Read): Promise<(key: string) => string | undefined> {
  const words = new Set([...py.matchAll(/["']([A-Za-z_]\w*)["']/g)].map(([, word = ""]) => word));
  const modules = [...words].filter((word) => !word.startsWith("__")).slice(0, 20);
  const sources = [py, ...(await Promise.all(modules.map((module) => aboutIn(module, read)))).flat()];
  const file = /["'](?:[\w.-]+\/)*(VERSION(?:\.txt)?|version\.txt)["']/.exec(py)?.[1];
  const beside = file === undefined ? [] : ["", ...modules.map((module) => `${module}/`)];
  const texts = await Promise.all(beside.map((folder) => read(`${folder}${file ?? ""}`)));
  return (key) => {
    const [, item, variable] =
      new RegExp(`\\b${key}\\s*=\\s*(?:\\w+\\[["'](\\w+)["']\\]|([A-Za-z_]\\w*)\\s*[,)])`).exec(py) ?? [];
    const named = item ?? variable;
    const value = named && sources.map((source) => valueOf(named, source)).find((item) => item !== undefined);
    if (value) return value;
    return key === "version" ? texts.map((text) => oneLine.exec(text ?? "")?.[1]).find(Boolean) : undefined;
  };
}

/** Returns where the version is stored, according to `pyproject.toml`. */
export function versionPlaces(toml: unknown): readonly string[] {
  const at = (...path: readonly string[]): unknown =>
    path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), toml);
  const attribute = at("tool", "setuptools", "dynamic", "version", "attr");
  const module = typeof attribute === "string" ? attribute.split(".").slice(0, -1).join("/") : "";
  return [
    at("tool", "hatch", "version", "path"),
    at("tool", "pdm", "version", "path"),
    at("tool", "setuptools", "dynamic", "version", "file"),
    ...(module
      ? ["", "src/"].flatMap((base) => [`${base}${module}.py`, `${base}${module}/__init__.py`])
      : []),
  ].filter(
    (item): item is string =>
      typeof item === "string" && !item.startsWith("/") && !item.split("/").includes(".."),
  );
}
