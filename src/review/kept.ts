import { posix } from "node:path";
import { declarationsIn } from "../code/index.ts";
import { lastName, literal, ownerName } from "../lib/index.ts";
import type { Change, Ground } from "./contract.ts";
import { isReexported } from "./public.ts";

type Project = ReadonlyMap<string, string>;

/** Whether a file's exported name can still be imported from the same place, whichever file provides it now. */
export async function isKept(name: string, change: Change, ground: Ground): Promise<boolean> {
  const project = await ground.project();
  if (name.includes(".")) return isMember(name, change, project);
  for (const file of placesOf(change.path, project))
    if (reexports(name, file, project.get(file) ?? "", change) || (await declares(name, file, project)))
      return true;
  return isReexported(name, change.path, project);
}

/** Files that importers of this path receive: the file itself, its replacement, and the other files of its package. */
function placesOf(path: string, project: Project): readonly string[] {
  const extension = posix.extname(path);
  if (/^\.(?:go|java)$/.test(extension))
    return [...project.keys()].filter(
      (file) => file.endsWith(extension) && posix.dirname(file) === posix.dirname(path),
    );
  const ownModule = moduleOf(path);
  return [...project.keys()].filter((file) => moduleOf(file) === ownModule);
}

const endings: Readonly<Record<string, string>> = { py: "py", pyi: "pyi", rs: "rs" };

