export { type Changed, changedFiles, isChanged } from "./changed.ts";
export { type Imports, isSource, isTestFile, readImports } from "./imports.ts";
export { ordered } from "./result-places.ts";
export {
  type Frame,
  type Ran,
  type Runnable,
  countOf,
  failuresOf,
  frames,
  isGreen,
  isSame,
  runStep,
} from "./run.ts";
export { type Lost, type Suite, describeLost, isGreenSuite, lostTests, runSuite } from "./suite.ts";
export { describeOthers, WatchedTests } from "./watched-tests.ts";
export { type Step, scopeOf, usable } from "./scope.ts";
