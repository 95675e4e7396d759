export type { Declares } from "./dependencies.ts";
export { homeIn, homeOf } from "./home.ts";
export { merged, type Setting, settingsIn } from "./configuration.ts";
export { type Manifest, readManifest } from "./manifest.ts";
export { specification } from "./specification.ts";
export { isCurrent, type SourceTexts, type Stamp, sourceHash, stampOf } from "./stamp.ts";
