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

/** Statements that refuse an input whose record would be its own ancestor by one of the relations. */
export const keepTrees = (resource: Resource, trees: readonly BelongsTo[]): readonly Code[] =>
  trees.map(
    ({ field }) => ts`await ${rule("keepTree")}(id, input.${code(field)}, {
    field: ${field},
    parentOf: async (other) => (await ${code(modelNames(resource).get)}(db, other))?.${code(field)},
  });
  `,
  );

/** The function of a model file that refuses changes that break a rule between records, whatever stores them. */
export function changeRules(resource: Resource, db: Code): readonly Code[] {
  if (!isBound(resource)) return [];
  const names = modelNames(resource);
  const states = stateFields(resource).map(({ name }) => name);
  const trees = keepTrees(resource, parents(resource));
  const kept = ts`const record = await ${code(names.get)}(db, id);
  if (record) ${rule("keepStates")}(record, input, ${states});`;
  return [
    ts`/** Refuses what no change may do to a record. */
async function ${code(names.check)}(db: ${db}, id: string, input: ${code(capital(names.patchInput))}): Promise<void> {
  ${joined([...(states.length ? [kept] : []), ...trees])}
}`,
  ];
}

/** The call of it, before a change. */
export const checkChange = (resource: Resource): Code =>
  isBound(resource)
    ? ts`await ${code(modelNames(resource).check)}(db, id, input);
  `
    : code("");

/** The problem of a record from which an action may not be called. */
export const notReady = (action: Action, record: string): Code =>
  ts`${rule("notReady")}(${code(record)}, ${preconditions(action)})`;
