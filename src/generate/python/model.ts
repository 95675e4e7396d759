import {
  answeredFields,
  fieldType,
  filterFields,
  isNullable,
  preservedNames,
  namesFrom,
  patchFields,
  sortFields,
  storedFields,
  updateFields,
  writableFields,
  type Field,
  type Resource,
} from "../../api/index.ts";
import { code, docstring, imported, joined, py, type Code } from "../../code/index.ts";
import { alias, attribute, modelNames } from "./python-names.ts";
import { inputType, literals, queryType, storedType, validation } from "./types.ts";

const field = imported("pydantic", "Field");

/** Returns the name for the values of an enumerated field, which are declared once: `TaskStatus`. */
export function enumName(resource: Resource, { name }: Field): string {
  const { pascal } = namesFrom(name);
  const className = /^(Input|Update|Query|Page|Row|Record)$/.test(pascal) ? `${pascal}Value` : pascal;
  return `${modelNames(resource).names.pascal}${className}`;
}

/** Returns the type of a stored value, with this model's names. */
export const stored = (resource: Resource, field: Field): Code =>
  fieldType(field.schema) === "enum" ? code(enumName(resource, field)) : storedType(field.schema);

const constants = (resource: Resource): readonly Code[] =>
  storedFields(resource)
    .filter(({ schema }) => fieldType(schema) === "enum")
    .map(
      (storedField) =>
        py`${code(enumName(resource, storedField))} = ${imported("typing", "Annotated")}[${imported("typing", "Literal")}[${literals(storedField.schema)}], ${validation("Listed")}()]`,
    );

/** `= Field(…)`, a plain default, or nothing. */
function initial(value: Code | undefined, more: readonly Code[]): Code {
  if (!more.length) return value ? py` = ${value}` : code("");
  return py` = ${field}(${joined([...(value ? [py`default=${value}`] : []), ...more], ", ")})`;
}

function entity(resource: Resource): Code {
  const { type } = modelNames(resource);
  const members = answeredFields(resource).map((answeredField) => {
    const name = alias(answeredField.name);
    const type = stored(resource, answeredField);
    return py`${code(attribute(answeredField.name))}: ${type}${code(isNullable(answeredField) ? " | None" : "")}${initial(undefined, name ? [py`serialization_alias=${name}`] : [])}`;
  });
  return py`class ${code(type)}(${validation("Record")}):
    ${docstring(resource.description ?? `One of the ${modelNames(resource).names.plural.words}.`)}

    id: str
    ${joined(members, "\n    ")}
    created_at: ${validation("Moment")}
    updated_at: ${validation("Moment")}`;
}

/** Members of a body class, and the nested dictionaries that need a name. */
interface Members {
  readonly members: Code[];
  readonly objects: Code[];
  /** Whether a body may omit them to keep the stored values. */
  readonly isKept?: boolean;
}

function writable(resource: Resource, field: Field, { members, objects, isKept }: Members): void {
  const name = `${modelNames(resource).names.pascal}${namesFrom(field.name).pascal}`;
  const known = objects.some(({ text }) => text.startsWith(`${name} = `));
  const type =
    fieldType(field.schema) === "enum"
      ? code(enumName(resource, field))
      : inputType(field.schema, name, known ? [] : objects);
  const title = alias(field.name);
  const { value, more } =
    isKept && !isNullable(field) ? { value: validation("ABSENT"), more: [] } : defaultOf(field);
  members.push(
    py`${code(attribute(field.name))}: ${type}${code(isNullable(field) ? " | None" : "")}${initial(value, [...more, ...(title ? [py`alias=${title}`] : [])])}`,
  );
}

/** Types whose defaults are text, which pydantic parses like a body's values. */
const readDefaults: ReadonlySet<string> = new Set(["decimal", "date", "datetime"]);

