import { ownerName } from "../../../../lib/index.ts";
import type { Declaration, Language, Trait } from "../../../../code/index.ts";
import { inBrackets, parts } from "../alias.ts";
import { name, type Shape, type Shapes, type Taken, type Type, unionOf, type Way } from "./type.ts";

const older: Readonly<Record<string, string | undefined>> = {
  List: "list",
  Dict: "dict",
  Set: "set",
  FrozenSet: "frozenset",
  Tuple: "tuple",
  Type: "type",
  Text: "str",
};
/** Annotations that qualify a field besides its type. */
const around = new Set("Annotated ClassVar Final Required NotRequired ReadOnly".split(" "));

/** Parses an annotation. */
function pythonType(annotation: string): Type {
  const text = annotation.replaceAll(/\s+/g, " ").trim();
  const [, quoted] = /^(?:"([^"]*)"|'([^']*)')$/.exec(text)?.filter(Boolean) ?? [];
  if (quoted !== undefined) return pythonType(quoted);
  const choices = parts(text, "|");
  if (choices.length > 1) return unionOf(choices.map(pythonType));
  const [, dotted = "", inner] = /^([\w.]+)(?:\[([\s\S]*)\])?$/.exec(text) ?? [];
  if (!dotted) return { is: "opaque", text };
  const last = dotted.slice(dotted.lastIndexOf(".") + 1);
  const given = inner === undefined ? [] : parts(inner, ",");
  if (last === "Any") return { is: "any" };
  if (last === "Optional") return unionOf([...given.map(pythonType), name("None")]);
  if (last === "Union") return unionOf(given.map(pythonType));
  if (last === "Literal") return unionOf(given.map(literal));
  if (around.has(last)) return given[0] ? pythonType(given[0]) : { is: "any" };
  if (last === "Callable") return callable(given);
  return name(older[last] ?? last, ...given.map(pythonType));
}

const literal = (text: string): Type =>
  text === "None" ? name(text) : { is: "literal", text: text.replaceAll("'", '"') };

function callable([takes = "...", gives]: readonly string[]): Type {
  const list = takes.startsWith("[") ? parts(takes.slice(1, -1), ",") : undefined;
  if (!list) return { is: "opaque", text: `Callable ${gives ?? ""}` };
  const way = { takes: list.map((item) => plain(pythonType(item))), generics: [] };
  return { is: "call", ways: [{ ...way, ...(gives && { gives: pythonType(gives) }) }] };
}

const plain = (type: Type): Taken => ({ name: "", type, free: false, rest: false });

/** Longer parameter lists are read only up to this length. */
const longest = 20_000;

/** Returns the keyword-only parameters: those after a bare star, which declarations don't record. */
function keywords(head: string): ReadonlySet<string> {
  const opening = head.indexOf("(");
  const all = parts(opening < 0 ? "" : inBrackets(head.slice(opening + 1, opening + longest)), ",");
  const star = all.findIndex((item) => /^\*(?!\*)/.test(item));
  return new Set(star < 0 ? [] : all.slice(star + 1).flatMap((item) => /^\w+/.exec(item)?.[0] ?? []));
}

interface Module {
  readonly text: string;
  /** The source with comments blanked. */
  readonly bare: string;
  readonly declarations: readonly Declaration[];
  readonly language: Language;
}

/** Returns the declarations of a Python module. */
export function shapesOfPython({ text, bare, declarations, language }: Module): Shapes {
  const found = new Map<string, Shape>();
  const traits = language.traits(text);
  const has = (index: number, trait: Trait): boolean => traits[index]?.has(trait) === true;
  const heads = new Set(
    declarations.flatMap(({ name: own }, index) => (has(index, "overload") ? [own] : [])),
  );
  const asked = new Set<string>();
  for (const [index, declaration] of declarations.entries()) {
    const owner = ownerName(declaration.name);
    const form = asked.has(owner) ? { form: "member" as const, optional: false } : { form: "value" as const };
    if (declaration.kind === "class") {
      found.set(declaration.name, { form: "class", bases: (declaration.bases ?? []).map(pythonType) });
      if (declaration.bases?.some((base) => written.test(base))) asked.add(declaration.name);
      const isTotal = !/^[^:]*\btotal\s*=\s*False/.test(
        bare.slice(declaration.range.start, declaration.range.end),
      );
      for (const { name: own, type = "" } of language.held?.(text, declaration)?.fields ?? []) {
        const key = `${declaration.name}.${own}`;
        const optional = !isTotal || /^(?:\w+\.)?NotRequired\b/.test(type);
        const part = asked.has(declaration.name)
          ? { form: "member" as const, optional }
          : { form: "value" as const };
        if (!found.has(key) || type) found.set(key, { ...part, ...(type && { type: pythonType(type) }) });
      }
    } else if (declaration.getter)
      found.set(declaration.name, {
        ...form,
        type: declaration.returns ? pythonType(declaration.returns) : unknownValue,
      });
    else if (
      declaration.kind !== "constant" &&
      !declaration.setter &&
      (!heads.has(declaration.name) || has(index, "overload"))
    ) {
      const head = bare.slice(declaration.range.start, declaration.range.end);
      const before = heads.has(declaration.name) ? found.get(declaration.name)?.type : undefined;
      const own = wayOf(declaration, { head, isAsync: has(index, "async") });
      found.set(declaration.name, {
        ...form,
        ...(/^\s*@(?:\w+\.)?abstract/m.test(head) && { abstract: true }),
        type: { is: "call", ways: [...(before?.is === "call" ? before.ways : []), own] },
      });
    }
  }
  for (const [, own = "", type = ""] of bare.matchAll(alias))
    found.set(own, { form: "alias", type: pythonType(type) });
  return found;
}

/** Bases of classes that users provide member by member. */
const written = /^(?:\w+\.)?(?:TypedDict|Protocol)\b/;

/** A value that is read but not called. */
const unknownValue: Type = { is: "opaque", text: "property" };
const alias =
  /^(?:type\s+)?(\w+)(?:\s*:\s*(?:\w+\.)?TypeAlias)?\s*=\s*((?:\w+\.)?(?:Union|Optional|Callable|Literal|List|Dict|Tuple|Sequence|Mapping|Iterable|list|dict|tuple|type)\[.*\]|[\w.]+(?:\[[^\n|]*\])?(?:[ \t]*\|[ \t]*[\w.]+(?:\[[^\n|]*\])?)+)[ \t]*$/gm;

function wayOf(
  declaration: Declaration,
  { head, isAsync }: { readonly head: string; readonly isAsync: boolean },
): Way {
  const named = keywords(head.slice(Math.max(0, head.search(/\bdef\s/))));
  const takes = declaration.parameters.map(({ name: own, type, default: value, rest }): Taken => ({
    name: own,
    free: value !== undefined || rest === true,
    rest: rest === true,
    ...(type && { type: value === "None" ? unionOf([pythonType(type), name("None")]) : pythonType(type) }),
    ...(named.has(own) && { keyword: true }),
  }));
  const given = declaration.returns ? pythonType(declaration.returns) : undefined;
  const gives = isAsync ? name("Coroutine", given ?? { is: "any" }) : given;
  return { takes, generics: [], awaited: isAsync, ...(gives && { gives }) };
}
