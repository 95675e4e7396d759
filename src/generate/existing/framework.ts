import type { Section } from "./manifest.ts";
import type { GeneratedFile } from "../contracts.ts";
import type { Host } from "./host.ts";
import type { Layout } from "./layout.ts";
import type { Mounted } from "./mount/express.ts";
import type { Setting } from "./parts.ts";
import type { Guard } from "./reuse.ts";
import type { Naming } from "./roles.ts";

/** What is particular to applications of one framework on Node. */
export interface NodeFramework {
  readonly naming: Naming;
  /** Major version of Express underneath, by the ranges of the project's packages. */
  express(majorOf: (name: string) => number | undefined): number;
  /** The middleware of the application that checks tokens, where routes can use it. */
  guard?(host: Host): Guard | undefined;
  /** Path that the application puts before all routes; `null` where the code doesn't say which. */
  prefix?(host: Host): string | null | undefined;
  /** Files that all resources share, and `tests/app.ts`. */
  files(setting: Setting): readonly GeneratedFile[];
  mount(setting: Setting, layout: Layout): Mounted;
  /** What it needs; `own` is the project's range of a package. */
  packages(
    own: (name: string) => string | undefined,
  ): Partial<Record<Section, Readonly<Record<string, string>>>>;
}
