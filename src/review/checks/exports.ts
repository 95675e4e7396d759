import { posix } from "node:path";
import { type Declaration, declarationsIn, isParsed } from "../../code/index.ts";
import { literal, once, ownerName } from "../../lib/index.ts";
import { isKept } from "../kept.ts";
import { isPublic, projectBefore, userOf } from "../public.ts";
import { type Change, type Check, type Finding, found, type Ground, isTest } from "../contract.ts";

const exports: Check = {
  summary: "exported names that are gone or take something else",
  focus: "quality",
  reads: isParsed,
  async run(ground) {
    const was = once(() => projectBefore(ground));
    const findings: Finding[] = [];
    for (const change of ground.changes)
      if (change.before !== null && !isTest(change.path))
        findings.push(...(await broken(change, ground, was)));
    return found(findings);
  },
};
export default exports;

/** The name by which others import what a script declares: `exports.b = a`, `export { a as b }`. */
function outerName(name: string, { path, before }: Change): string {
  if (!/\.[mc]?[jt]sx?$/.test(path)) return name;
  const local = literal(name);
  const names = new RegExp(
    String.raw`\bexports\.([\w$]+)\s*=\s*${local}\s*(?:;|\n)|\b${local}\s+as\s+(?!default\b)([\w$]+)`,
    "g",
  );
  const all = [...(before ?? "").matchAll(names)].map(([, member, alias]) => member ?? alias ?? name);
  return all.includes(name) ? name : (all[0] ?? name);
}

