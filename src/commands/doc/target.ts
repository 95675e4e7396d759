import { nearest, table, UserError } from "../../lib/index.ts";
import type { DocTarget } from "./contract.ts";

export const targets = table<DocTarget, "changelog">({ changelog: () => import("./changelog.ts") });

/** @throws UserError for a target that is not there */
export function targetOf(argument: string): (typeof targets.names)[number] {
  const name = argument.trim();
  if (targets.has(name)) return name;
  const meant = nearest(name, targets.names) ?? targets.names[0] ?? "";
  throw new UserError(
    "unknown_target",
    `/doc can't document ${JSON.stringify(name.slice(0, 100))}; it knows ${targets.names.join(", ")}.`,
    `/doc ${meant}`,
    { usage: true },
  );
}
