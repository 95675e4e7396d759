export { definitionOf } from "./definition.ts";
export type { Registrations } from "./witness/compare.ts";
export { scanRoutes, type FoundRoute, type Scan } from "./scan.ts";
export { compareSpecs, type Difference } from "./compare.ts";
