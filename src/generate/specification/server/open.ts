import type { StoredResource } from "../../../api/index.ts";
import type { Named } from "../named.ts";
import { parentsData } from "./data.ts";
import type { Served, ServerModel } from "./model.ts";

/** An operation that its owner writes: why, what is checked before, and the records that are near. */
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

/** Whether some handler that is its owner's to write has records near it. */
export const hasNear = ({ storage: { unbound } }: ServerModel): boolean =>
  [...unbound.values()].some(({ near }) => near.length > 0);
