export { siteOf, type ComposedSite } from "./write.ts";
export type { Text as SiteText } from "./site.ts";
export { checkLinks } from "./check.ts";
export { readModule } from "./module.ts";
