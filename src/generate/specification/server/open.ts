import type { StoredResource } from "../../../api/index.ts";
import type { Named } from "../named.ts";
import { parentsData } from "./data.ts";
import type { Served, ServerModel } from "./model.ts";

/** An operation that the user has to write: why, what is checked first, and related records. */
export interface OpenOperation {
  readonly why: string;
  readonly parents: readonly unknown[];
  readonly near: readonly StoredResource[];
}

export function openOperation(
  { operation }: Served,
  named: Named,
  { storage: { unbound, resources } }: ServerModel,
): OpenOperation {
  const { why = "", near = [], parents = [] } = unbound.get(operation.operationId) ?? {};
  return {
    why,
    parents: parentsData(parents, named),
    near: resources.filter(({ name }) => near.includes(name)),
  };
}

/** Whether some unwritten handler has related records. */
export const hasNear = ({ storage: { unbound } }: ServerModel): boolean =>
  [...unbound.values()].some(({ near }) => near.length > 0);
