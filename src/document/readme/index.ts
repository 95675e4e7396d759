export { headingsIn, type Managed, managedIn } from "./managed.ts";
export { composeReadme, type Readme } from "./readme.ts";
export { type Facts } from "./sections.ts";
export { gatherFacts, type Gathered } from "./facts.ts";
export type { Checked } from "./stale.ts";
export { hasRst, withoutRst, withRst } from "./rst.ts";
export { opened, type Opened } from "./online.ts";
