import type { Project } from "../code/index.ts";
import { listed, usageError } from "../lib/index.ts";
import { variants, type Variant } from "./variants.ts";

/** What a target consists of, and the flag of each. */
export const roles = ["framework", "database", "testFramework"] as const;
type Role = (typeof roles)[number];

export const flags: Readonly<Record<Role, string>> = {
  framework: "--framework",
  database: "--db",
  testFramework: "--test-framework",
};

export type Asked = Readonly<Record<Role, string | undefined>>;

const line = (variant: Pick<Variant, Role>): string =>
  roles.map((role) => `${flags[role]}=${variant[role]}`).join(" ");

/** Returns the project's own tools by role, in the order of its manifest. */
const ownOf = (project: Project | undefined): Readonly<Record<Role, readonly string[]>> => ({
  framework: project?.frameworks ?? [],
  database: project?.databases ?? [],
  testFramework: project?.runners ?? [],
});

/** Throws the error that explains why no variant has everything that was asked for. */
function refuse(choice: Asked, nearest: Variant): never {
  const wrong = roles.filter((role) => choice[role] !== undefined && choice[role] !== nearest[role]);
  const keptRole = roles.find((role) => choice[role] !== undefined && choice[role] === nearest[role]);
  const instead = wrong.map((role) => {
    const fit = new Set(
      variants
        .filter((variant) => keptRole === undefined || variant[keptRole] === choice[keptRole])
        .map((variant) => variant[role]),
    );
    return `${flags[role]}=${choice[role] ?? ""} (${listed([...fit], "or")})`;
  });
  throw usageError(
    "no_such_variant",
    `${keptRole === undefined ? "Nothing that is generated" : (choice[keptRole] ?? "")} goes with ${instead.join(" and ")}.`,
    `Use ${line(nearest)}`,
  );
}

/**
 * Returns the variant with everything that was asked for; the rest is chosen by the project, then by the tables'
 * order.
 * @throws UserError (wrong usage) with corrected flags if no variant has it all
 */
export function choose(choice: Asked, project?: Project): Variant {
  const stack = ownOf(project);
  const score = (variant: Variant): number =>
    roles.reduce((sum, role, index) => {
      // What is asked for outweighs what exists; among the roles asked for, the framework weighs most.
      if (choice[role] === variant[role]) return sum + 100 * (3 - index);
      return choice[role] === undefined && stack[role].includes(variant[role]) ? sum + 10 * (3 - index) : sum;
    }, 0);
  const [best] = variants.toSorted((a, b) => score(b) - score(a));
  if (!best) throw new Error("There are no variants.");
  if (roles.some((role) => choice[role] !== undefined && choice[role] !== best[role])) refuse(choice, best);
  return best;
}
