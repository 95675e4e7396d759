import type { Project } from "../../code/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { HostPrisma } from "./prisma.ts";
import type { Into, Request } from "./setting.ts";

/** A library that the application stores its records with, and that generated resources reuse if possible. */
interface Library {
  readonly called: string;
  /** The database variant that uses this library. */
  readonly database: string;
  /** Returns the project's setup of the library, or why resources can't use it. */
  find(files: Files, project: Project): Promise<HostPrisma | { readonly why: string }>;
  /** Whether an earlier run that wrote these paths used the library. */
  wrote(paths: readonly string[]): boolean;
}

/** Support for adding resources to applications of one framework. */
export interface Existing {
  readonly called: string;
  /** Package whose presence in a manifest identifies the application, if there is such a package. */
  readonly package?: string;
  /** Returns the application's package (the root or a folder's own), or `undefined` if there is none. */
  find(files: Files, project: Project): Promise<Project | undefined>;
  /** Whether an application may exist although no manifest says so. Omitted where only code can tell. */
  mayBeHere?(files: Files): Promise<boolean>;
  /** How resources are stored, keyed by database; the first is the default. */
  readonly storedBy: Readonly<Record<string, string>>;
  readonly library?: Library;
  /** The test framework to use if the project has none that is supported and not every one can load it. */
  testFramework?(project: Project): string | undefined;
  into(files: Files, request: Request): Promise<Into>;
}
