import {
  hasEtags,
  isMatched,
  isTagged,
  namesOf,
  spell,
  wordsOf,
  type ApiDefinition,
  type Names,
  type Operation,
  type Resource,
} from "../api/index.ts";
import type { Repository } from "./contracts.ts";

/** Names of a model's declarations, in some language. */
export interface ModelNames extends Repository {
  readonly names: Names;
  readonly type: string;
  /** What parses the bodies of create, update and patch, and the queries of a list of all and of a related one. */
  readonly input: string;
  readonly updateInput: string;
  readonly patchInput: string;
  readonly query: string;
  readonly page: string;
  /** What parses its body, by action, for those with a body. */
  readonly actionInput: Readonly<Record<string, string>>;
}

/** A declaration of a model file. */
export interface Declared {
  readonly module: string;
  readonly name: string;
}

/** How a handler serves an operation: what it takes, which store function it calls, and what it responds with. */
export interface ServedOperation {
  readonly operation: Operation;
  /** The handler's name: the verb, the related list, or the action. */
  readonly name: string;
  /** The path below the resource's, such as `/{id}/tags`. */
  readonly path: string;
  readonly takesId: boolean;
  /** The schema that the body or the query is parsed by. */
  readonly input?: Declared & { readonly place: "body" | "query" };
  /** The store function; absent if the user writes the handler. */
  readonly call?: Declared;
  /** Responds 404 if the record in the path doesn't exist. */
  readonly get: Declared;
  readonly answer: "list" | "record" | "nothing" | "open";
  /** Type of the records in the response. */
  readonly type: Declared;
  /** Whether it accepts the version to change, and whether it returns one. */
  readonly matched: boolean;
  readonly tagged: boolean;
}

/** Spelling of a language's names. */
export interface Language {
  names(resource: Resource): ModelNames;
  /** Whether the store function of a related list belongs to the listed resource's model. */
  readonly relatedByOther: boolean;
  /** Names of handlers: of the list of all, of a related list, and of an action. */
  readonly list: string;
  related(name: Spellings): string;
  action(name: Spellings): string;
}

type Spellings = ReturnType<typeof spell>;

function nameOf({ binding, path }: Operation, { list, related, action }: Language): string {
  const last = spell(wordsOf(path.split("/").at(-1) ?? ""));
  if (binding?.does === "related") return related(last);
  if (!binding || binding.does === "action") return action(last);
  return binding.does === "list" ? list : binding.does;
}

/** Returns what serves an operation of a resource. */
function usesOf(
  { binding }: Operation,
  { resource, api, language }: Serving,
): Pick<ServedOperation, "input" | "call" | "answer" | "type"> {
  const names = language.names(resource);
  const declaredAs = (name: string): Declared => ({ module: names.module, name });
  const body = (name: string) => ({ ...declaredAs(name), place: "body" as const });
  const record = { answer: "record" as const, type: declaredAs(names.type) };
  switch (binding?.does) {
    case "list":
      return {
        input: { ...declaredAs(names.query), place: "query" },
        call: declaredAs(names.list),
        answer: "list",
        type: declaredAs(names.type),
      };
    case "create":
      return { ...record, input: body(names.input), call: declaredAs(names.create) };
    case "get":
      return { ...record, call: declaredAs(names.get) };
    case "update":
    case "patch":
      return {
        ...record,
        input: body(binding.does === "patch" ? names.patchInput : names.updateInput),
        call: declaredAs(names.update),
      };
    case "remove":
      return { call: declaredAs(names.remove), answer: "nothing", type: declaredAs(names.type) };
    case "related": {
      const relation = resource.relations.find(({ name }) => name === binding.relation);
      const other = api.resources.find(({ name }) => name === relation?.resource) ?? resource;
      const { module, page, type } = language.names(other);
      const call = names.related[binding.relation] ?? "";
      return {
        input: { module, name: page, place: "query" },
        call: language.relatedByOther ? { module, name: call } : declaredAs(call),
        answer: "list",
        type: { module, name: type },
      };
    }
    case "action": {
      const input = names.actionInput[binding.action];
      const call = declaredAs(names.actions[binding.action] ?? "");
      return { ...record, ...(input === undefined ? {} : { input: body(input) }), call };
    }
    default:
      return { answer: "open", type: declaredAs(names.type) };
  }
}

interface Serving {
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly language: Language;
}

/** Returns how a resource's operations are served. */
export function servedOperations(
  resource: Resource,
  api: ApiDefinition,
  language: Language,
): readonly ServedOperation[] {
  const names = language.names(resource);
  const versioned = hasEtags(api);
  const root = `/api/${namesOf(resource).plural.kebab}`;
  const served = api.operations.filter(({ path }) => path === root || path.startsWith(`${root}/`));
  return served.map((operation) => ({
    operation,
    name: nameOf(operation, language),
    path: operation.path.slice(root.length),
    takesId: operation.path.includes("{id}"),
    get: { module: names.module, name: names.get },
    matched: versioned && isMatched(operation),
    tagged: versioned && isTagged(operation),
    ...usesOf(operation, { resource, api, language }),
  }));
}
