import type { Host } from "./host.ts";
import type { UsedPrisma } from "./prisma.ts";
import type { Guard, Parts, Pool } from "./reuse.ts";
import type { Generating } from "./shared.ts";

/** What is generated, and the parts of the project that it uses. */
export interface Setting extends Generating {
  readonly host: Host;
  readonly guard: Guard | undefined;
  readonly pool: Pool | undefined;
  /** The variables of the project's connection, where no URL and no pool is found. */
  readonly parts: Parts | undefined;
  /** Prisma if it is the database, with the relative path from the tests' folder to the project root. */
  readonly prisma: UsedPrisma | undefined;
}
