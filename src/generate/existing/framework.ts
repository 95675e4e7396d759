import type { Section } from "./manifest.ts";
import type { GeneratedFile } from "../contracts.ts";
import type { Host } from "./host.ts";
import type { Layout } from "./layout.ts";
import type { Mounted } from "./mount/express.ts";
import type { Setting } from "./parts.ts";
import type { Guard } from "./reuse.ts";
import type { Naming } from "./roles.ts";

/** What differs between the Node frameworks. */
export interface NodeFramework {
  readonly naming: Naming;
  /** Returns the major version of Express in use, from the project's package ranges. */
  express(majorOf: (name: string) => number | undefined): number;
  /** Returns the application's middleware that checks tokens, if routes can use it. */
  guard?(host: Host): Guard | undefined;
  /** Whether the application prepends its own prefix to the paths of all routes. */
  prefixes?(host: Host): boolean;
  /** Files that all resources share, and `tests/app.ts`. */
  files(setting: Setting): readonly GeneratedFile[];
  mount(setting: Setting, layout: Layout): Mounted;
  /** Returns the packages it needs; `versionOf` returns the project's range of a package. */
  packages(
    versionOf: (name: string) => string | undefined,
  ): Partial<Record<Section, Readonly<Record<string, string>>>>;
}
