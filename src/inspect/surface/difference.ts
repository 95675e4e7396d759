import { parts } from "./alias.ts";
import type { Exported, Surface } from "./file.ts";

/** What differs between two exported APIs, by the names that users write. */
export interface Difference {
  readonly removed: readonly string[];
  /** Declarations whose previously valid calls no longer work. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

type Change = "same" | "changed" | "extended";

/** Compares two exported APIs. */
export function differenceOf(before: Surface, now: Surface): Difference {
  const gone = [...before.keys()].filter((name) => !now.has(name));
  const fresh = [...now.keys()].filter((name) => !before.has(name));
  const changed: string[] = [];
  const extended: string[] = [];
  for (const [name, old] of before) {
    const current = now.get(name);
    if (!current || hook.test(name)) continue;
    const how = compare(old, current);
    if (how === "changed") changed.push(name);
    if (how === "extended") extended.push(name);
  }
  return { removed: outermost(gone), changed, added: [...outermost(fresh), ...extended] };
}

/** Special methods that Python calls itself. */
const hook = /\.__(?!(?:init|new|call)__)\w+__$/;

const isCalled = ({ kind }: Exported): boolean => kind === "function" || kind === "method";

const isFree = ({ optional, default: value, rest }: Exported["parameters"][number]): boolean =>
  optional === true || value !== undefined || rest === true;

/** What a change means for those who call or read a declaration. */
function compare(old: Exported, now: Exported): Change {
  if (!isCalled(old) || !isCalled(now)) return "same"; // a value that became a function may still be one
  const changes = new Set([
    wider(old.returns, now.returns) ? "changed" : "same",
    ...old.parameters.map((was, index): Change => {
      const is = now.isNamed ? now.parameters.find(({ name }) => name === was.name) : now.parameters[index];
      if (is && wider(is.type, was.type)) return "changed";
      return is && !now.isNamed && (wider(was.type, is.type) || (!isFree(was) && isFree(is)))
        ? "extended"
        : "same"; // nothing enforces Python's annotations on callers
    }),
    compareCalls(old, now),
  ]);
  return changes.has("changed") ? "changed" : changes.has("extended") ? "extended" : "same";
}

/** Whether a type's text has all alternatives of another, and more. */
function wider(old: string | undefined, now: string | undefined): boolean {
  if (old === undefined || now === undefined) return false;
  const [was, is] = [alternatives(old), alternatives(now)];
  return is.size > was.size && [...was].every((part) => is.has(part));
}

/** The alternatives of a union, in one spelling. */
function alternatives(type: string): ReadonlySet<string> {
  const [, form, inner = ""] = /^(?:\w+\.)?(Optional|Union)\[([\s\S]*)\]$/.exec(type.trim()) ?? [];
  if (form)
    return new Set([
      ...parts(inner, ",").flatMap((part) => [...alternatives(part)]),
      ...(form === "Optional" ? ["None"] : []),
    ]);
  const awaited = /^(?:Promise|Awaitable|Coroutine)\s*[<[]([\s\S]*)[>\]]$/.exec(type.trim())?.[1];
  return new Set(
    parts(awaited ?? type, "|").map((part) => part.replaceAll(/\s+/g, " ").replaceAll("'", '"')),
  );
}

/** Compares which calls the old and the new declaration accept. */
function compareCalls(old: Exported, now: Exported): Change {
  const isOpen = now.parameters.some(({ rest }) => rest);
  for (const [place, parameter] of now.parameters.entries()) {
    const was = old.parameters[place];
    const isKept =
      now.isNamed && old.parameters.some((item) => item.name === parameter.name && !isFree(item));
    if (!isFree(parameter) && (!was || isFree(was)) && !isKept) return "changed";
  }
  const names = new Set(now.parameters.map(({ name }) => name));
  const isLost = now.isNamed
    ? old.parameters.some(({ name, rest }) => !rest && !names.has(name))
    : old.parameters.length > now.parameters.length;
  if (isLost && !isOpen) return "changed";
  return now.parameters.length > old.parameters.length ? "extended" : "same";
}

/** Drops members of declarations that are listed themselves. */
function outermost(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  return names.filter((name) => {
    for (let index = name.lastIndexOf("."); index > 0; index = name.lastIndexOf(".", index - 1))
      if (all.has(name.slice(0, index))) return false;
    return true;
  });
}
