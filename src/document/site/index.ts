export { checkLinks } from "./check.ts";
export { mark as siteMark } from "./mark.ts";
export { readModule, type Module } from "./module.ts";
export type { About } from "./shell.ts";
export { pagePath } from "./links.ts";
export { addressesIn, titleIn } from "./prose.ts";
export { site, targetOf, type Text } from "./site.ts";
