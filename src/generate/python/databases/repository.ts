import type { Account, Action, ApiDefinition, Field, Relation, Resource } from "../../../api/index.ts";
import { code, docstring, imported, joined, py, type Code } from "../../../code/index.ts";
import { accountIn } from "../../tokens.ts";
import { accountNames } from "../files/accounts.ts";
import { attribute, modelNames, type ModelNames } from "../python-names.ts";
import { changeRules, matchOf, type Reading } from "../rules.ts";

export const Database = imported("/src/database.py", "Database");
export const now = imported("/src/clock.py", "now");
export const carried = imported("/src/validation.py", "carried");
export const newId = imported("/src/ids.py", "new_id");

const page = imported("/src/validation.py", "Page");
const Credentials = imported("/src/password.py", "Credentials");

/** A resource whose store functions are being generated. */
export interface Of {
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly names: ModelNames;
}

/** A relation that is served as a list. */
export type Listed = Exclude<Relation, { kind: "belongs-to" }>;

/** What one database contributes to a resource's store functions: declarations, and the bodies of functions. */
export interface Bodies {
  readonly reading: Reading;
  readonly declarations: readonly Code[];
  readonly list: Code;
  readonly create: Code;
  readonly get: Code;
  readonly update: Code;
  readonly remove: Code;
  /** Returns the records that a relation of another resource leads to. */
  related(owner: Resource, relation: Listed): Code;
  credentials(account: Account, name: Code): { readonly find: Code; readonly replace: Code };
  act(action: Action): Code;
}

/** Returns the value of a field, from a body; `stored` converts values other than secrets. */
export function valueOf(field: Field, stored: (value: Code) => Code = (value) => value): Code {
  const value = py`body.${code(attribute(field.name))}`;
  if (!field.secret) return stored(value);
  const hash = py`await ${imported("/src/password.py", "hash_secret")}(${value})`;
  return field.required ? hash : py`None if ${value} is None else ${hash}`;
}

/** A function's parameters after the database, its return type, and its docstring. */
type Signature = readonly [takes: string, gives: Code, about: string];

const written = (name: string, [takes, returnType, about]: Signature, body: Code): Code =>
  py`async def ${code(name)}(db: ${Database}, ${code(takes)}) -> ${returnType}:
    ${docstring(about)}
${body}`;

function credentials({ resource, api }: Of, bodies: Bodies): readonly Code[] {
  const account = accountIn(resource, api);
  if (!account) return [];
  const names = accountNames(account);
  const name = attribute(account.identity.name);
  const { find, replace } = bodies.credentials(account, code(name));
  const known = "Whom somebody wants to be, and the hash that their password must have.";
  const next = "Has another hash stored of the same password, unless that has changed meanwhile.";
  return [
    written(names.find, [`${name}: str`, py`${Credentials} | None`, known], find),
    written(names.replace, ["known: Credentials, next: str", code("None"), next], replace),
  ];
}

/** Generates the lists of this resource's records that belong to records of others. */
const related = ({ names, resource, api }: Of, bodies: Bodies): readonly Code[] =>
  api.resources.flatMap((owner) =>
    owner.relations.flatMap((relation) => {
      const name = modelNames(owner).related[relation.name];
      if (name === undefined || relation.resource !== resource.name || relation.kind === "belongs-to")
        return [];
      const about = `Those that belong to one ${modelNames(owner).names.words}.`;
      const result = py`${page}[${code(names.type)}]`;
      return written(name, [`id: str, query: ${names.page}`, result, about], bodies.related(owner, relation));
    }),
  );

/** Generates the store functions of a resource; their signatures are the same for every database. */
export function repository(of: Of, bodies: Bodies): Code {
  const { names, resource } = of;
  const found = code(`${names.type} | None`);
  const match = matchOf(of);
  const inputOf = (name: string): string =>
    names.actionInput[name] ? `, body: ${names.actionInput[name]}` : "";
  const body = `${names.updateInput} | ${names.patchInput}`;
  const signatures = {
    list: [`query: ${names.query}`, py`${page}[${code(names.type)}]`, "Those records that fit the filters."],
    create: [`body: ${names.input}`, code(names.type), "Stores a new record."],
    get: ["id: str", found, "The record with an id, if there is one."],
    update: [
      `id: str, body: ${body}${match}`,
      found,
      "Changes what a body carries of a record, if there is one.",
    ],
    remove: [`id: str${match}`, code("bool"), "Whether there was one."],
  } as const;
  const verbs = Object.keys(signatures) as (keyof typeof signatures)[]; // its own keys
  return joined(
    [
      ...bodies.declarations,
      ...changeRules(resource, bodies.reading),
      ...verbs.map((name) => written(names[name], signatures[name], bodies[name])),
      ...credentials(of, bodies),
      ...related(of, bodies),
      ...resource.actions
        .filter((action) => action.set)
        .map((action) =>
          written(
            names.actions[action.name] ?? "",
            [`id: str${inputOf(action.name)}${match}`, found, action.summary],
            bodies.act(action),
          ),
        ),
    ],
    "\n\n\n",
  );
}
