import type { Project } from "../../code/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { HostPrisma } from "./prisma.ts";
import type { Into, Request } from "./setting.ts";

/** Applications of one framework that resources can go into. */
export interface Existing {
  readonly called: string;
  /** Package that says in a manifest that there is such an application, where one does. */
  readonly package?: string;
  isHere(files: Files, project: Project): Promise<boolean>;
  /** The project's Prisma, or why resources can't be stored by it. */
  prisma(files: Files, project: Project): Promise<HostPrisma | { readonly why: string }>;
  /** What resources are stored by, by database. */
  readonly storedBy: Readonly<Record<string, string>>;
  into(files: Files, request: Request): Promise<Into>;
}
