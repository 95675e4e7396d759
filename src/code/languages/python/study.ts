import {
  type Member,
  nothingStudied,
  type Shape,
  type Step,
  type Study,
  type Thrown,
  type Trait,
} from "../../study.ts";
import { Passed } from "../passed.ts";
import { chainEnd } from "./chain.ts";
import { codeOf, heads, linesOf } from "./lines.ts";
import { shapeOf, split } from "./shape.ts";
import type { Block, Source } from "./structure.ts";
import { thrownIn } from "./thrown.ts";
import { markedIn } from "./traits.ts";
import { collect } from "./passed.ts";

function studyBody(
  source: Source,
  { colon, after }: Block,
  names: ReadonlySet<string>,
): Pick<Study, "steps" | "returns" | "passed" | "throws"> & { readonly yields: boolean } {
  const steps: Step[] = [];
  const returns: { shape: Shape; when?: string; caught?: true }[] = [];
  const throws: Thrown[] = [];
  const passed = new Passed(names);
  const shapes = new Map<string, Shape>();
  const twice = new Set<string>();
  let yields = false;
  for (const line of linesOf(source, colon + 1, after)) {
    const { start, end, inner, when } = line;
    collect(source, line, passed);
    if (line.nested) continue;
    const word = source.word(start);
    if (word === "return") {
      const shape = shapeOf(source, start + 1, end);
      const first = shape.kind === "name" && !twice.has(shape.code) ? shapes.get(shape.code) : undefined;
      returns.push({
        shape:
          first && !["list", "object", "literal"].includes(first.kind)
            ? { ...first, code: shape.code }
            : shape,
        ...(when && { when }),
        ...(line.caught && { caught: true }),
      });
    } else if (word === "raise") {
      const error = thrownIn(source, line);
      if (error) throws.push(error);
    } else if (steps.length < 40) {
      const equals = source.find("=", start, end);
      const value = equals > 0 ? equals + 1 : start;
      if (source.word(value) === "yield") {
        yields = true;
        const from = source.word(value + 1) === "from" ? value + 2 : value + 1;
        steps.push({ shape: shapeOf(source, from, end), inner });
        continue;
      }
      const shape = heads.has(word) ? undefined : shapeOf(source, value, end);
      if (equals === start + 1 && shape) {
        if (shapes.has(word)) twice.add(word);
        shapes.set(word, shape);
      }
      if (shape?.kind === "call") steps.push({ shape, inner });
      const to =
        equals > 0 && source.kind(start) === "name" && chainEnd(source, start) + 1 === equals
          ? source.between(start, equals)
          : "";
      if (to.includes(".") && shape) steps.push({ shape, inner });
    }
  }
  return { steps, returns, passed: passed.all, throws, yields };
}

/** Returns the public names of a class body, and the public attributes its methods set; at most 60. */
function membersOf(source: Source, { colon, after }: Block): readonly Member[] {
  const found = new Map<string, Member>();
  for (const { start, end, inner, nested } of linesOf(source, colon + 1, after)) {
    const name = source.word(start);
    if (nested) {
      const field = name === "self" && source.word(start + 1) === "." ? source.word(start + 2) : "";
      if (field && !field.startsWith("_") && ["=", ":"].includes(source.word(start + 3)) && !found.has(field))
        found.set(field, { name: field, optional: false });
    } else if (
      !inner &&
      source.kind(start) === "name" &&
      [":", "="].includes(source.word(start + 1)) &&
      !heads.has(name) &&
      !name.startsWith("_")
    ) {
      const equals = source.find("=", start, end);
      const type = source.word(start + 1) === ":" ? codeOf(source, start + 2, equals > 0 ? equals : end) : "";
      const value = equals > 0 ? codeOf(source, equals + 1, end) : "";
      found.set(name, { name, optional: false, ...(type && { type }), ...(value && { value }) });
    }
  }
  return [...found.values()].slice(0, 60);
}

/** Returns one study per declaration, by where it starts. */
export function studiesOf(
  source: Source,
  parametersOf: (start: number) => readonly string[],
): ReadonlyMap<number, Study> {
  const found = new Map<number, Study>();
  for (const { block, start, decorators, traits } of markedIn(source)) {
    const empty = { steps: [], returns: [], passed: {}, throws: [] };
    const { yields, ...body } =
      block.keyword === "def"
        ? studyBody(source, block, new Set(parametersOf(start)))
        : { ...empty, yields: false };
    found.set(start, {
      traits: new Set<Trait>(yields ? [...traits, "generator"] : traits),
      decorators,
      generics: [],
      bases: block.keyword === "class" ? basesOf(source, block) : [],
      members: block.keyword === "class" ? membersOf(source, block) : [],
      ...body,
      fields: {},
    });
  }
  return found;
}

export function basesOf(source: Source, { colon, head }: Block): readonly string[] {
  const opening = source.find("(", head, colon);
  if (opening < 0) return [];
  return split(source, opening + 1, source.closingOf(opening)).flatMap(([a, b]) =>
    source.find("=", a, b) > 0 ? [] : [codeOf(source, a, b)],
  );
}

/** Python constants have no docstrings, so nothing is documented for them. */
export const constantStudy: Study = { ...nothingStudied, traits: new Set<Trait>(["alias"]) };
