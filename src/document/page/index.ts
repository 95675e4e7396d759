export { merged, type Setting, settingsIn } from "./configuration.ts";
export { type Manifest, readManifest } from "./manifest.ts";
export { specification } from "./specification.ts";
export { isCurrent, type Stamp, sourceHash, stampOf } from "./stamp.ts";
