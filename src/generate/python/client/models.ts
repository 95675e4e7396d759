import { isNever, type Spec, type SpecSchema } from "../../../api/index.ts";
import type { Held } from "../../specification/held.ts";
import { membersOf } from "../../specification/members.ts";
import { modelOf, refKey, resolved, typesOf, type Direction, type Model } from "../../specification/model.ts";
import { casesOf, refTo, type Case } from "../../specification/polymorphic.ts";
import { patternOf } from "../pattern.ts";
import { builtins, docstring, identifiersIn, literal, pascal, Scope, snake } from "./python-identifiers.ts";
import { inTable } from "../../../lib/index.ts";

/** Names in the models module besides the document's. */
const reserved = (
  "AfterValidator Annotated Any BaseModel Unknown UnlistedInt UnlistedStr ValidationInfo Callable ConfigDict Discriminator Field FileContent IO Literal NotRequired Tag TypeAliasType TypedDict UUID Model None True False Self TypeVar TypeAdapter T Auth Client AsyncClient " +
  "ApiError InvalidResponseError AsyncIterator Iterator Mapping AsyncCredential Credential Operation Parameter ServerSentEvent Settings"
).split(" ");

/** Maximum depth to which referenced types are defined before their users. */
const mostDepth = 60;

/** Classes and aliases of one document, generated on demand. */
export class Models {
  readonly spec: Spec;
  readonly #directed: Model;
  readonly #scope = new Scope(reserved);
  readonly #names = new Map<string, string>();
  readonly #inputs = new Map<string, string>();
  readonly #texts: string[] = [];
  readonly #types: string[] = [];
  readonly #defined = new Set<string>();
  readonly #asked = new Set<string>();
  /** Names that may be used before they are defined. */
  readonly #later = new Set<string>();
  /** Anonymous objects being written, and the names they got. */
  readonly #open = new Map<SpecSchema, string>();
  /** Names of types of forms with files, by their schemas. */
  readonly #forms = new Map<SpecSchema, string>();
  #depth = 0;

