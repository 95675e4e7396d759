import type { Project } from "../../code/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { HostPrisma } from "./prisma.ts";
import type { Into, Request } from "./setting.ts";

/** A library that applications store their own records by, and resources theirs, where that can be. */
interface Library {
  readonly called: string;
  /** The database that stores by it. */
  readonly database: string;
  /** The project's, or why resources can't be stored by it. */
  find(files: Files, project: Project): Promise<HostPrisma | { readonly why: string }>;
  /** Whether an earlier run that wrote these paths stored by it. */
  wrote(paths: readonly string[]): boolean;
}

/** Applications of one framework that resources can go into. */
export interface Existing {
  readonly called: string;
  /** Package that says in a manifest that there is such an application, where one does. */
  readonly package?: string;
  /** The package that the application is, of the root's facts or those of its own folder; undefined: none is here. */
  find(files: Files, project: Project): Promise<Project | undefined>;
  /** Whether there may be one though no manifest says so; absent where nothing but code says it. */
  mayBeHere?(files: Files): Promise<boolean>;
  /** What resources are stored by, by database; the first where nothing else decides. */
  readonly storedBy: Readonly<Record<string, string>>;
  readonly library?: Library;
  /** What tests run by where the project has none of ours and not each of them can load it. */
  testFramework?(project: Project): string | undefined;
  into(files: Files, request: Request): Promise<Into>;
}
