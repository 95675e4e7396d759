import { createRequire } from "node:module";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "./errors.ts";

/** Packages that are installed on first use, with the exact version of each. */
export interface OptionalPackages {
  /** The purpose, as in "needed for …". */
  readonly use: string;
  /** Size on disk, dependencies included. */
  readonly megabytes: number;
  readonly packages: Readonly<Record<string, string>>;
}

const otel = "0.301.0";

export const optionalPackages = {
  pglite: {
    use: "replaying migrations on an empty PostgreSQL",
    megabytes: 27,
    packages: { "@electric-sql/pglite": "0.5.16" },
  },
  "gpt-tokenizer": {
    use: "counting tokens exactly",
    megabytes: 30,
    packages: { "gpt-tokenizer": "4.0.0" },
  },
  ioredis: {
    use: "sharing rate limits between instances",
    megabytes: 3,
    packages: { ioredis: "6.0.0" },
  },
  opentelemetry: {
    use: "exporting traces and metrics",
    megabytes: 23,
    packages: {
      "@opentelemetry/api": "1.10.0",
      "@opentelemetry/core": "3.1.0",
      "@opentelemetry/exporter-metrics-otlp-http": otel,
      "@opentelemetry/exporter-trace-otlp-http": otel,
      "@opentelemetry/resources": "3.1.0",
      "@opentelemetry/sdk-metrics": "3.1.0",
      "@opentelemetry/sdk-trace": "3.1.0",
    },
  },
} as const satisfies Record<string, OptionalPackages>;
export type OptionalName = keyof typeof optionalPackages;

/** `NAME@VERSION` of each package, as npm accepts it. */
export const packageSpecs = (name: OptionalName): readonly string[] =>
  Object.entries(optionalPackages[name].packages).map(([id, version]) => `${id}@${version}`);

/** Whether the packages are installed next to this one. */
export function hasOptional(name: OptionalName): boolean {
  try {
    return Object.keys(optionalPackages[name].packages).every((id) => findPackageJSON(id, import.meta.url));
  } catch {
    return false; // it can't be resolved
  }
}

export const packageMissing = (name: OptionalName, fix: string, cause?: unknown): UserError =>
  new UserError(
    "package_missing",
    `${Object.keys(optionalPackages[name].packages).join(", ")}: not installed, and needed for ${optionalPackages[name].use}.`,
    fix,
    { cause },
  );

/** Returns the folder in which the packages were installed, with a `load.mjs` that imports them. Throws UserError. */
type Supplier = (name: OptionalName) => Promise<string>;
let supply: Supplier = (name) => {
  throw packageMissing(name, `Run npm install ${packageSpecs(name).join(" ")}.`);
};

/** Sets where to get packages that aren't installed next to this one: the command line asks, and installs. */
export function supplyPackages(supplier: Supplier): void {
  supply = supplier;
}

/** Returns the address of a module of optional packages, for a thread that imports it. Throws as `loadOptional`. */
export async function placeOfOptional(name: OptionalName, module: string): Promise<string> {
  try {
    return import.meta.resolve(module);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
  }
  return pathToFileURL(createRequire(join(await supply(name), "load.mjs")).resolve(module)).href;
}

/**
 * Imports a module of optional packages. Throws UserError (`package_missing`) if they are missing and not installed
 * now.
 */
export async function loadOptional<T>(name: OptionalName, module: string): Promise<T> {
  try {
    return (await import(module)) as T; // the caller states the type
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
  }
  const folder = await supply(name);
  try {
    const loader = pathToFileURL(join(folder, "load.mjs")).href;
    const { load } = (await import(loader)) as { load(module: string): Promise<T> }; // written by the supplier
    return await load(module);
  } catch (error) {
    throw packageMissing(name, `What is in ${folder} can't be loaded: delete it, and try again.`, error);
  }
}
