import type { SpecSchema } from "../../../api/index.ts";
import { nameOf, refKey, typesOf, type Direction, type Model } from "../../specification/model.ts";
import { docstring, isIdentifier, literal, pascal, Scope } from "../client/python-identifiers.ts";
import { withoutCircles } from "../../specification/circles.ts";
import { isNever, kindsOf, mergedMembers, refinements, hasChecks, type Kind } from "./refine.ts";
import { inTable } from "../../../lib/index.ts";

/** Names in the types module besides the document's. */
const reserved = (
  "Annotated Any ConfigDict Literal NotRequired TypeAliasType TypedDict with_config True False None Text Truth Whole Number File " +
  "Nothing Unknown AllOf AnyOf Contains Kinds Listed Members Not OneOf Positions"
).split(" ");

interface At {
  /** Name for a class, if one is needed. */
  readonly hint: string;
  readonly direction: Direction;
  /** Schema that an alias is being written for, if any. */
  readonly inside?: string | undefined;
  /** Binary strings are files here: in forms, not in JSON. */
  readonly binary?: boolean;
}

const simple: Readonly<Record<string, string>> = {
  null: "None",
  boolean: "Truth",
  string: "Text",
  integer: "Whole",
  number: "Number",
};

const refined = (type: string, rules: readonly string[]): string =>
  rules.length ? `Annotated[${[type, ...rules].join(", ")}]` : type;

const union = (types: readonly string[]): string => {
  const unique = [...new Set(types)];
  return unique.includes("Any") || unique.length === 0 ? "Any" : unique.join(" | ");
};

const isName = (type: string): boolean => /^[\p{ID_Continue}.]+$/u.test(type);

