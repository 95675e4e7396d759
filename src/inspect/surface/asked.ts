import type { Declaration, Language } from "../../code/index.ts";
import { member } from "./surface-members.ts";

const makers = /^(?:dataclass(?:es\.dataclass)?|attrs?\.(?:s|define|frozen|mutable)|define|frozen)\b/;
/** Base classes that generate a constructor from the fields, or add no fields. */
const plain = /^(?:(?:\w+\.)?(?:NamedTuple|Generic|Protocol|ABC)|object)\b/;
const whole = /^(?:\w+\.)?NamedTuple\b/;

/**
 * Returns the constructor parameters Python derives from a class's fields: for dataclasses and named tuples
 * without other bases.
 */
export function fieldsAsked(
  text: string,
  declarations: readonly Declaration[],
  language: Language,
): readonly Declaration[] {
  const names = new Set(declarations.map(({ name }) => name));
  const found: Declaration[] = [];
  for (const [place, { decorators, members, bases }] of language.studies(text).entries()) {
    const owner = declarations[place];
    if (owner?.kind !== "class" || names.has(`${owner.name}.__init__`)) continue;
    if (!decorators.some((decorator) => makers.test(decorator)) && !bases.some((base) => whole.test(base)))
      continue;
    if (!bases.every((base) => plain.test(base))) continue;
    const parameters = members.flatMap(({ name, type, value }) => {
      if (
        type === undefined ||
        /\b(?:ClassVar|KW_ONLY)\b/.test(type) ||
        /\binit\s*=\s*False/.test(value ?? "")
      )
        return [];
      const isFree =
        value !== undefined &&
        !(
          /^(?:\w+\.)?(?:field|ib|attrib)\(/.test(value) &&
          !/\b(?:default|factory|default_factory)\s*=/.test(value)
        );
      return [{ name, type, ...(isFree && { default: value }) }];
    });
    found.push({ ...member(owner, "__init__"), kind: "method", parameters });
  }
  return found;
}