  constructor(spec: Spec, settings: Held = {}) {
    this.spec = spec;
    this.#directed = { ...modelOf(spec), held: settings };
    for (const key of Object.keys(spec.schemas)) this.#names.set(key, this.#scope.take(pascal(key)));
    for (const key of this.#directed.inputs.keys())
      this.#inputs.set(key, this.#scope.take(`${this.#names.get(key) ?? ""}Input`));
    for (const names of [this.#names, this.#inputs]) for (const name of names.values()) this.#later.add(name);
    for (const key of Object.keys(spec.schemas)) {
      this.#schema(key, "output");
      if (this.#inputs.has(key)) this.#schema(key, "input");
    }
  }

  /** Names of all classes and aliases. */
  get names(): readonly string[] {
    return [...this.#defined];
  }

  /** The module's text without its imports. */
  get text(): string {
    return this.#texts.join("\n\n");
  }

  /** The types and values used in it, some of which are strings there. */
  get types(): string {
    return this.#types.join("\n");
  }

  /** Returns the type of a schema for use outside the models module; an object gets a class with the hinted name. */
  type(schema: SpecSchema, hint: string, direction: Direction): string {
    return this.#type(schema, { hint, direction, immediate: false });
  }

  /** Returns the type of a form with files, a dictionary of its members; undefined if they are unknown. */
  form(schema: SpecSchema, hint: string): string | undefined {
    const found = resolved(this.spec, schema) ?? {};
    const known = this.#forms.get(found);
    if (known !== undefined) return known;
    const members =
      found.additionalProperties || found.patternProperties ? undefined : membersOf(this.spec, found);
    if (!members?.properties.size) return undefined;
    const name = this.#scope.take(hint);
    this.#forms.set(found, name);
    const lines = [...members.properties].flatMap(([key, property]) => {
      if (property.readOnly) return [];
      const type = this.#partType(property, `${name}${pascal(key)}`);
      this.#types.push(type);
      const annotationText = this.#annotation(type);
      return [
        `    ${literal(key)}: ${members.required.has(key) ? annotationText : `NotRequired[${annotationText}]`},\n`,
      ];
    });
    this.#defined.add(name);
    this.#types.push(
      "TypedDict",
      ...(lines.some((line) => line.includes("NotRequired")) ? ["NotRequired"] : []),
    );
    this.#texts.push(`${name} = TypedDict(${literal(name)}, {\n${lines.join("")}})\n`);
    return name;
  }

  /**
   * Returns the type of a part of such a form: files are bytes, a source of them, or either with a name and a media
   * type. Items of a list are sent separately, one level deep.
   */
  #partType(schema: SpecSchema, hint: string): string {
    const found = resolved(this.spec, schema) ?? {};
    const isFile = (schema: SpecSchema): boolean =>
      typesOf(schema).includes("string") && schema.format === "binary";
    if (isFile(found)) return typesOf(found).includes("null") ? "FileContent | None" : "FileContent";
    const item = typesOf(found).includes("array") && !found.prefixItems ? found.items : undefined;
    if (item && isFile(resolved(this.spec, item) ?? {})) return "list[FileContent]";
    return this.#type(schema, { hint, direction: "input", immediate: false });
  }

  /**
   * Defines the type of a key once. What it refers to comes first, unless that is circular or too deep: known names
   * need no resolution at import.
   */
  #schema(key: string, direction: Direction): void {
    const name = this.#nameOf(key, direction);
    if (name === undefined || this.#asked.has(name) || this.#depth > mostDepth) return;
    this.#asked.add(name);
    this.#depth += 1;
    this.#define(name, this.spec.schemas[key] ?? {}, { direction, inside: key });
    this.#depth -= 1;
  }

  #nameOf(key: string, direction: Direction): string | undefined {
    return (direction === "input" ? this.#inputs.get(key) : undefined) ?? this.#names.get(key);
  }

  #define(
    name: string,
    schema: SpecSchema,
    { direction, inside }: { direction: Direction; inside: string },
  ): void {
    const nullable = typesOf(schema).includes("null");
    if (schema.$ref === undefined && !nullable && this.#class(name, schema, direction)) return;
    const type = this.#type(schema, { hint: `${name}Value`, direction, immediate: true, inside });
    this.#defined.add(name);
    this.#types.push("TypeAliasType", type);
    this.#texts.push(`${name} = TypeAliasType(${literal(name)}, ${literal(type)})\n`);
  }

  #class(name: string, schema: SpecSchema, direction: Direction): boolean {
    const members = membersOf(this.spec, schema);
    if (!members) return false;
    const scope = new Scope();
    const lines: string[] = [];
    for (const [key, property] of members.properties) {
      const only = direction === "input" ? (property.readOnly ?? false) : (property.writeOnly ?? false);
      if (only || isNever(property)) continue;
      const plain = snake(key);
      const field = scope.take(hiding.has(plain) ? `${plain}_` : plain);
      const type = this.#type(property, { hint: `${name}${pascal(key)}`, direction, immediate: false });
      const optional = !members.required.has(key);
      const fieldType = optional && !/(^|\| )None$/.test(type) && type !== "Any" ? `${type} | None` : type;
      const bases = [
        ...(optional ? ["default=None"] : []),
        ...(field === key ? [] : [`validation_alias=${literal(key)}`, `serialization_alias=${literal(key)}`]),
      ];
      const value =
        bases.length === 0
          ? ""
          : bases.length === 1 && optional
            ? " = None"
            : ` = Field(${bases.join(", ")})`;
      this.#types.push(fieldType, value);
      lines.push(
        `    ${field}: ${this.#annotation(fieldType)}${value}\n${docstring([property.$ref === undefined ? (property.description ?? property.title) : property.description], "    ")}`,
      );
    }
    const about = docstring([schema.description ?? schema.title], "    ");
    this.#defined.add(name);
    this.#texts.push(
      `class ${name}(Model):\n${about}${about && lines.length ? "\n" : ""}${lines.join("")}${about || lines.length ? "" : "    pass\n"}`,
    );
    return true;
  }

  /** Returns a type for use in a class: as a string if it refers to a later name. */
  #annotation(type: string): string {
    const names = identifiersIn(type.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""));
    const isLater = names.some((name) => this.#later.has(name) && !this.#defined.has(name));
    return isLater ? literal(type) : type;
  }

