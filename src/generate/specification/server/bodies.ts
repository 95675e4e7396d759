import { mediaKind } from "../model.ts";
import type { Served } from "./model.ts";

/** Types of bodies that are not what is stored. */
export function otherBodies({ operation }: Pick<Served, "operation">): readonly string[] {
  const types = Object.keys(operation.requestBody?.content ?? {});
  const stored = types.some((type) => mediaKind(type) === "json") ? "json" : "form";
  return types.length > 1 ? types.filter((type) => mediaKind(type) !== stored) : [];
}
