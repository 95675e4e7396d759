export { openRepository, type DiffOptions, type Repository, type LogOptions } from "./git/git.ts";
export type { BlamedLine, Commit, CommitFile, FileStatus } from "./git/read.ts";
export * from "./checkers.ts";
export { classIn } from "./annotated.ts";
export { isForAll, pythonBases, takesAny } from "./handlers.ts";
export type * from "./language.ts";
export type * from "./study.ts";
export { nestsTooDeep } from "./languages/ecmascript/depth.ts";
export { isOfBug } from "./languages/bugs.ts";
export { led } from "./languages/gathered.ts";
export { languageOf } from "./languages.ts";
export { withoutComments } from "./languages/uncommented.ts";
export {
  children,
  isNode,
  nodesOf,
  parse as parseEcmascript,
  type Dialect,
  type Node,
  type Tree,
} from "./languages/ecmascript/parse.ts";
export { treeOf as pythonTree, type Node as PythonNode } from "./languages/python/syntax.ts";
export { isTranslated, type Plain, plainOf } from "./languages/ecmascript/plain.ts";
export type * from "./project.ts";
export { detectProject } from "./project/detect.ts";
export { settingsFor } from "./project/settings.ts";
export { readManifest as projectManifest } from "./project/manifest.ts";
export { nodeOptions } from "./runners/instead.ts";
export { wholeScript } from "./runners/npm-test.ts";
export { ownCommand, runTests, type TestOptions } from "./runners/run.ts";
export { runners } from "./runners/table.ts";
export { runsTests } from "./runners/test-command.ts";
export { testPlaces, type TestPlace } from "./runners/test-places.ts";
export type { Count, FileCoverage, Gap } from "./coverage/contract.ts";
export type * from "./testing.ts";
export * from "./write.ts";
export { type Func, declarationsIn, functionsIn, hasFunctions, isParsed, isValid } from "./functions.ts";
export { familyOf, isCode, mask, type Masked } from "./mask.ts";
