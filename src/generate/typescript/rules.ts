import {
  isBound,
  parents,
  preconditions,
  stateFields,
  type Action,
  type BelongsTo,
  type Resource,
} from "../../api/index.ts";
import { capital } from "../../lib/index.ts";
import { code, imported, joined, ts, type Code } from "../../code/index.ts";
import { modelNames } from "./typescript-names.ts";

const rule = (name: string): Code => imported("/src/rules.ts", name);

/** Generates statements that refuse an input if a record would become its own ancestor. */
export const keepTrees = (resource: Resource, trees: readonly BelongsTo[]): readonly Code[] =>
  trees.map(
    ({ field }) => ts`await ${rule("keepTree")}(id, input.${code(field)}, {
    field: ${field},
    parentOf: async (other) => (await ${code(modelNames(resource).get)}(db, other))?.${code(field)},
  });
  `,
  );

/** Generates the model's function that refuses changes that break rules between records, for any storage. */
export function changeRules(resource: Resource, db: Code): readonly Code[] {
  if (!isBound(resource)) return [];
  const names = modelNames(resource);
  const states = stateFields(resource).map(({ name }) => name);
  const trees = keepTrees(resource, parents(resource));
  const readRecord = ts`const record = await ${code(names.get)}(db, id);
  if (record) ${rule("keepStates")}(record, input, ${states});`;
  return [
    ts`/** Refuses what no change may do to a record. */
async function ${code(names.check)}(db: ${db}, id: string, input: ${code(capital(names.patchInput))}): Promise<void> {
  ${joined([...(states.length ? [readRecord] : []), ...trees])}
}`,
  ];
}

/** Returns the call of that function, before a change. */
export const checkChange = (resource: Resource): Code =>
  isBound(resource)
    ? ts`await ${code(modelNames(resource).check)}(db, id, input);
  `
    : code("");

/** Returns the problem of a record in whose state the action is not allowed. */
export const notReady = (action: Action, record: string): Code =>
  ts`${rule("notReady")}(${code(record)}, ${preconditions(action)})`;
