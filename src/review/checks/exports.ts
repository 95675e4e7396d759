import { type Declaration, declarationsIn, isParsed, isValid } from "../../code/index.ts";
import { listedFirst, literal, ownerName } from "../../lib/index.ts";
import {
  type Change,
  type Check,
  type Finding,
  type Ground,
  isAside,
  isTest,
  type Note,
} from "../contract.ts";
import { projectBefore, type Published, publishedOf } from "../published.ts";
import { type Project, projectAfter, provides, type Use, usesOf } from "../uses.ts";

const exports: Check = {
  summary: "exported names that are gone or take something else, and who still uses them as they were",
  focus: "quality",
  reads: isParsed,
  async run(ground) {
    const project = await projectAfter(ground);
    const states = { before: projectBefore(project, ground.changes), after: project };
    const findings: Finding[] = [];
    const notes: Note[] = [];
    for (const change of ground.changes) {
      if (change.before === null || isTest(change.path)) continue;
      const broken = await brokenBy(change, ground, project);
      findings.push(...broken.findings);
      if (isAside(change.path) || broken.losses.length === 0) continue;
      const published = await publishedOf(change.path, states);
      for (const loss of broken.losses) {
        const { finding, note } = reported(loss, change, published);
        if (finding) findings.push(finding);
        if (note) notes.push(note);
      }
    }
    return { findings, notes };
  },
};
export default exports;

/** What callers lose that weren't found in the repository: names that are gone, or one that accepts less. */
interface Loss {
  readonly names: readonly string[];
  readonly line: number;
  /** How the name accepts less; undefined for names that are gone. */
  readonly problem?: string;
}

interface Broken {
  readonly findings: Finding[];
  readonly losses: Loss[];
}

/** Reports a loss: a break for users of a published package, and a note where none can be affected. */
function reported(
  { names, line, problem }: Loss,
  { path: file }: Change,
  published: Published | undefined,
): { readonly finding?: Finding; readonly note?: Note } {
  const isPublic = (name: string): boolean =>
    published !== undefined && (problem ? published.hasNarrowed(name) : published.hasLost(name));
  const [lost, others] = [names.filter(isPublic), names.filter((name) => !isPublic(name))];
  const sentence = (all: readonly string[], end: string): string =>
    `${problem ? `${all[0]} ${problem}` : `No longer exported: ${listedFirst(all, most)}`}. ${end}`;
  const remedy = problem ? "Add it as optional behind the others" : "Keep it as deprecated for a version";
  const suggestion = `${remedy}, or say so in the changelog as a breaking change.`;
  const head = { file, line, rule: problem ? "signature-changed" : "export-removed", suggestion };
  const users = `Users of ${published?.name} may ${problem ? "call it as before" : "import it"}.`;
  const nobody = `No ${problem ? "call that breaks" : "use that would break"} was found in the repository.`;
  return {
    ...(lost.length && { finding: { ...head, severity: "important", reason: sentence(lost, users) } }),
    ...(others.length && { note: { ...head, reason: sentence(others, nobody) } }),
  };
}

/** Compares what a file exports. What somebody in the repository still uses as it was is a finding. */
async function brokenBy(change: Change, ground: Ground, project: Project): Promise<Broken> {
  const { path, before, after } = change;
  const broken: Broken = { findings: [], losses: [] };
  const old = open(await declarationsIn(path, before ?? ""), path);
  const now = open(await declarationsIn(path, after ?? ""), path);
  // A file that doesn't parse has no declarations, which isn't the same as removed names.
  if (after?.trim() && now.length === 0 && !(await isValid(path, after))) return broken;
  const gone = new Set<string>(); // overloads share a name
  for (const item of old) {
    if (isInternal(item, before ?? "")) continue;
    const twins = twinsOf(item, now);
    const name = outerName(item, change);
    if (twins.length === 0 && !name.includes(".") && !provides({ path, name }, project)) gone.add(name);
    const isTouched = twins.some((other) => touches(change.added, other)) || touches(change.removed, item);
    const { finding, loss } = isTouched ? signature([item, twins], change, ground, project) : {};
    if (finding) broken.findings.push(finding);
    const isKnown = broken.losses.some(
      ({ names, problem }) => names[0] === item.name && problem === loss?.problem,
    );
    if (loss && !isKnown) broken.losses.push(loss); // overloads may lose the same
  }
  const unused: string[] = [];
  for (const name of gone) {
    const finding = removed(name, change, ground, project);
    if (finding) broken.findings.push(finding);
    else if (!(await isMoved(name, change, ground))) unused.push(name);
  }
  if (unused.length) broken.losses.push({ names: unused, line: 1 });
  return broken;
}

