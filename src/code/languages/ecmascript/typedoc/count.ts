import type { Counted } from "../../../language.ts";
import { callName, type Mine, ofModule } from "./module.ts";
import { parse, type Dialect } from "../parse.ts";
import { importsOf } from "../imports.ts";
import type { Imported } from "../../../study.ts";
import { speaks } from "./comments.ts";
import type { Listed } from "./types.ts";
import { inTable, lineIndex } from "../../../../lib/index.ts";

interface Known {
  readonly path: string;
  readonly own: Mine;
  readonly imports: readonly Imported[];
  readonly line: (index: number) => number;
}

/** A class or interface and the file that declares it. */
interface Placed {
  readonly of: Known;
  readonly name: string;
}

/**
 * Counts what TypeDoc requires to be documented if every file is an entry point: the exports of each, and
 * the members of classes, interfaces, enums and object types, including those inherited within the project.
 * Inferred types aren't examined.
 */
export function countsIn(
  sources: ReadonlyMap<string, string>,
  dialects: readonly Dialect[],
): readonly Counted[] {
  const files = new Map<string, Known>();
  for (const [path, source] of sources) {
    const tree = parse(source, dialects);
    if (tree)
      files.set(path, {
        path,
        own: ofModule({ path, source, tree }),
        imports: importsOf(tree),
        line: lineIndex(source),
      });
  }
  const more = [...files.values()].flatMap((of) =>
    of.own.added.map(({ from, kinds }) => ({ of, to: resolved(from, of.path, files), kinds })),
  );
  const seen: Seen = {
    placed: (name, from) => placed(name, from, { files, depth: 0 }),
    added: (to, name) =>
      more
        .filter((item) => item.to === to)
        .flatMap(({ of, kinds }) => (kinds.get(name)?.inner ?? []).map((listed) => ({ listed, of }))),
  };
  return [...files.values()].flatMap((file) => [
    ...file.own.listed.flatMap((item) => counted(item, file)),
    ...[...file.own.kinds.values()].flatMap(({ name, exported, documented, inner }) => {
      if (!exported) return [];
      const rest = inner.filter(({ member }) => member === undefined);
      const members = membersOf({ of: file, name }, seen, new Set());
      return [
        ...members.flatMap(({ listed, of }) => {
          if (listed.foreign) return [];
          const call = listed.name === callName;
          return counted(
            call ? { ...listed, name, documented: documented || listed.documented } : listed,
            of,
          );
        }),
        ...rest.flatMap((item) => counted(item, file)),
      ];
    }),
  ]);
}

const counted = ({ name, at, documented, inner = [] }: Listed, file: Known): readonly Counted[] => [
  { path: file.path, name, line: at < 0 ? 0 : file.line(at), documented },
  ...inner.flatMap((item) => counted(item, file)),
];

interface Member {
  readonly listed: Listed;
  readonly of: Known;
}

interface Seen {
  /** Returns members that other files add to a class or interface of this one. */
  added(of: Known, name: string): readonly Member[];
  placed(name: string, from: Known): Placed | undefined;
}

/** Returns the members of a class or interface, inherited ones included; one without a comment inherits it. */
function membersOf({ of, name }: Placed, seen: Seen, open: ReadonlySet<string>): readonly Member[] {
  const kind = of.own.kinds.get(name);
  const key = `${of.path} ${name}`;
  if (!kind || open.has(key)) return [];
  const within = new Set(open).add(key);
  const from = (names: readonly string[]): readonly Member[] =>
    names.flatMap((name) => {
      const base = seen.placed(name, of);
      return base ? membersOf(base, seen, within) : ofPlatform(name, of);
    });
  const above = kind.bases.map((base) => from([base])).reduce(beside, []);
  const promised = [...above, ...from(kind.promises)];
  const own = kind.inner
    .filter(({ member }) => member !== undefined)
    .map((listed, place, all) => {
      // an overload inherits the comment of the one at its position
      const nth = all.slice(0, place).filter((item) => same(item, listed)).length;
      const message = promised.filter((member) => same(member.listed, listed))[nth]?.listed.own;
      const takes = listed.own === undefined && speaks(message);
      return { listed: takes ? { ...listed, documented: true, own: message } : listed, of };
    });
  const added = seen.added(of, name);
  return beside([...own, ...added], above);
}

/** Merges members of several bases; for the same name the first base wins. */
const beside = (known: readonly Member[], more: readonly Member[]): readonly Member[] => [
  ...known,
  ...more.filter(
    (member) => member.listed.name === callName || !known.some(({ listed }) => same(listed, member.listed)),
  ),
];

const same = (a: Listed, b: Listed): boolean => a.name === b.name && a.member === b.member;

/** Members that TypeScript's own declarations document, for the classes that projects commonly implement or extend. */
const platform: Readonly<Record<string, readonly string[]>> = {
  PromiseLike: ["then"],
  Promise: ["then", "catch", "finally"],
  URL: "hash host hostname href origin password pathname port protocol search searchParams toJSON username".split(
    " ",
  ),
  RequestInit:
    "body cache credentials headers integrity keepalive method mode priority redirect referrer referrerPolicy signal window".split(
      " ",
    ),
};

const ofPlatform = (name: string, of: Known): readonly Member[] =>
  (inTable(platform, name) ?? []).map((member) => ({
    listed: {
      name: member,
      at: -1,
      documented: true,
      member: "instance",
      own: "* From the platform",
      foreign: true,
    },
    of,
  }));

const deepest = 8;

/** Returns where a name used in a file is declared, following re-exports. */
function placed(
  name: string,
  from: Known,
  { files, depth }: { files: ReadonlyMap<string, Known>; depth: number },
): Placed | undefined {
  if (depth > deepest) return undefined;
  if (from.own.kinds.has(name)) return { of: from, name };
  const alias = from.own.aliases.get(name);
  if (alias) return placed(alias, from, { files, depth: depth + 1 });
  const dot = name.lastIndexOf(".");
  const module = dot < 0 ? undefined : from.imports.find(({ local }) => local === name.slice(0, dot));
  const within = module && resolved(module.from, from.path, files);
  if (within) return placed(name.slice(dot + 1), within, { files, depth: depth + 1 });
  if (name === "default" && from.own.main !== undefined) return { of: from, name: from.own.main };
  for (const item of from.imports) {
    if (item.local !== name && item.local !== "*") continue;
    const target = resolved(item.from, from.path, files);
    const found =
      target && placed(item.local === "*" ? name : item.name, target, { files, depth: depth + 1 });
    if (found) return found;
  }
  return undefined;
}

function resolved(specifier: string, path: string, files: ReadonlyMap<string, Known>): Known | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const parts = path.split("/").slice(0, -1);
  for (const part of specifier.split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  const whole = parts.join("/");
  const stem = whole.replace(/\.[cm]?[jt]sx?$/, "");
  const endings = ["", ".ts", ".tsx", ".mts", ".cts", "/index.ts", "/index.tsx"];
  for (const base of [whole, stem])
    for (const ending of endings) {
      const found = files.get(base + ending) ?? (base === "" ? files.get(ending.slice(1)) : undefined);
      if (found) return found;
    }
  return undefined;
}
