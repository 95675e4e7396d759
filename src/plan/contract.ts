/** What a step asks for that a program can do. Lines count from 1. */
export type Action =
  /** `fails`: the plan expects a failure, as of a test that is written first. */
  | { readonly kind: "command"; readonly command: string; readonly fails: boolean; readonly line: number }
  /** One of our own commands, such as `/test src`. */
  | { readonly kind: "call"; readonly text: string; readonly line: number }
  | { readonly kind: "write"; readonly path: string; readonly content: string; readonly line: number }
  | { readonly kind: "patch"; readonly path: string; readonly patch: string; readonly line: number };

export interface Step {
  /** Where its mark stands. */
  readonly line: number;
  /** As the plan numbers it. */
  readonly number?: string;
  /** What stands there without its mark. */
  readonly text: string;
  readonly done: boolean;
  /** None: only a person or a model can do it. */
  readonly actions: readonly Action[];
  /** What it asks for beside its actions: these prove nothing about it. */
  readonly unproven: readonly string[];
  /** Boxes within it, ticked together with it. */
  readonly parts: readonly { readonly line: number; readonly is: string }[];
  /** All that the plan says of it, as written. */
  readonly body: string;
}

export interface FileNote {
  readonly verb: "create" | "modify" | "test" | "delete";
  readonly path: string;
  readonly line: number;
}

export interface Task {
  /** As the plan numbers it, or its place among the tasks. */
  readonly id: string;
  readonly title: string;
  readonly line: number;
  /** Numbers of tasks that come first. */
  readonly after: readonly string[];
  readonly files: readonly FileNote[];
  /** At least one. */
  readonly steps: readonly Step[];
}

/** A task before its number is settled. */
export type Draft = Omit<Task, "id"> & { readonly number: string | undefined };

export interface Plan {
  readonly title: string;
  readonly tasks: readonly Task[];
}