function defaultOf(field: Field): { readonly value?: Code; readonly more: readonly Code[] } {
  if (isNullable(field)) return { value: code("None"), more: [] };
  const { default: value } = field;
  if (value === undefined) return { more: [] };
  if (typeof value === "object" && value !== null) {
    const empty = Object.keys(value).length === 0;
    return { more: [py`default_factory=${empty ? storedType(field.schema) : py`lambda: ${value}`}`] };
  }
  if (readDefaults.has(fieldType(field.schema)))
    return { more: [py`default=${value}`, code("validate_default=True")] };
  return { value: py`${value}`, more: [] };
}

const body = (name: string, base: Code, about: string, members: readonly Code[]): Code =>
  py`class ${code(name)}(${base}):
    ${docstring(about)}

    ${joined(members, "\n    ")}`;

/** Generates the body class of some of a resource's fields; nested dictionaries are named with its input. */
export function bodyOf(
  resource: Resource,
  fields: readonly Field[],
  { name, about }: { readonly name: string; readonly about: string },
): Code {
  const members: Code[] = [];
  for (const field of fields) writable(resource, field, { members, objects: [] });
  return body(name, validation("Body"), about, members);
}

function inputs(resource: Resource): readonly Code[] {
  const names = modelNames(resource);
  const objects: Code[] = [];
  const classes: Code[] = [];
  const writing = (fields: readonly Field[], isKept = false): readonly Code[] => {
    const members: Code[] = [];
    for (const field of fields) writable(resource, field, { members, objects, isKept });
    return members;
  };
  const fields = writableFields(resource);
  classes.push(
    body(
      names.input,
      validation("Body"),
      "What a client may write; everything else is the server's.",
      writing(fields),
    ),
  );
  const classOf = (name: string, base: Code, about: string, changed: readonly Field[]): void => {
    const code = py`KEPT = frozenset({${joined(
      changed.map((field) => py`${attribute(field.name)}`),
      ", ",
    )}})`;
    classes.push(body(name, base, about, [code, ...writing(changed, true)]));
  };
  const keeps = preservedNames(resource);
  if (keeps.size)
    classOf(
      names.updateInput,
      code(names.input),
      `The same for an update, which may leave out ${[...keeps].join(" and ")} to keep what is stored.`,
      updateFields(resource).filter(({ name }) => keeps.has(name)),
    );
  classOf(
    names.patchInput,
    validation("Body"),
    "What a client may change: what a patch leaves out stays as it is.",
    patchFields(resource),
  );
  for (const [action, name] of Object.entries(names.actionInput)) {
    const { set = {} } = resource.actions.find((candidate) => candidate.name === action) ?? {};
    const writtenFields = Object.entries(set).flatMap(([fieldName, assignment]) => {
      const found = storedFields(resource).find((candidate) => candidate.name === fieldName);
      if (!found || !("input" in assignment)) return [];
      const { auto: _, default: __, ...rest } = found;
      return [{ ...rest, required: assignment.required }];
    });
    classes.push(body(name, validation("Body"), `Body of the action ${action}.`, writing(writtenFields)));
  }
  return [...objects, ...classes];
}

function queries(resource: Resource): readonly Code[] {
  const names = modelNames(resource);
  const sorts = sortFields(resource).flatMap((name) => [name, `-${name}`]);
  const order = py`sort: ${imported("typing", "Annotated")}[${imported("typing", "Literal")}[${literals({ enum: sorts })}], ${validation("Listed")}()] = "createdAt"`;
  const filters = filterFields(resource).map((filterField) => {
    const type =
      fieldType(filterField.schema) === "enum"
        ? code(enumName(resource, filterField))
        : queryType(filterField.schema, names.names.pascal);
    const title = alias(filterField.name);
    return py`${code(attribute(filterField.name))}: ${type} | None${initial(code("None"), title ? [py`alias=${title}`] : [])}`;
  });
  const about = "The same with filters: only records that are equal in each field given.";
  return [
    body(names.page, validation("Query"), "Part and order of a list.", [order]),
    body(names.query, code(names.page), about, filters),
  ];
}

/** Returns the storage-independent part of a model file: the entity and the classes of requests. */
export const modelOf = (resource: Resource): readonly Code[] => [
  ...(constants(resource).length ? [joined(constants(resource))] : []),
  entity(resource),
  ...inputs(resource),
  ...queries(resource),
];
