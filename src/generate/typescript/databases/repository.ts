import { capital } from "../../../lib/index.ts";
import {
  hasEtags,
  movedBy,
  type Account,
  type Action,
  type ApiDefinition,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import { accountIn } from "../../tokens.ts";
import { accountNames } from "../files/accounts.ts";
import { changeRules, keepTrees } from "../rules.ts";
import { modelNames, type ModelNames } from "../typescript-names.ts";

export const database = imported("/src/database.ts", "type Database");

/** A resource whose store functions are being generated. */
export interface Of {
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly names: ModelNames;
  readonly type: Code;
}

export function ofResource(resource: Resource, api: ApiDefinition): Of {
  const names = modelNames(resource);
  return { resource, api, names, type: code(names.type) };
}

/** A many-to-many relation, seen from the end whose records are known. */
export interface Linked {
  readonly relation: ManyToMany;
  readonly other: Resource;
  /** Returns an import of the other resource's model. */
  from(name: string): Code;
}

/** What one database contributes to a resource's store functions: declarations, and the bodies of functions. */
export interface Bodies {
  /** Type with which records are read: the database, or also a transaction. */
  readonly reader?: Code;
  readonly declarations: readonly Code[];
  readonly list: Code;
  readonly create: Code;
  readonly get: Code;
  /** Functions that changes call. */
  readonly helpers?: readonly Code[];
  readonly update: Code;
  readonly remove: Code;
  /** Returns the records of the other resource that a record is linked to. */
  linked(linked: Linked): Code;
  /** Returns the records that belong to a record, by the field with its id; absent: the list filtered by that field. */
  owned?(field: string, from: Linked["from"], other: Resource): Code;
  credentials(account: Account): { readonly find: Code; readonly replace: Code };
  /** @param trees statements on `db` that prevent cycles in trees */
  act(action: Action, trees: Code): Code;
}

/** Returns the parameter of functions that may change only one version of a record. */
export const matchOf = ({ api }: Pick<Of, "api">): string => (hasEtags(api) ? ", match?: string" : "");

/** Returns a field's value from the parameter `input`: the hash of a secret; others as the database accepts them. */
export function inputOf(
  { name, secret, required }: Field,
  convert: (value: Code) => Code,
  isChange = false,
): Code {
  const value = ts`input.${code(name)}`;
  if (!secret) return convert(value);
  const hash = ts`await ${imported("/src/password.ts", "hashSecret")}(${value})`;
  return required && !isChange ? hash : ts`${value} && (${hash})`;
}

const pageOf = (type: Code): Code => ts`${imported("/src/validation.ts", "type Page")}<${type}>`;

/**
 * Generates a function. If it opens a transaction, it names the database `database`, because `db` is the transaction.
 */
function written(
  name: string,
  parameters: Code,
  { result, body }: { readonly result: Code; readonly body: Code },
): Code {
  const start = /\bawait\b/.test(body.text) ? "async " : "";
  const db = /\bdatabase\.\$?transaction\(/.test(body.text) ? "database" : "db";
  return ts`export ${code(start)}function ${code(name)}(${code(db)}: ${parameters}): Promise<${result}> {
  ${body}
}`;
}

function related({ names, resource, api }: Of, bodies: Bodies): readonly Code[] {
  return resource.relations.flatMap((relation) => {
    const name = names.related[relation.name];
    const other = api.resources.find((candidate) => candidate.name === relation.resource);
    if (name === undefined || !other || relation.kind === "belongs-to") return [];
    const theirs = modelNames(other);
    const from = (what: string): Code =>
      other === resource ? code(what.replace(/^type |.* as /, "")) : imported(`/${theirs.module}`, what);
    const body =
      relation.kind === "has-many"
        ? (bodies.owned?.(relation.field, from, other) ??
          ts`return ${from(theirs.list)}(db, { ...query, ${code(relation.field)}: id });`)
        : bodies.linked({ relation, other, from });
    const parameters = ts`${database}, id: string, query: ${from(`type ${capital(theirs.page)}`)}`;
    return written(name, parameters, { result: pageOf(from(`type ${theirs.type}`)), body });
  });
}

function credentials({ resource, api }: Of, bodies: Bodies): readonly Code[] {
  const account = accountIn(resource, api);
  if (!account) return [];
  const names = accountNames(account);
  const { find, replace } = bodies.credentials(account);
  const known = code("{ readonly id: string; readonly hash: string }");
  return [
    ts`/** Whom somebody wants to be, and the hash that their password must have. */
${written(names.find, ts`${database}, ${code(account.identity.name)}: string`, { result: ts`${known} | undefined`, body: find })}

/** Has another hash stored of the same password, unless that has changed meanwhile. */
${written(names.replace, ts`${database}, { id, hash }: ${known}, next: string`, { result: code("void"), body: replace })}`,
  ];
}

/** Generates the store functions of a resource; their signatures are the same for every database. */
export function repository(of: Of, bodies: Bodies): Code {
  const { names, type, resource } = of;
  const { reader = database } = bodies;
  const match = code(matchOf(of));
  const found = ts`${type} | undefined`;
  const body = (name: string): Code => code(capital(name));
  const act = (action: Action): Code => {
    const input = names.actionInput[action.name];
    const parameters = ts`${database}, id: string${input === undefined ? code("") : ts`, input: ${body(input)}`}${match}`;
    const trees = joined(keepTrees(resource, movedBy(resource, action)), "");
    return ts`${code(`/** ${action.summary.replaceAll("*/", "")} */`)}
${written(names.actions[action.name] ?? "", parameters, { result: found, body: bodies.act(action, trees) })}`;
  };
  return joined(
    [
      ...changeRules(resource, reader),
      ...bodies.declarations,
      written(names.list, ts`${database}, query: ${body(names.query)}`, {
        result: pageOf(type),
        body: bodies.list,
      }),
      written(names.create, ts`${database}, input: ${body(names.input)}`, {
        result: type,
        body: bodies.create,
      }),
      written(names.get, ts`${reader}, id: string`, { result: found, body: bodies.get }),
      ...(bodies.helpers ?? []),
      ts`/** Changes what the input has; what it leaves out stays. */
${written(names.update, ts`${database}, id: string, input: ${body(names.patchInput)}${match}`, { result: found, body: bodies.update })}`,
      ts`/** Whether there was one. */
${written(names.remove, ts`${database}, id: string${match}`, { result: code("boolean"), body: bodies.remove })}`,
      ...credentials(of, bodies),
      ...related(of, bodies),
      ...resource.actions.filter((action) => action.set).map(act),
    ],
    "\n\n",
  );
}
