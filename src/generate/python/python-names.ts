import { namesOf, spell, wordsOf, type Resource } from "../../api/index.ts";
import { code, type Code } from "../../code/index.ts";
import type { Language, ModelNames as Declarations } from "../served-operations.ts";
import { byName, servedOf } from "../served.ts";

export const paths = (resource: Resource) => {
  const { snake } = namesOf(resource);
  return {
    model: `src/models/${snake}.py`,
    routes: `src/routes/${snake}.py`,
    controller: `src/controllers/${snake}.py`,
    test: `tests/test_${snake}.py`,
    docs: `docs/api/${snake}.md`,
  } as const;
};

const snake = (name: string): string => spell(wordsOf(name)).snake;
const pascal = (name: string): string => spell(wordsOf(name)).pascal;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Keywords, and types in annotations. */
const reserved = words(`
  and as assert async await break case class continue def del elif else except finally for from global if
  import in is lambda match nonlocal not or pass raise return try type while with yield
  bool bytes date datetime dict float int list object property self set str tuple
`);

/** Names that attributes can't have: also members of pydantic's and SQLAlchemy's classes. */
const pythonReserved = new Set([
  ...reserved,
  ...words(`
    construct copy dict from_orm json metadata parse_file parse_obj parse_raw registry schema schema_json
    update_forward_refs validate id created_at updated_at limit offset sort
  `),
]);

/** Returns the Python attribute of a member: `dueAt` → `due_at`, `class` → `class_`. */
export function attribute(name: string): string {
  const plain = snake(name);
  return pythonReserved.has(plain) || plain.startsWith("model_") ? `${plain}_` : plain;
}

/** Returns what the generated alias generator makes of an attribute. */
const aliasOf = (name: string): string =>
  name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name on the wire, if it doesn't follow from the attribute. */
export const alias = (name: string): string | undefined =>
  aliasOf(attribute(name)) === name ? undefined : name;

/** Classes that generated modules import by name. */
const classes = new Set(
  words(`
    AfterValidator Annotated Any Base BeforeValidator Body Boolean Column Database Day Decimal DecimalText Depends EmailText
    Field ForeignKeyConstraint Id Index Instant Issue JsonObject Listed Literal LookingAround Mapped Mapping Matches Matching Moment MultipleOf
    Number Page Problem Query Record Response Row Sequence Storable Table Text UniqueItems UrlText Uuid Whole WholeInQuery Writable
  `),
);

/** Names that a model module defines. */
export interface ModelNames extends Declarations {
  readonly row: string;
}

export function modelNames(resource: Resource): ModelNames {
  const names = namesOf(resource);
  const type = classes.has(names.pascal) ? `${names.pascal}Record` : names.pascal;
  const many = names.plural.snake === names.snake ? `${names.snake}_list` : names.plural.snake;
  const { keeps, served, acting, taking } = servedOf(resource);
  return {
    names,
    module: paths(resource).model,
    type,
    row: `${names.pascal}Row`,
    input: `${names.pascal}Input`,
    updateInput: keeps ? `${names.pascal}Update` : `${names.pascal}Input`,
    patchInput: `${names.pascal}Patch`,
    query: `${names.pascal}Query`,
    page: `${names.pascal}Page`,
    list: `list_${many}`,
    create: `create_${names.snake}`,
    get: `get_${names.snake}`,
    update: `update_${names.snake}`,
    remove: `remove_${names.snake}`,
    related: byName(served, (name) => `list_${snake(name)}_of_${names.snake}`),
    actions: byName(acting, (name) => `${snake(name)}_${names.snake}`),
    actionInput: byName(taking, (name) => `${pascal(name)}${names.pascal}Input`),
  };
}

/** Returns the type of an update: the bodies of PUT and PATCH. */
export const bodies = ({ updateInput, patchInput }: ModelNames): Code =>
  code(`${updateInput} | ${patchInput}`);

const keywords = new Set([...reserved, "list_all"]);

export const language: Language = {
  names: modelNames,
  relatedByOther: true,
  list: "list_all",
  related: (name) => `list_${name.snake}`,
  action: ({ snake: name }) => (keywords.has(name) ? `${name}_action` : name),
};
