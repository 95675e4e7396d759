import { versions } from "../typescript/versions.ts";
import type { Variant } from "../variants.ts";
import { databaseOf } from "./databases.ts";
import type { NodeFramework } from "./framework.ts";
import type { Host } from "./host.ts";
import type { Section } from "./manifest.ts";

type Packages = Record<Section, Record<string, string>>;

/** Returns the packages that generated code needs: exact versions, matching the project's own for package families. */
export function packagesFor(
  host: Host,
  variant: Variant,
  { auth, packages }: { readonly auth: boolean } & Pick<NodeFramework, "packages">,
): Packages {
  const declared: Readonly<Record<string, string | undefined>> = host.project.dependencies;
  const dependencies: Record<string, string> = {};
  const devDependencies: Record<string, string> = {};
  if (host.zod === "zod") dependencies["zod"] = versions.zod;
  if (host.zod === "zod4") dependencies["zod4"] = `npm:zod@${versions.zod}`;
  // The last version that CommonJS can require without a recent Node.
  if (auth) dependencies["jose"] = host.runtime === "cjs" ? "5.10.0" : versions.jose;
  for (const part of [databaseOf(variant.database).packages(host), packages((name) => declared[name])]) {
    Object.assign(dependencies, part.dependencies);
    Object.assign(devDependencies, part.devDependencies);
  }
  if (host.typed) {
    devDependencies["@types/express"] = host.express < 5 ? "4.17.25" : versions["@types/express"];
    devDependencies["@types/node"] = versions["@types/node"];
  }
  if (variant.testFramework === "vitest") devDependencies["vitest"] = versions.vitest;
  else {
    devDependencies["jest"] = versions.jest;
    devDependencies["@jest/globals"] = declared["jest"] ?? versions["@jest/globals"];
  }
  return { dependencies, devDependencies };
}
