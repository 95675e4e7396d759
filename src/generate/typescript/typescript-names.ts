import { namesOf, spell, wordsOf, type Names, type Resource } from "../../api/index.ts";
import type { Repository } from "../contracts.ts";
import type { Language } from "../served-operations.ts";
import { byName, servedOf } from "../served.ts";

export const paths = (resource: Resource) => {
  const { kebab } = namesOf(resource);
  return {
    model: `src/models/${kebab}.ts`,
    routes: `src/routes/${kebab}.ts`,
    controller: `src/controllers/${kebab}.ts`,
    module: `src/modules/${kebab}.ts`,
    test: `tests/${kebab}.test.ts`,
    docs: `docs/api/${kebab}.md`,
  } as const;
};

/** Names that a model file exports. */
export interface ModelNames extends Repository {
  readonly names: Names;
  readonly type: string;
  /** Schemas of the create body, the update body, and the list's query. */
  readonly input: string;
  readonly update: string;
  readonly updateInput: string;
  readonly patchInput: string;
  /**
   * The function that refuses changes that break rules between records. Action names can't collide: they end with the
   * type.
   */
  readonly check: string;
  readonly query: string;
  readonly page: string;
  /** Body schema by action, for those with a body. */
  readonly actionInput: Readonly<Record<string, string>>;
}

const pascal = (name: string): string => spell(wordsOf(name)).pascal;
const camel = (name: string): string => spell(wordsOf(name)).camel;

export function modelNames(resource: Resource): ModelNames {
  const names = namesOf(resource);
  const many = names.plural.pascal === names.pascal ? `${names.pascal}List` : names.plural.pascal;
  const { keeps, served, acting, taking } = servedOf(resource);
  return {
    names,
    module: paths(resource).model,
    type: names.pascal,
    input: `${names.camel}Input`,
    updateInput: keeps ? `${names.camel}Update` : `${names.camel}Input`,
    patchInput: `${names.camel}Patch`,
    check: `check${names.pascal}Rules`,
    query: `${names.camel}Query`,
    page: `${names.camel}Page`,
    list: `list${many}`,
    create: `create${names.pascal}`,
    get: `get${names.pascal}`,
    update: `update${names.pascal}`,
    remove: `remove${names.pascal}`,
    related: byName(served, (name) => `list${pascal(name)}Of${names.pascal}`),
    actions: byName(acting, (name) => `${camel(name)}${names.pascal}`),
    actionInput: byName(taking, (name) => `${camel(name)}${names.pascal}Input`),
  };
}

export const language: Language = {
  names: modelNames,
  relatedByOther: false,
  list: "list",
  related: (name) => `list${name.pascal}`,
  action: ({ camel }) => camel,
};