  #type(schema: SpecSchema, typeAt: TypeAt): string {
    if (schema.$ref !== undefined) return this.#reference(schema.$ref, typeAt);
    if (schema.const !== undefined) return literals([schema.const]);
    if (schema.enum) return typeAt.direction === "output" ? open(schema.enum) : literals(schema.enum);
    const cases = casesOf(this.spec, schema);
    if (cases) return this.#chosen(schema.discriminator?.propertyName ?? "", cases, typeAt);
    const group = schema.oneOf ?? schema.anyOf;
    if (group)
      return union(
        group.map((schema, i) => this.#type(schema, { ...typeAt, hint: `${typeAt.hint}${i + 1}` })),
      );
    const types = typesOf(schema);
    const same = sameAs(schema);
    if (same) {
      const type = this.#type(same, typeAt);
      return types.includes("null") ? union([type, "None"]) : type;
    }
    const objects =
      types.filter((type) => type !== "null").length < 2 ? this.#objectType(schema, typeAt) : undefined;
    if (objects !== undefined) return types.includes("null") ? union([objects, "None"]) : objects;
    if (types.length === 0) return "Any";
    return union(types.map((type) => this.#plain(type, schema, typeAt)));
  }

  /** Returns a union whose discriminator selects the class. */
  #chosen(name: string, cases: readonly Case[], typeAt: TypeAt): string {
    const types = cases.map(({ key }) => this.#reference(refTo(key), typeAt));
    if (types.includes("Any")) return "Any";
    if (new Set(types).size < 2) return union(types);
    const tags = cases.flatMap(({ values }, i) =>
      values.map((value) => `${literal(value)}: ${literal(types[i])}`),
    );
    const tagged = types.map((type) => `Annotated[${type}, Tag(${literal(type)})]`);
    // A newer server may respond with a kind that the document doesn't list.
    const more = typeAt.direction === "output" ? ['Annotated[Unknown, Tag("Unknown")]'] : [];
    const other = more.length ? ', "Unknown"' : "";
    return `Annotated[${[...tagged, ...more].join(" | ")}, Discriminator(tagged_by(${literal(name)}, {${tags.join(", ")}}${other}))]`;
  }

  /** Returns the class of an object with known members; the same schema in the same place has one class. */
  #objectType(schema: SpecSchema, { hint, direction }: TypeAt): string | undefined {
    if (!membersOf(this.spec, schema)) return undefined;
    // An object that inherits members from the object that contains it would recurse forever.
    const open = this.#open.get(schema);
    if (open !== undefined) return open;
    const name = this.#scope.take(hint);
    this.#later.add(name);
    this.#open.set(schema, name);
    const hasClass = this.#class(name, schema, direction);
    this.#open.delete(schema);
    return hasClass ? name : undefined;
  }

  #reference(ref: string, { direction, immediate, inside }: TypeAt): string {
    const key = refKey(ref);
    const circular = immediate && inside !== undefined && this.#directed.circular.has(key);
    const name = this.#nameOf(key, direction);
    if (!circular) this.#schema(key, direction);
    return circular || name === undefined ? "Any" : name;
  }

