import type { SpecOperation, SpecParameter, StorageBinding } from "../../../api/index.ts";

/** Parameters that storage has no use for: whoever gives one is told so, instead of an answer that leaves it out. */
export function unused(
  { parameters }: SpecOperation,
  binding: StorageBinding | undefined,
): readonly SpecParameter[] {
  const known = binding?.stored.does === "list" ? binding.stored.list.parameters : {};
  return parameters.filter(
    ({ in: place, name, required }) =>
      place !== "path" && !required && !(place === "query" && Object.hasOwn(known, name)),
  );
}
