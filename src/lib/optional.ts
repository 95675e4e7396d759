import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "./errors.ts";

/** Packages that are installed when something first needs them: by each's name the exact version. */
export interface OptionalPackages {
  /** What for, as in "… needs". */
  readonly use: string;
  /** On the disk, with what they depend on. */
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

/** `NAME@VERSION` of each, as npm takes them. */
export const packageSpecs = (name: OptionalName): readonly string[] =>
  Object.entries(optionalPackages[name].packages).map(([id, version]) => `${id}@${version}`);

/** Whether they are installed beside us. */
export function hasOptional(name: OptionalName): boolean {
  try {
    return Object.keys(optionalPackages[name].packages).every((id) => findPackageJSON(id, import.meta.url));
  } catch {
    return false; // it can't be resolved
  }
}

/** The error where they aren't there. */
export const packageMissing = (name: OptionalName, fix: string, cause?: unknown): UserError =>
  new UserError(
    "package_missing",
    `${Object.keys(optionalPackages[name].packages).join(", ")}: not installed, and needed for ${optionalPackages[name].use}.`,
    fix,
    { cause },
  );

/** Gives the folder into which packages were installed, with a `load.mjs` that imports them. Throws UserError. */
type Supplier = (name: OptionalName) => Promise<string>;
let supply: Supplier = (name) => {
  throw packageMissing(name, `Run npm install ${packageSpecs(name).join(" ")}.`);
};

/** From now on packages that aren't installed beside us come from there: the command line asks, and installs. */
export function supplyPackages(supplier: Supplier): void {
  supply = supplier;
}

/** Imports a module of optional packages. Throws UserError (`package_missing`) where they aren't there and aren't installed. */
export async function loadOptional<T>(name: OptionalName, module: string): Promise<T> {
  try {
    return (await import(module)) as T; // as the caller says
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