/** Returns a type for readers of the code, without its rules. */
const bare = (type: string): string =>
  isName(type) ? type : (/^Annotated\[([^\s[\],]+|list\[[^\s[\],]+\]), /.exec(type)?.[1] ?? "Any");

/** Types of one document, generated on demand: pydantic accepts exactly what the document allows. */
export class Types {
  readonly #model: Model;
  readonly #scope = new Scope(reserved);
  readonly #names = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  readonly #texts: string[] = [];

  constructor(model: Model) {
    const schemas = withoutCircles(model.spec.schemas);
    this.#model = { ...model, spec: { ...model.spec, schemas } };
    const named = (["output", "input"] as const).flatMap((direction) =>
      [...(direction === "output" ? model.names : model.inputs).keys()].map(
        (key) => [key, direction, this.#scope.take(pascal(nameOf(model, key, direction) ?? key))] as const,
      ),
    );
    for (const [key, direction, name] of named) this.#names.set(`${direction} ${key}`, name);
    for (const [key, direction, name] of named)
      this.#define(name, schemas[key] ?? {}, { hint: name, direction, inside: key });
  }

  /** The module's text, without its head. */
  get text(): string {
    return this.#texts.join("\n\n");
  }

  /** Returns the name of a schema's type for use in another module: `Pet`, `PetId`, or one of the rules: `Text`. */
  name(schema: SpecSchema, at: At): string {
    const type = this.#type(schema, at);
    if (isName(type)) return type;
    const known = this.#aliases.get(type);
    if (known !== undefined) return known;
    const name = this.#scope.take(at.hint);
    this.#aliases.set(type, name);
    this.#alias(name, type);
    return name;
  }

  #alias(name: string, type: string): void {
    this.#texts.push(`${name} = TypeAliasType(${literal(name)}, ${literal(type)})\n`);
  }

  #define(name: string, schema: SpecSchema, at: At): void {
    const whole = hasChecks(schema) ? this.#objectClass(schema, at, name) : undefined;
    if (whole === undefined) this.#alias(name, this.#type(schema, { ...at, hint: `${name}Value` }));
  }

  #type(schema: SpecSchema, at: At): string {
    if (schema.$ref !== undefined) return this.#reference(refKey(schema.$ref), at);
    if (isNever(schema)) return "Nothing";
    if (at.binary && schema.type === "string" && schema.format === "binary") return "File";
    const values = schema.const === undefined ? schema.enum : [schema.const];
    const { allOf = [], ...self } = schema;
    const isWhole = mergedMembers(this.#model.spec, schema) !== undefined;
    const parts = [
      ...(values ? [this.#listed(values)] : []),
      this.#own(isWhole ? schema : self, at, values !== undefined),
      ...(isWhole
        ? []
        : allOf.map((schema, i) => this.#type(schema, { ...at, hint: `${at.hint}Part${i + 1}` }))),
      ...this.#alternatives(schema, at),
    ].filter((part) => part !== "Any");
    const [first = "Any", ...others] = parts;
    return others.length ? `Annotated[${bare(first)}, AllOf(${parts.join(", ")})]` : first;
  }

  #alternatives(schema: SpecSchema, at: At): readonly string[] {
    const groups = (["anyOf", "oneOf"] as const).flatMap((key) => {
      const group = schema[key];
      if (!group) return [];
      const types = group.map((schema, i) => this.#type(schema, { ...at, hint: `${at.hint}${i + 1}` }));
      const rest = types.filter((type) => type !== "None");
      const [only] = rest;
      if (rest.length === 1 && types.length === 2 && only !== undefined)
        return [only === "Any" ? "Any" : `${only} | None`];
      if (key === "anyOf" && types.includes("Any")) return [];
      return [
        `Annotated[${union(types.map(bare))}, ${key === "anyOf" ? "AnyOf" : "OneOf"}(${types.join(", ")})]`,
      ];
    });
    const not = schema.not ? [this.#type(schema.not, { ...at, hint: `${at.hint}Not` })] : [];
    return [...groups, ...not.map((type) => `Annotated[Any, Not(${type})]`)];
  }

  #listed(values: readonly unknown[]): string {
    const literals = values.every(
      (value) =>
        value === null ||
        typeof value === "string" ||
        typeof value === "boolean" ||
        Number.isSafeInteger(value),
    );
    const listedValues = values.map(literal).join(", ");
    return `Annotated[${literals ? `Literal[${listedValues}]` : "Any"}, Listed(${listedValues})]`;
  }

  /** Returns the type from the schema's own keywords, for its types and the values of each. */
  #own(schema: SpecSchema, at: At, listed: boolean): string {
    const types = typesOf(schema);
    const kinds = kindsOf(schema);
    if (types.length === 0) {
      const merged = schema.allOf && mergedMembers(this.#model.spec, schema);
      if (merged?.typed) return this.#object(schema, at);
      const all = merged && !kinds.includes("object") ? [...kinds, "object" as const] : kinds;
      const kindTypes = all.map((kind) => [kind, this.#kind(kind, schema, at)] as const);
      const kindList = kindTypes.map(([kind, type]) => `${kind}=${type}`).join(", ");
      return kindTypes.length
        ? `Annotated[${union(kindTypes.map(([, type]) => bare(type)))}, Kinds(None, ${kindList})]`
        : "Any";
    }
    if (listed && kinds.length === 0) return "Any";
    const others = types.filter((type) => type !== "null");
    const [only] = others;
    if (only === undefined) return "None";
    const inner = (type: string): string => this.#kind(type as Kind, schema, at); // the types of JSON Schema
    if (others.length === 1)
      return types.length > 1 && inner(only) !== "Any" ? `${inner(only)} | None` : inner(only);
    const words = types.map((type) =>
      type === "null" ? type : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`,
    );
    const text = `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
    const typeArguments = types.map((type) => `${type}=${inner(type)}`);
    return `Annotated[${union(types.map((type) => bare(inner(type))))}, Kinds(${literal(text)}, ${typeArguments.join(", ")})]`;
  }

  #kind(kind: Kind, schema: SpecSchema, at: At): string {
    if (kind === "array") return this.#array(schema, at);
    if (kind === "object") return this.#object(schema, at);
    return refined(inTable(simple, kind) ?? "Any", refinements(schema, kind));
  }

  #array(schema: SpecSchema, at: At): string {
    const inner = { ...at, hint: `${at.hint}Item` };
    const fixed = (schema.prefixItems ?? []).map((prefixItem, i) =>
      this.#type(prefixItem, { ...inner, hint: `${inner.hint}${i + 1}` }),
    );
    const item = schema.items && hasChecks(schema.items) ? this.#type(schema.items, inner) : "Any";
    return refined(fixed.length ? "list[Any]" : `list[${item}]`, [
      ...refinements(schema, "array"),
      ...(fixed.length ? [`Positions(${[...fixed, item].join(", ")})`] : []),
      ...(schema.contains ? [`Contains(${this.#type(schema.contains, inner)})`] : []),
    ]);
  }

  #object(schema: SpecSchema, at: At): string {
    return this.#objectClass(schema, at) ?? refined(this.#map(schema, at), this.#membersOf(schema, at, []));
  }

  #map(schema: SpecSchema, at: At): string {
    const rest = schema.additionalProperties;
    const plain = rest && !isNever(rest) && !schema.patternProperties && hasChecks(rest);
    return `dict[str, ${plain ? this.#type(rest, { ...at, hint: `${at.hint}Value` }) : "Any"}]`;
  }

  /** Returns the rules for members that are not known individually, and for their number. */
  #membersOf(schema: SpecSchema, at: At, known: readonly string[]): readonly string[] {
    const rest = schema.additionalProperties;
    const patterns = Object.entries(schema.patternProperties ?? {});
    const inner = (schema: SpecSchema, what: string): string =>
      this.#type(schema, { ...at, hint: at.hint + what });
    const closed = rest !== undefined && isNever(rest);
    const listed = known.length > 0 || patterns.length > 0;
    const memberArguments = [
      ...(listed && rest && !closed && hasChecks(rest) ? [`rest=${inner(rest, "Value")}`] : []),
      ...(closed && (patterns.length > 0 || known.length === 0) ? ["rest=Unknown"] : []),
      ...(patterns.length
        ? [
            `patterns={${patterns.map(([pattern, schema]) => `${literal(pattern)}: ${hasChecks(schema) ? inner(schema, "Match") : "Any"}`).join(", ")}}`,
          ]
        : []),
      ...(schema.propertyNames ? [`names=${inner(schema.propertyNames, "Name")}`] : []),
    ];
    return [
      ...refinements(schema, "object"),
      ...(memberArguments.length
        ? [`Members(${[`known=[${known.map(literal).join(", ")}]`, ...memberArguments].join(", ")})`]
        : []),
    ];
  }

  /** Returns the class of an object with known members; `name` is the schema's name, for the class or an alias. */
  #objectClass(schema: SpecSchema, at: At, name?: string): string | undefined {
    const merged = mergedMembers(this.#model.spec, schema);
    const alone = typesOf(schema).every((type) => type === "object");
    if (
      !merged ||
      (name !== undefined && (!alone || schema.anyOf || schema.oneOf || schema.not || schema.enum))
    )
      return undefined;
    if (name !== undefined && !merged.typed) return undefined;
    const rules = this.#membersOf(schema, at, [...merged.properties.keys()]);
    const cls =
      name === undefined || rules.length
        ? this.#scope.take(name === undefined ? at.hint : `${name}Members`)
        : name;
    const patterned = schema.patternProperties !== undefined;
    this.#class(cls, merged, { at: { ...at, hint: name ?? at.hint }, closed: merged.closed && !patterned });
    const type = refined(cls, rules);
    if (name !== undefined && rules.length) this.#alias(name, type);
    return type;
  }

  #class(
    name: string,
    { properties, required }: NonNullable<ReturnType<typeof mergedMembers>>,
    { at, closed }: { readonly at: At; readonly closed: boolean },
  ): void {
    const skip = at.direction === "input" ? "readOnly" : "writeOnly";
    const members = [...properties].map(([key, schemas]) => {
      const [specSchema = {}] = schemas;
      const skipped = schemas.some((schema) => schema[skip]);
      const inner = { ...at, hint: `${at.hint}${pascal(key)}` };
      const type = skipped ? "Any" : this.#joint(schemas, { ...inner, inside: undefined }); // members may refer back
      const memberType = required.has(key) && !skipped ? type : `NotRequired[${type}]`;
      return { key, type: memberType, about: specSchema.description ?? specSchema.title };
    });
    const extra = `extra=${closed ? '"forbid"' : '"allow"'}`;
    const plain = members.every(({ key }) => isIdentifier(key));
    if (plain) {
      const lines = members.map(
        ({ key, type, about }) => `    ${key}: ${type}\n${docstring([about], "    ")}`,
      );
      this.#texts.push(
        `@with_config(${extra})\nclass ${name}(TypedDict):\n${lines.join("") || "    pass\n"}`,
      );
      return;
    }
    const entries = members.map(({ key, type }) => `    ${literal(key)}: ${literal(type)},\n`);
    this.#texts.push(
      `${name} = TypedDict(${literal(name)}, {\n${entries.join("")}})\n${name}.__pydantic_config__ = ConfigDict(${extra})  # type: ignore[attr-defined]\n`,
    );
  }

  /** Combines several schemas of one member; if they refer back to themselves, it is named before it is written. */
  #joint(schemas: readonly SpecSchema[], at: At): string {
    const different = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
    const [only = {}, ...others] = different.values();
    if (!others.length) return this.#type(only, at);
    const all = { allOf: [...different.values()] };
    if (!all.allOf.some(({ $ref }) => $ref !== undefined)) return this.#type(all, at);
    const key = `${at.direction} ${[...different.keys()].toSorted().join(" ")}`;
    const known = this.#aliases.get(key);
    if (known !== undefined) return known;
    const name = this.#scope.take(at.hint);
    this.#aliases.set(key, name);
    this.#alias(name, this.#type(all, { ...at, hint: `${name}Value` }));
    return name;
  }

  #reference(key: string, { direction, inside }: At): string {
    if (inside !== undefined && this.#model.circular.has(key)) return "Any";
    return this.#names.get(`${direction} ${key}`) ?? this.#names.get(`output ${key}`) ?? "Any";
  }
}
