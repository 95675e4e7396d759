export { definitionOf } from "./definition.ts";
export { scanRoutes, type FoundRoute, type Scan } from "./scan.ts";
export { compareSpecs, type Difference } from "./compare.ts";
