import { capital } from "../../lib/index.ts";
import { ancestry } from "../evaluate/classes.ts";
import { args } from "../evaluate/machine.ts";
import type { ClassValue, Machine, Value } from "../evaluate/types.ts";
import { constant, propOf, textOf } from "../evaluate/value.ts";

/** `Field(alias="tagList")`: the name of a Pydantic field for clients. */
const ownAlias = (value: Value | undefined): string | undefined =>
  value?.kind === "external" && value.args
    ? textOf(value.args.named.get("validation_alias") ?? value.args.named.get("alias"))
    : undefined;

/** The `alias_generator` of a model's configuration, its own or inherited. */
function generator(cls: ClassValue): Value | undefined {
  for (const value of ancestry(cls)) {
    if (value.kind !== "class") continue;
    const settings = value.statics.get("model_config");
    const statedGenerator =
      settings?.kind === "external"
        ? settings.args?.named.get("alias_generator")
        : propOf(settings, "alias_generator");
    const config = value.statics.get("Config");
    const found =
      statedGenerator ?? (config?.kind === "class" ? config.statics.get("alias_generator") : undefined);
    if (found) return of(found);
  }
  return undefined;
}

/** `AliasGenerator(serialization_alias=to_camel)`: the function that renames fields. */
const of = (value: Value): Value =>
  (value.kind === "external" &&
    ["alias", "validation_alias", "serialization_alias"].flatMap(
      (name) => value.args?.named.get(name) ?? [],
    )[0]) ||
  value;

const words = (name: string): readonly string[] => name.split("_").filter(Boolean);
/** Functions of libraries that change the spelling of a name. */
const spellings: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/(?:to_)?pascal(?:ize)?$/i, (name) => words(name).map(capital).join("")],
  [
    /(?:to_?(?:lower_?)?)?camel(?:ize|case|_case)?$/i,
    (name) =>
      words(name)
        .map((word, index) => (index ? capital(word) : word))
        .join(""),
  ],
];

/** Renames a field by a function whose name says how. */
const spelled = (by: string, name: string): string =>
  spellings.find(([pattern]) => pattern.test(by))?.[1](name) ?? name;

/** Maps the field names of a class to those that clients use. */
export function aliasesOf(cls: ClassValue, m: Machine): (name: string) => string {
  const spell = generator(cls);
  return (name) => {
    const ownAliasName = ownAlias(cls.statics.get(name));
    if (ownAliasName !== undefined || !spell) return ownAliasName ?? name;
    if (spell.kind === "external") return spelled(spell.name, name);
    if (spell.kind !== "function") return name;
    return textOf(m.call(spell, args([constant(name)]))) ?? spelled(spell.fn.name, name);
  };
}
