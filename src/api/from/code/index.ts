export { definitionOf } from "./definition.ts";
export { scanRoutes, type FoundRoute, type Scan } from "./scan.ts";
