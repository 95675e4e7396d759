import { namesOf, spell, wordsOf, type Resource } from "../../api/index.ts";
import type { Language, ModelNames as Declarations } from "../served-operations.ts";
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

/** Names that a model file declares. */
export interface ModelNames extends Declarations {
  /**
   * The function that refuses changes that break rules between records. Action names can't collide: they end with the
   * type.
   */
  readonly check: string;
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
