import { type Tree } from "../../../inspect/index.ts";
import { isObject, objectIn } from "../../../lib/index.ts";

/** A package's requirements by name, with the lowest accepted version. */
export type Needs = ReadonlyMap<string, string>;

/** Returns the lowest version in a range: 18.12 for `^18.12 || >=20`. */
function lowest(range: string): string | undefined {
  const named = range
    .replaceAll(/<=?\s*[\d.]+/g, "")
    .match(/\d+(?:\.\d+)?/g)
    ?.toSorted((a, b) => compare(a, b));
  return named?.[0];
}

function compare(a: string, b: string): number {
  const [left, right] = [a.split(".").map(Number), b.split(".").map(Number)];
  return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0);
}

/** Returns Node and peer requirements of a Node package, or the Python version of a Python one, from its manifest. */
export async function needsOf(tree: Tree): Promise<Needs> {
  const found = new Map<string, string>();
  const put = (name: string, range: unknown): void => {
    const version = typeof range === "string" ? lowest(range) : undefined;
    if (version !== undefined) found.set(name, version);
  };
  const manifest = objectIn(await tree.text("package.json"));
  if (manifest) {
    const { engines, peerDependencies: peers } = manifest;
    if (isObject(engines)) put("engines.node", engines["node"]);
    if (isObject(peers))
      for (const [name, range] of Object.entries(peers)) put(`peerDependencies.${name}`, range);
    return found;
  }
  const stated = [
    await tree.text("pyproject.toml"),
    await tree.text("setup.cfg"),
    await tree.text("setup.py"),
  ];
  put(
    "python",
    /^\s*(?:requires-python|python_requires)\s*=\s*["']?([^"'\n]+)/m.exec(stated.join("\n"))?.[1],
  );
  return found;
}

/**
 * Returns the raised requirements. Node and peer changes are breaking if the major version rises; dropping
 * an older Python is conventionally a minor release, since installers keep the last compatible one.
 */
export function raised(
  before: Needs,
  now: Needs,
): { readonly breaks: readonly string[]; readonly asks: readonly string[] } {
  const breaks: string[] = [];
  const asks: string[] = [];
  for (const [name, version] of now) {
    const old = before.get(name);
    if (old === undefined || compare(old, version) >= 0) continue;
    if (name === "python") asks.push(`${name} ${version}`);
    else if (Number.parseInt(version, 10) > Number.parseInt(old, 10)) breaks.push(`${name} ${version}`);
  }
  return { breaks, asks };
}
