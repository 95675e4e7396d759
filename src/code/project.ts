import type { CommandRun } from "../workspace/index.ts";
export interface Style {
  readonly quotes: "single" | "double";
  readonly semicolons: boolean;
  readonly indent: number | "tab";
}
export interface Project {
  readonly language: "typescript" | "python" | undefined;
  readonly packageManager: string;
  readonly entry: string | undefined;
  readonly frameworks: readonly string[];
  readonly runners: readonly string[];
  readonly style: Style;
}
export interface TestResult {
  readonly name: string;
  readonly file: string;
  readonly line?: number;
  readonly passed: boolean;
  readonly message?: string;
}
export interface TestRun {
  readonly run: CommandRun;
  readonly results: readonly TestResult[];
}
export interface TestRunner {
  detect(project: Project): boolean;
  command(targets: readonly string[]): readonly [string, ...string[]];
  parse(run: CommandRun): readonly TestResult[];
}
