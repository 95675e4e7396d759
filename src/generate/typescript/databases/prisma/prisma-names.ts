import {
  namesOf,
  ownedSets,
  spell,
  wordsOf,
  type ApiDefinition,
  type Field,
  type ManyToMany,
  type Resource,
} from "../../../../api/index.ts";
import { joinColumns } from "../../../sql/sql-identifiers.ts";

const camel = (name: string): string => spell(wordsOf(name)).camel;

export const modelName = (resource: Resource): string => namesOf(resource).pascal;

/** Returns the client's member for a model: `db.task`. */
export const accessor = (model: string): string => model.slice(0, 1).toLowerCase() + model.slice(1);

export const columnField = (field: Field): string => (field.secret ? `${field.name}Hash` : field.name);

/** One end of a many-to-many model: the column, the field that holds it, and the related record. */
interface End {
  readonly column: string;
  readonly field: string;
  readonly record: string;
  readonly resource: Resource;
}

/** The model between two others. */
export interface Join {
  readonly model: string;
  readonly table: string;
  readonly owner: End;
  readonly other: End;
  /** Its list fields in the models of owner and other. */
  readonly lists: { readonly owner: string; readonly other: string };
}

const end = (column: string, resource: Resource): End => ({
  column,
  field: camel(column),
  record: camel(column.replace(/_id$/, "")),
  resource,
});

/** Returns the model of a many-to-many relation that `owner` owns. */
export function joinOf(owner: Resource, set: ManyToMany, api: ApiDefinition): Join {
  const columns = joinColumns(owner, set);
  const name = spell(wordsOf(set.through)).pascal;
  const isUsed = api.resources.some((resource) => modelName(resource) === name);
  return {
    model: isUsed ? `${name}Link` : name,
    table: set.through,
    owner: end(columns.owner, owner),
    other: end(columns.other, api.resources.find(({ name: known }) => known === set.resource) ?? owner),
    lists: { owner: set.name, other: set.inverse ?? `${set.name}Of` },
  };
}

export const joins = (api: ApiDefinition): readonly Join[] =>
  api.resources.flatMap((owner) => ownedSets(owner).map((set) => joinOf(owner, set, api)));