/** How many names a report lists. */
const most = 5;

/** The exported declarations, without members of others and implementations behind overloads. */
function open<D extends Declaration>(all: readonly D[], path: string): readonly D[] {
  const isTyped = /\.[mc]?tsx?$/.test(path);
  return all.filter(
    (one, i) =>
      one.exported &&
      !/(?:^|\.)[_#]/.test(one.name) &&
      !all.some((other) => other.name === ownerName(one.name) && !other.exported) &&
      !(isTyped && isBehind(one, all.slice(0, i), all.slice(i + 1))),
  );
}

/** The name by which others import what a script declares: `exports.b = a`, `export { a as b }`, `default`. */
function outerName({ name, main }: Declaration, { path, before }: Change): string {
  if (!/\.[mc]?[jt]sx?$/.test(path)) return name;
  const local = literal(name);
  const names = new RegExp(
    String.raw`\bexports\.([\w$]+)\s*=\s*${local}\s*(?:;|\n)|\b${local}\s+as\s+(?!default\b)([\w$]+)`,
    "g",
  );
  const all = [...(before ?? "").matchAll(names)].map(([, member, alias]) => member ?? alias ?? name);
  return main ? "default" : all.includes(name) ? name : (all[0] ?? name);
}

/** The uses that the change left as they were. */
const leftUses = (name: string, { path }: Change, { changes }: Ground, project: Project): readonly Use[] =>
  usesOf(name, path, project).filter(
    ({ file, line }) => !changes.some((change) => change.path === file && change.added.has(line)),
  );

function removed(name: string, change: Change, ground: Ground, project: Project): Finding | undefined {
  const user = leftUses(name, change, ground, project).find(
    ({ file, from }) => file !== change.path && !provides(from, project),
  );
  return (
    user && {
      file: change.path,
      line: 1,
      severity: isTest(user.file) ? "important" : "critical",
      rule: "export-removed",
      reason: `${name} is no longer exported here, and ${user.file}:${user.line} still uses it.`,
      suggestion: "Change that place too, or keep the old name as deprecated for a version.",
    }
  );
}

/** What the new parameters break: a finding with a call that was left, otherwise what others lose. */
function signature(
  [old, twins]: readonly [old: Placed, now: readonly Placed[]],
  change: Change,
  ground: Ground,
  project: Project,
): { readonly finding?: Finding; readonly loss?: Loss } {
  const { path, before } = change;
  const body = (before ?? "").slice(old.range.start, old.range.end);
  // Another overload may still accept what this one did.
  const problemFor = (args?: readonly string[]): string | undefined => {
    const problems = twins.map((now) => parameters(old, now, { path, body, args }));
    return problems.every(Boolean) ? problems[0] : undefined;
  };
  const problem = problemFor();
  const [twin] = twins;
  if (problem === undefined || !twin) return {};
  const head = { file: path, line: twin.line, rule: "signature-changed" };
  const calls = old.name.includes(".") ? [] : leftUses(outerName(old, change), change, ground, project);
  for (const { file, line, args } of calls) {
    const broken = args && problemFor(args);
    const suggestion = "Change that call too, or add the parameter as optional behind the others.";
    const reason = `${old.name} ${broken ?? ""}, and ${file}:${line} still calls it as before.`;
    if (broken) return { finding: { ...head, severity: "important", reason, suggestion } };
  }
  return { loss: { names: [old.name], line: twin.line, problem } };
}

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

/** Whether another file of the change declares the name since. */
async function isMoved(name: string, { path }: Change, { changes }: Ground): Promise<boolean> {
  const declares = async (file: string, text: string | null): Promise<boolean> =>
    (await declarationsIn(file, text ?? "")).some((one) => one.exported && one.name === name);
  for (const { path: file, before, after } of changes)
    if (
      file !== path &&
      after?.includes(name) &&
      (await declares(file, after)) &&
      !(await declares(file, before))
    )
      return true;
  return false;
}

interface Calling {
  readonly path: string;
  /** The old declaration. */
  readonly body: string;
  /** A call's arguments; without them any call is meant. */
  readonly args: readonly string[] | undefined;
}

/** Returns in words what breaks a call, or without one, calls in general; undefined if nothing does. */
function parameters(old: Declaration, now: Declaration, { path, body, args }: Calling): string | undefined {
  if ([old, now].some(({ kind }) => kind === "type" || kind === "constant")) return undefined;
  if (args?.some((arg) => /^(?:\.\.\.|\*)|\.\.\.$/.test(arg))) return undefined; // how many it passes is unknown
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
  const keywords = new Set(
    path.endsWith(".py") ? (args ?? []).flatMap((arg) => /^(\w+)\s*=(?!=)/.exec(arg)?.[1] ?? []) : [],
  );
  const count = args?.length ?? Infinity;
  const positional = count - keywords.size;
  const misses = (all: Declaration["parameters"], index: number): boolean =>
    positional <= index && !keywords.has(all[index]?.name ?? "");
  // A decorator or another overload takes what the old declaration didn't.
  if (args && before.some((parameter, i) => !optional(parameter) && misses(before, i))) return undefined;
  const lacks = (index: number): boolean => args === undefined || misses(after, index);
  const isRead = ({ name }: { readonly name: string }): boolean =>
    !isUntyped || body.split(new RegExp(String.raw`(?<![\w$])${literal(name)}(?![\w$])`)).length > 2;
  const isFewer = after.length < before.length && before.slice(after.length).some(isRead) && !rests;
  if (isFewer && count > after.length) return `takes ${after.length} parameters instead of ${before.length}`;
  const fresh = after.find((parameter, i) => i >= before.length && !optional(parameter) && lacks(i));
  if (fresh) return `needs ${fresh.name} now`;
  if (path.endsWith(".py") && !rests) {
    const isPassed = (parameter: Declaration["parameters"][number]): boolean =>
      args ? keywords.has(parameter.name) : optional(parameter);
    const keyword = before.find(
      (parameter) => isPassed(parameter) && !after.some(({ name }) => name === parameter.name),
    );
    if (keyword) return `no longer takes the keyword ${keyword.name}`;
  }
  const swapped = placed(before, body).findIndex(
    ({ name }, i) =>
      positional > i && after[i]?.name !== name && after.some((parameter) => parameter.name === name),
  );
  if (swapped >= 0) return `takes ${before[swapped]?.name ?? ""} at another place`;
  const bound = before.find(
    (parameter, i) =>
      optional(parameter) && after[i]?.name === parameter.name && !optional(after[i]) && lacks(i),
  );
  return bound && `needs ${bound.name} now, which was optional`;
}

/** Positional parameters: those before a star and before a rest parameter. */
function placed(all: Declaration["parameters"], body: string): Declaration["parameters"] {
  const named = /^[^:]*?\(\s*(?:[^()]|\([^()]*\))*?\*\s*,\s*(\w+)/.exec(body)?.[1];
  const end = all.findIndex(({ name, rest }) => rest || /^(?:\*|\.\.\.)/.test(name) || name === named);
  return end < 0 ? all : all.slice(0, end);
}