  #plain(type: string, schema: SpecSchema, typeAt: TypeAt): string {
    const inner = { ...typeAt, immediate: false, hint: `${typeAt.hint}Item` };
    switch (type) {
      case "null":
        return "None";
      case "boolean":
        return "bool";
      case "integer":
      case "number":
        return bounded(type === "integer" ? "int" : "float", {
          ge: schema.minimum,
          le: schema.maximum,
          gt: schema.exclusiveMinimum,
          lt: schema.exclusiveMaximum,
        });
      case "array": {
        const item = schema.prefixItems || !schema.items ? "Any" : this.#type(schema.items, inner);
        return bounded(`list[${item}]`, {
          min_length: schema.minItems || undefined,
          max_length: schema.maxItems,
        });
      }
      case "object": {
        const rest = schema.additionalProperties;
        const value =
          rest && Object.keys(rest).length && !rest.not
            ? this.#type(rest, { ...inner, hint: `${typeAt.hint}Value` })
            : "Any";
        return `dict[str, ${value}]`;
      }
      default:
        return textType(schema, this.#directed.held?.dates === "text");
    }
  }
}

interface TypeAt {
  /** Name for a class, if one is needed. */
  readonly hint: string;
  readonly direction: Direction;
  /** Resolved immediately, as in an alias. */
  readonly immediate: boolean;
  readonly inside?: string;
}

/**
 * Returns the schema that another merely repeats: the only constraining part of its allOf, if it has no constraints
 * itself.
 */
function sameAs({ allOf, ...own }: SpecSchema): SpecSchema | undefined {
  const [part, ...more] = allOf?.filter(hasRules) ?? [];
  const { type: _, ...rest } = own;
  return more.length === 0 && !hasRules(rest) ? part : undefined;
}

const words: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly".split(" "),
);
const hasRules = (schema: SpecSchema): boolean => Object.keys(schema).some((key) => !words.has(key));

/** Names of members that would hide types used after them, or that pydantic's classes already have. */
const hiding: ReadonlySet<string> = new Set([...builtins, "datetime", "register", "mro"]);

const formats: Readonly<Record<string, string>> = {
  "date-time": "datetime.datetime",
  date: "datetime.date",
  uuid: "UUID",
  binary: "bytes",
};

const textType = ({ format, minLength, maxLength, pattern }: SpecSchema, isTimeText: boolean): string =>
  (isTimeText && format?.startsWith("date") ? undefined : inTable(formats, format ?? "")) ??
  bounded("str", {
    min_length: minLength || undefined,
    max_length: maxLength,
    pattern: pattern === undefined ? undefined : patternOf(pattern).text,
  });

function bounded(type: string, rules: Readonly<Record<string, number | string | undefined>>): string {
  const limits = Object.entries(rules).filter(([, value]) => value !== undefined);
  return limits.length
    ? `Annotated[${type}, Field(${limits.map(([name, value]) => `${name}=${literal(value)}`).join(", ")})]`
    : type;
}

/** Returns a union of types, with None last; of none at all, None. */
export function union(types: readonly string[]): string {
  const unique = [...new Set(types.length ? types : ["None"])];
  if (unique.includes("Any")) return "Any";
  return [...unique.filter((type) => type !== "None"), ...unique.filter((type) => type === "None")].join(
    " | ",
  );
}

/**
 * Returns the type of listed values; newer servers may return others of the same type. A single value acts as a tag
 * and stays exact.
 */
const open = (values: readonly unknown[]): string => {
  const kinds = new Map([
    ["UnlistedStr", values.filter((value) => typeof value === "string")],
    ["UnlistedInt", values.filter((value) => Number.isSafeInteger(value))],
  ]);
  const more = [...kinds].flatMap(([type, kind]) => (kind.length > 1 ? [type] : []));
  return union([literals(values), ...more]);
};

const literals = (values: readonly unknown[]): string => {
  const simple = values.filter(
    (value) => typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value),
  );
  const types = [
    ...(simple.length ? [`Literal[${[...new Set(simple.map(literal))].join(", ")}]`] : []),
    ...(values.some((value) => typeof value === "number" && !Number.isSafeInteger(value)) ? ["float"] : []),
    ...(values.some((value) => typeof value === "object" && value !== null) ? ["Any"] : []),
    ...(values.includes(null) ? ["None"] : []),
  ];
  return union(types.length ? types : ["Any"]);
};
