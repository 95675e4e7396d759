import { ownOf } from "../evaluate/classes.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Expression, Member } from "../program/ir.ts";
import type { ClassValue, Machine, Scope, Value } from "../evaluate/types.ts";
import { both, chosen, objectOf, partial, shape, type Shape } from "./kinds.ts";
import { items, texts, constant, propOf, textOf } from "../evaluate/value.ts";
import { capital } from "../../lib/index.ts";
import { args } from "../evaluate/machine.ts";

/** `Field(alias="tagList")`: the name of a Pydantic field for clients. */
const ownAlias = (value: Value | undefined): string | undefined =>
  value?.kind === "external" && value.args
    ? textOf(value.args.named.get("validation_alias") ?? value.args.named.get("alias"))
    : undefined;

/** The `alias_generator` of a model's configuration, its own or inherited. */
function generator(cls: ClassValue): Value | undefined {
  for (const { statics } of ownOf(cls)) {
    const settings = statics.get("model_config");
    const statedGenerator =
      settings?.kind === "external"
        ? settings.args?.named.get("alias_generator")
        : propOf(settings, "alias_generator");
    const config = statics.get("Config");
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
function aliasesOf(cls: ClassValue, m: Machine): (name: string) => string {
  const spell = generator(cls);
  return (name) => {
    const ownAliasName = ownAlias(cls.statics.get(name));
    if (ownAliasName !== undefined || !spell) return ownAliasName ?? name;
    if (spell.kind === "external") return spelled(spell.name, name);
    if (spell.kind !== "function") return name;
    return textOf(m.call(spell, args([constant(name)]))) ?? spelled(spell.fn.name, name);
  };
}

interface ClassReader {
  readonly m: Machine;
  readonly isAnswer?: boolean;
  type(of: Expression, scope: Scope): Shape;
  value(value: Value): Shape;
}

/** Maximum nesting of mapped types: `PartialType(OmitType(A, ["id"]))`. */
const deepest = 8;

/** Nest's mapped types: `PartialType(A)`, `OmitType(A, ["id"])` and others. */
function mapped(base: Value & { kind: "external" }, reader: ClassReader, depth = 0): JsonSchema | undefined {
  if (!base.args || !base.of || depth > deepest) return undefined;
  const of = base.args.list.map(
    (value) => (value.kind === "external" && mapped(value, reader, depth + 1)) || reader.value(value).schema,
  );
  const [first = {}] = of;
  const names = new Set(items(base.args.list[1]).flatMap((item) => texts(item)));
  switch (base.of.name) {
    case "PartialType":
      return partial(first);
    case "OmitType":
      return chosen(first, (name) => !names.has(name));
    case "PickType":
      return chosen(first, (name) => names.has(name));
    case "IntersectionType":
      return of.reduce(both, {});
    case "createZodDto":
      return first;
    default:
      return undefined;
  }
}

/** FastAPI's own models of credentials. */
const ofFastApi: Readonly<Record<string, readonly string[]>> = {
  HTTPBasicCredentials: ["username", "password"],
  HTTPAuthorizationCredentials: ["scheme", "credentials"],
};
const credentialsOf = (name: string): JsonSchema | undefined =>
  Object.hasOwn(ofFastApi, name)
    ? objectOf((ofFastApi[name] ?? []).map((field) => [field, shape({ type: "string" })] as const))
    : undefined;

/** The schema of a class: its typed fields, including inherited ones. */
export function classSchema(cls: ClassValue, reader: ClassReader): JsonSchema | undefined {
  const scope: Scope = { ...cls.scope, vars: cls.statics, parent: cls.scope, kind: "function" };
  const isPython = cls.scope.module.language === "python";
  const called = isPython ? aliasesOf(cls, reader.m) : (name: string) => name;
  const schema = objectOf(
    cls.cls.fields
      .filter((field) => !isInternal(field.name) && (isPython || !field.static))
      .filter((field) => !reader.isAnswer || !field.decorators.some((decorator) => hides(decorator)))
      .flatMap((field): readonly (readonly [string, Shape])[] => {
        const isComputed =
          field.type?.kind === "index" && field.type.of.kind === "name" && field.type.of.name === "ClassVar";
        if (isComputed || (!field.type && isPython)) return [];
        const found = field.type ? reader.type(field.type, scope) : shape({});
        const isOptional =
          field.optional ||
          found.optional ||
          hasDefault(field.value) ||
          field.decorators.some(isOptionalMark);
        return [[called(field.name), shape(found.schema, isOptional)]];
      }),
  );
  const bases = cls.bases.flatMap((base): readonly JsonSchema[] => {
    if (base.kind === "class") return [classSchema(base, reader) ?? {}];
    const found =
      base.kind === "external"
        ? (mapped(base, reader) ?? (isPython ? credentialsOf(base.name) : undefined))
        : undefined;
    return found ? [found] : [];
  });
  return [...bases, schema].reduce(both, {});
}

const isInternal = (name: string): boolean => name.startsWith("_") || name === "model_config";

/** Whether a decorator hides a field in answers: excluded or unselected columns, and relations. */
const hides = (decorator: Expression): boolean =>
  decorator.kind === "call" &&
  decorator.callee.kind === "name" &&
  (/^(?:OneToMany|ManyToOne|OneToOne|ManyToMany|Exclude|HasMany|BelongsTo|HasOne|BelongsToMany)$/.test(
    decorator.callee.name,
  ) ||
    decorator.args.some(({ value }) => value.kind === "object" && value.members.some(isUnselected)));

/** `select: false` */
const isUnselected = ({ key, value }: Member): boolean =>
  key?.kind === "literal" && key.value === "select" && value.kind === "literal" && value.value === false;

const isOptionalMark = (decorator: Expression): boolean =>
  decorator.kind === "call" &&
  decorator.callee.kind === "name" &&
  /^(?:IsOptional|ApiPropertyOptional)$/.test(decorator.callee.name);

/** Whether a field has a default; `Field(...)` and `Field(max_length=3)` are none. */
function hasDefault(value: Expression | undefined): boolean {
  if (!value) return false;
  if (value.kind !== "call") return true;
  const first = value.args.find(({ name }) => name === undefined);
  if (value.args.some(({ name }) => name === "default" || name === "default_factory")) return true;
  return first !== undefined && !(first.value.kind === "name" && first.value.name === "...");
}
