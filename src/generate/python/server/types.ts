import { isNever, type SpecSchema } from "../../../api/index.ts";
import { inTable } from "../../../lib/index.ts";
import { membersOf } from "../../specification/members.ts";
import { nameOf, refKey, typesOf, type Direction, type Model } from "../../specification/model.ts";
import {
  docstring,
  identifiersIn,
  isIdentifier,
  literal,
  pascal,
  Scope,
} from "../client/python-identifiers.ts";
import { hasChecks } from "./checks.ts";

/** Names in the types module besides the document's. */
const reserved = "Any Literal NotRequired TypeAliasType TypedDict True False None".split(" ");

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
  boolean: "bool",
  string: "str",
  integer: "int",
  number: "float",
};

const builtins: ReadonlySet<string> = new Set([...Object.values(simple), "Any"]);

export const union = (types: readonly string[]): string => {
  const unique = [...new Set(types)];
  return unique.includes("Any") || unique.length === 0 ? "Any" : unique.join(" | ");
};

const isName = (type: string): boolean => /^[\p{ID_Continue}.]+$/u.test(type);

function listed(values: readonly unknown[]): string {
  const isLiteral = (value: unknown): boolean =>
    value === null || typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
  return values.length && values.every(isLiteral) ? `Literal[${values.map(literal).join(", ")}]` : "Any";
}

/** Types of one document for readers of the code, generated on demand; requests are checked by their schemas. */
export class Types {
  readonly #model: Model;
  readonly #scope = new Scope(reserved);
  readonly #names = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  readonly #texts: string[] = [];
  /** Anonymous objects being written, and the names they got. */
  readonly #open = new Map<SpecSchema, string>();

  constructor(model: Model) {
    this.#model = model;
    const named = (["output", "input"] as const).flatMap((direction) =>
      [...(direction === "output" ? model.names : model.inputs).keys()].map(
        (key) => [key, direction, this.#scope.take(pascal(nameOf(model, key, direction) ?? key))] as const,
      ),
    );
    for (const [key, direction, name] of named) this.#names.set(`${direction} ${key}`, name);
    for (const [key, direction, name] of named) {
      const schema = model.spec.schemas[key] ?? {};
      if (
        schema.$ref !== undefined ||
        typesOf(schema).includes("null") ||
        !this.#class(name, schema, { hint: name, direction })
      )
        this.#alias(name, this.#type(schema, { hint: `${name}Value`, direction, inside: key }));
    }
  }

  /** The module's text, without its head. */
  get text(): string {
    return this.#texts.join("\n\n");
  }

  /** Returns a schema's type for use in another module, which imports this one as `m`: `m.Pet`, `str`. */
  name(schema: SpecSchema, at: At): string {
    const type = this.#type(schema, at);
    if (builtins.has(type)) return type;
    if (isName(type)) return `m.${type}`;
    const known = this.#aliases.get(type);
    if (known !== undefined) return `m.${known}`;
    const name = this.#scope.take(at.hint);
    this.#aliases.set(type, name);
    this.#alias(name, type);
    return `m.${name}`;
  }

  #alias(name: string, type: string): void {
    this.#texts.push(`${name} = TypeAliasType(${literal(name)}, ${literal(type)})\n`);
  }

  #type(schema: SpecSchema, at: At): string {
    if (schema.$ref !== undefined) return this.#reference(refKey(schema.$ref), at);
    if (isNever(schema) || (at.binary && schema.format === "binary")) return "Any";
    if (schema.const !== undefined || schema.enum) return listed(schema.enum ?? [schema.const]);
    const group = schema.oneOf ?? schema.anyOf;
    if (group) return union(group.map((part, i) => this.#type(part, { ...at, hint: `${at.hint}${i + 1}` })));
    const { allOf = [], type: _, ...own } = schema;
    const [part, ...more] = allOf.filter(hasChecks);
    const isNullable = typesOf(schema).includes("null");
    const alone = part && more.length === 0 && !hasChecks(own) ? this.#type(part, at) : undefined;
    const object = alone ?? this.#objectClass(schema, at);
    if (object !== undefined) return isNullable ? union([object, "None"]) : object;
    return union(typesOf(schema).map((type) => this.#kind(type, schema, at)));
  }

  #kind(type: string, { items, prefixItems, additionalProperties: rest }: SpecSchema, at: At): string {
    const inner = (schema: SpecSchema | undefined, what: string): string =>
      schema && hasChecks(schema)
        ? this.#type(schema, { ...at, hint: at.hint + what, inside: undefined })
        : "Any";
    if (type === "array") return `list[${prefixItems ? "Any" : inner(items, "Item")}]`;
    if (type === "object") return `dict[str, ${inner(rest, "Value")}]`;
    return inTable(simple, type) ?? "Any";
  }

  /** Returns the class of an object with known members. */
  #objectClass(schema: SpecSchema, at: At): string | undefined {
    const open = this.#open.get(schema);
    if (open !== undefined || !membersOf(this.#model.spec, schema)) return open;
    const name = this.#scope.take(at.hint);
    this.#open.set(schema, name);
    this.#class(name, schema, at);
    this.#open.delete(schema);
    return name;
  }

  #class(name: string, schema: SpecSchema, at: At): boolean {
    const members = membersOf(this.#model.spec, schema);
    if (!members) return false;
    const skip = at.direction === "input" ? "readOnly" : "writeOnly";
    const lines = [...members.properties].flatMap(([key, property]) => {
      if (property[skip]) return [];
      const type = this.#type(property, { ...at, hint: at.hint + pascal(key), inside: undefined });
      return { key, type: members.required.has(key) ? type : `NotRequired[${type}]`, property };
    });
    // In the body of a class, a member hides types of its name.
    const used = new Set(lines.flatMap(({ type }) => identifiersIn(type)));
    const isPlain = lines.every(({ key }) => isIdentifier(key) && !used.has(key));
    const texts = lines.map(({ key, type, property }) =>
      isPlain
        ? `    ${key}: ${type}\n${docstring([property.description ?? property.title], "    ")}`
        : `    ${literal(key)}: ${literal(type)},\n`,
    );
    this.#texts.push(
      isPlain
        ? `class ${name}(TypedDict):\n${docstring([schema.description ?? schema.title], "    ")}${texts.join("") || "    pass\n"}`
        : `${name} = TypedDict(${literal(name)}, {\n${texts.join("")}})\n`,
    );
    return true;
  }

  #reference(key: string, { direction, inside }: At): string {
    if (inside !== undefined && this.#model.circular.has(key)) return "Any";
    return this.#names.get(`${direction} ${key}`) ?? this.#names.get(`output ${key}`) ?? "Any";
  }
}