async function broken(
  change: Change,
  ground: Ground,
  was: () => ReturnType<typeof projectBefore>,
): Promise<readonly Finding[]> {
  const { path, before, after } = change;
  const isTyped = /\.[mc]?tsx?$/.test(path);
  const open = <D extends Declaration>(all: readonly D[]): readonly D[] =>
    all.filter(
      (one, i) =>
        one.exported &&
        !/(?:^|\.)[_#]/.test(one.name) &&
        !isWithin(one, all) &&
        !(isTyped && isBehind(one, all.slice(0, i), all.slice(i + 1))),
    );
  const old = open(await declarationsIn(path, before ?? ""));
  const now = open(await declarationsIn(path, after ?? ""));
  // A file that doesn't parse has no declarations, which isn't the same as removed names.
  if (after?.trim() && now.length === 0 && (await unparsed(path, after))) return [];
  const owners = (name: string): string => name.split(".")[0] ?? "";
  const findings: Finding[] = [];
  const gone = new Set<string>(); // overloads share a name
  for (const item of old) {
    const twins = twinsOf(item, now);
    const [twin] = twins;
    const head = { file: path, severity: "important" as const };
    if (!twin) {
      const owner = owners(item.name);
      if (owner !== item.name && !now.some(({ name }) => name === owner)) continue; // already reported for the class
      const name = outerName(item.name, change);
      if (isInternal(item, before ?? "") || (await isKept(name, change, ground))) continue;
      if (await movedTo(name, change, ground)) continue;
      if (gone.has(name)) continue;
      const user = await userOf(name, path, ground);
      if (!user && !(await isPublic(name, path, await was()))) continue;
      gone.add(name);
      findings.push({
        ...head,
        line: 1,
        rule: "export-removed",
        severity: user ? "critical" : "important",
        reason: `${name} is no longer exported here${user ? `, and ${user} still uses it` : "; whoever imports it breaks"}.`,
        suggestion:
          "Keep the old name as deprecated for a version, or say so in the changelog as a breaking change.",
      });
      continue;
    }
    // Another overload still accepts what this one did, or it is unchanged.
    const body = (before ?? "").slice(item.range.start, item.range.end);
    const problems = twins.map((other) => parameters(item, other, { path, body }));
    const [problem] = problems;
    const isTouched = twins.some((other) => touches(change.added, other)) || touches(change.removed, item);
    if (
      problem &&
      isTouched &&
      problems.every(Boolean) &&
      !isInternal(item, before ?? "") &&
      ((await isPublic(item.name, path, await was())) || (await leftUser(item.name, change, ground)))
    )
      findings.push({
        ...head,
        line: twin.line,
        rule: "signature-changed",
        reason: `${item.name} ${problem}: calls as they were break.`,
        suggestion: "Add it as optional behind the others, or say so in the changelog as a breaking change.",
      });
  }
  return findings;
}

/** A member of something that isn't accessible from outside. */
const isWithin = ({ name }: Declaration, all: readonly Declaration[]): boolean =>
  all.some((other) => other.name === ownerName(name) && !other.exported);

/** Whether its documentation marks it as internal. */
const isInternal = ({ range }: Declaration, text: string): boolean => {
  const above = text.slice(0, range.start).trimEnd();
  const doc = above.endsWith("*/") ? above.slice(Math.max(0, above.lastIndexOf("/**"))) : "";
  return /@(?:api\s+)?(?:private|internal)\b/.test(doc);
};

type Placed = Declaration & { readonly line: number; readonly endLine: number };

/** The implementation of an overloaded function or method, which callers can't see. */
function isBehind(
  { name, kind, getter, setter }: Declaration,
  above: readonly Declaration[],
  below: readonly Declaration[],
): boolean {
  const isAlike = (other: Declaration): boolean => other.name === name && other.kind === kind;
  return kind !== "type" && !getter && !setter && above.some(isAlike) && !below.some(isAlike);
}

/** The current declarations of the name: all overloads, and the same half of an accessor pair. */
function twinsOf(declaration: Declaration, now: readonly Placed[]): readonly Placed[] {
  const named = now.filter(({ name }) => name === declaration.name);
  const alike = named.filter(({ kind }) => (kind === "type") === (declaration.kind === "type"));
  const half = alike.filter(
    (other) =>
      Boolean(other.getter) === Boolean(declaration.getter) &&
      Boolean(other.setter) === Boolean(declaration.setter),
  );
  return half.length ? half : alike.length ? alike : named;
}

const touches = (lines: ReadonlySet<number>, { line, endLine }: Placed): boolean =>
  [...lines].some((value) => value >= line && value <= endLine);

async function unparsed(path: string, text: string): Promise<boolean> {
  const { languageOf } = await import("../../code/index.ts");
  const language = await languageOf(path);
  return language !== undefined && !language.sameProgram(text, text);
}

/**
 * Whether it was moved within the change, together with its imports: another file declares it now, and none imports
 * it from here.
 */
async function movedTo(name: string, { path, after }: Change, ground: Ground): Promise<boolean> {
  const isUsed = !name.includes(".") && (await userOf(name, path, ground)) !== undefined;
  if (isUsed && after !== null) return false;
  for (const other of ground.changes) {
    if (other.path === path || other.after === null) continue;
    // A whole file moved to another folder: importers by its last path part still find it.
    if (isUsed && posix.basename(other.path) !== posix.basename(path)) continue;
    const before = await declarationsIn(other.path, other.before ?? "");
    const isIt = (one: Declaration): boolean => one.exported && one.name === name;
    if (!before.some(isIt) && (await declarationsIn(other.path, other.after)).some(isIt)) return true;
  }
  return false;
}

/** Returns a file not in the change that uses the name as it was. */
const leftUser = (name: string, { path }: Change, ground: Ground): Promise<string | undefined> =>
  userOf(name, path, ground, new Set(ground.changes.map((change) => change.path)));

/** Returns in words what breaks existing calls; undefined if nothing does. */
function parameters(
  old: Declaration,
  now: Declaration,
  { path, body }: { readonly path: string; readonly body: string },
): string | undefined {
  if (old.kind === "type" || now.kind === "type" || old.kind === "constant" || now.kind === "constant")
    return undefined;
  const isUntyped = /\.[mc]?jsx?$/.test(path); // JavaScript callers may omit any trailing arguments
  const optional = ({
    name,
    type,
    default: value,
    optional: isOptional = isUntyped,
    rest = false,
  }: Declaration["parameters"][number]): boolean =>
    isOptional ||
    rest ||
    value !== undefined ||
    name.endsWith("?") ||
    /\bundefined\b/.test(type ?? "") ||
    name.startsWith("*") ||
    name.startsWith("...");
  const isParameter = ({ name }: { readonly name: string }): boolean => name !== "self" && name !== "cls";
  const [before, after] = [old.parameters.filter(isParameter), now.parameters.filter(isParameter)];
  // A rest parameter also accepts what used to be positional; JavaScript callers may pass unused arguments.
  const rests = after.filter(({ rest }) => rest).length;
  if (path.endsWith(".py") && rests > 1) return undefined;
  const isRead = ({ name }: { readonly name: string }): boolean =>
    !isUntyped || body.split(new RegExp(String.raw`(?<![\w$])${literal(name)}(?![\w$])`)).length > 2;
  if (after.length < before.length && before.slice(after.length).some(isRead) && !rests)
    return `takes ${after.length} parameters instead of ${before.length}`;
  const fresh = after.slice(before.length).find((parameter) => !optional(parameter));
  if (fresh) return `needs ${fresh.name} now`;
  const swapped = placed(before, body).findIndex(
    ({ name }, i) => after[i]?.name !== name && after.some((parameter) => parameter.name === name),
  );
  if (swapped >= 0) return `takes ${before[swapped]?.name ?? ""} at another place`;
  const bound = before.find(
    (parameter, i) => optional(parameter) && after[i]?.name === parameter.name && !optional(after[i]),
  );
  return bound && `needs ${bound.name} now, which was optional`;
}

/** Positional parameters: those before a star and before a rest parameter. */
function placed(all: Declaration["parameters"], body: string): Declaration["parameters"] {
  const named = /^[^:]*?\(\s*(?:[^()]|\([^()]*\))*?\*\s*,\s*(\w+)/.exec(body)?.[1];
  const end = all.findIndex(({ name, rest }) => rest || /^(?:\*|\.\.\.)/.test(name) || name === named);
  return end < 0 ? all : all.slice(0, end);
}
