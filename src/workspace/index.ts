export { unifiedDiff } from "./diff.ts";
export { type DryRun, dryRun } from "./dry-run.ts";
export { snapshot } from "./snapshot.ts";
export { namedPlace, unagreed } from "./guard.ts";
export { matcher, patternOf } from "./find.ts";
export { openWorkspace, type WorkspaceOptions } from "./open.ts";
export { openOutside, type Outside } from "./outside.ts";
export { appendLines } from "./store.ts";
export type * from "./workspace.ts";