/** The module path used to import a file: without the source folder, and equal for a module that became a folder. */
function moduleOf(path: string): string | undefined {
  const [, stem = "", extension = ""] = /^(.+)\.(pyi?|rs|[mc]?[jt]sx?)$/.exec(path) ?? [];
  if (!stem) return undefined;
  const kind = endings[extension] ?? "script";
  const inner = kind === "script" ? stem : stem.replace(/^(?:src|lib)\//, "");
  return `${kind} ${inner.replace(/\/(?:__init__|mod|index)$/, "")}`;
}

async function declares(name: string, file: string, project: Project): Promise<boolean> {
  const text = project.get(file) ?? "";
  return (
    text.includes(name) && (await declarationsIn(file, text)).some((one) => one.exported && one.name === name)
  );
}

/** Whether a file provides a name that it doesn't declare. */
function reexports(name: string, file: string, text: string, { before }: Change): boolean {
  const escaped = literal(name);
  if (file.endsWith(".rs")) return new RegExp(String.raw`\bpub\s+use\s[^;]{0,2000}\b${escaped}\b`).test(text);
  if (/\.pyi?$/.test(file)) return isBound(escaped, text);
  if (file.endsWith(".go"))
    return new RegExp(String.raw`^(?:type\s+|var\s+|\t)${escaped}\s*=`, "m").test(text);
  return (
    new RegExp(
      String.raw`\bexport\s*(?:type\s*)?\{[^}]*\b${escaped}\b|\bexport\s[^;={]*\{[^}]*\b${escaped}\b[^}]*\}\s*=|\bexports,\s*["']${escaped}["']|(?<!\bexports)\.${escaped}\s*=(?!=)`,
    ).test(text) ||
    /^export \* from|\bmodule\.exports\s*=\s*(?!\{|(?:async\s+)?function\b|class\b)[\w.]+\s*\(/m.test(text) ||
    (isWhole(escaped, before ?? "") && isDefault(before ?? "", text))
  );
}

/** Imported, assigned, or provided dynamically by the module. */
const isBound = (escapedName: string, text: string): boolean =>
  new RegExp(
    String.raw`\bfrom\s+[\w.]+\s+import\b(?:\s*\([^)]*|[^\n]*)(?:\b${escapedName}\b|\*)|^import\s+.*\bas\s+${escapedName}\b|^\s*${escapedName}\s*[:=]`,
    "m",
  ).test(text) ||
  (/^\s*def __getattr__\(/m.test(text) && new RegExp(`["']${escapedName}["']`).test(text));

/** Whether a name is the module's whole export, which has no name outside. */
const isWhole = (escapedName: string, before: string): boolean =>
  escapedName === "default" ||
  new RegExp(
    String.raw`\bmodule\.exports\s*=\s*(?:(?:async\s+)?function\s+|class\s+)?${escapedName}\b(?!\s*[.(])|\b${escapedName}\s*=\s*module\.exports\s*=`,
  ).test(before);

/** In CommonJS, an object's members may be exported individually instead. */
const isDefault = (before: string, text: string): boolean =>
  /\bexport default\b|\bmodule\.exports\s*=/.test(text) ||
  (/\bmodule\.exports\s*=\s*\{/.test(before) && /\bexports\.\w+\s*=/.test(text));

/** Whether a member exists in another form, in another file of the package, or in a base of its owner. */
async function isMember(name: string, { path, after }: Change, project: Project): Promise<boolean> {
  const [owner, member] = [ownerName(name), lastName(name)];
  const text = after ?? "";
  const whole = (await declarationsIn(path, text)).find((one) => one.name === owner);
  const body = whole ? text.slice(whole.range.start, whole.range.end) : "";
  if (new RegExp(String.raw`^\s*(?:\w+\s+)*${literal(member)}\s*[?!]?\s*(?:[:=](?!=)|;)`, "m").test(body))
    return true;
  if (new RegExp(String.raw`\b${literal(owner)}\.(?:prototype\.)?${literal(member)}\s*=(?!=)`).test(text))
    return true;
  for (const file of placesOf(path, project)) if (await declares(name, file, project)) return true;
  return isInherited(member, await basesIn(owner, [path, text]), project, new Set());
}

/** Whether a base has a member, or is from outside the project and can't be checked. */
async function isInherited(
  member: string,
  bases: readonly string[],
  project: Project,
  seen: Set<string>,
): Promise<boolean> {
  for (const base of bases) {
    if (seen.has(base)) continue;
    seen.add(base);
    let isKnown = false;
    for (const [file, text] of project) {
      if (!text.includes(base)) continue;
      const all = await declarationsIn(file, text);
      if (!all.some(({ name, kind }) => name === base && (kind === "class" || kind === "type"))) continue;
      isKnown = true;
      if (all.some(({ name }) => name === `${base}.${member}`)) return true;
      if (await isInherited(member, await basesIn(base, [file, text]), project, seen)) return true;
    }
    if (!isKnown) return true;
  }
  return false;
}

const plain = /^(?:object|ABC|Generic|Protocol|Exception|Error)$/;

/** What a class or type extends, embeds, or is an alias of. */
async function basesIn(owner: string, [path, text]: readonly [string, string]): Promise<readonly string[]> {
  const type = literal(owner);
  if (path.endsWith(".go")) {
    const alias = new RegExp(String.raw`^(?:type\s+|\t)${type}\s*=\s*\*?([\w.]+)`, "m").exec(text)?.[1];
    const whole = new RegExp(String.raw`^type\s+${type}\b[^{\n]*\{([^}]*)\}`, "m").exec(text)?.[1] ?? "";
    const embedded = [...whole.matchAll(/^\s*\*?([\w.]+)\s*(?:\/\/.*)?$/gm)].map(([, name = ""]) => name);
    return [...(alias ? [alias] : []), ...embedded].map((name) => lastName(name));
  }
  const [, head = ""] = new RegExp(String.raw`\b(?:class|interface)\s+${type}\b([^{:]*)`).exec(text) ?? [];
  const bare = head.replaceAll(/\b\w+\s*=\s*[\w.]+|\[[^\]]*\]/g, "").replaceAll(/<[^{]*?>+/g, "");
  const listed = path.endsWith(".py")
    ? bare
    : (/\bextends\b([\s\S]*?)(?:\bimplements\b|$)/.exec(bare)?.[1] ?? "");
  return (listed.match(/[\w$.]+/g) ?? []).map((name) => lastName(name)).filter((name) => !plain.test(name));
}
