/** What a step asks for that a program can do. Lines count from 1. */
export type Action =
  /** `fails`: the plan expects a failure, as of a test that is written first. */
  | { readonly kind: "command"; readonly command: string; readonly fails: boolean; readonly line: number }
  /** An Antiphon command, such as `/test src`. */
  | { readonly kind: "call"; readonly text: string; readonly line: number }
  | { readonly kind: "write"; readonly path: string; readonly content: string; readonly line: number }
  | { readonly kind: "patch"; readonly path: string; readonly patch: string; readonly line: number };

export interface Step {
  /** The line of its mark. */
  readonly line: number;
  /** Its number in the plan. */
  readonly number?: string;
  /** Its text without the mark. */
  readonly text: string;
  readonly done: boolean;
  /** Empty if only a person or a model can do it. */
  readonly actions: readonly Action[];
  /** Parts of the step that its actions don't cover, as sentence fragments. */
  readonly unproven: readonly string[];
  /** Why commands that it names aren't run, as sentence fragments. */
  readonly unasked: readonly string[];
  /** Checkboxes within it, ticked together with it. */
  readonly parts: readonly { readonly line: number; readonly text: string }[];
  /** The plan's full text about it. */
  readonly body: string;
}

export interface FileNote {
  readonly verb: "create" | "modify" | "test" | "delete";
  readonly path: string;
  readonly line: number;
}

export interface Task {
  /** Its number in the plan, or its position among the tasks. */
  readonly id: string;
  readonly title: string;
  readonly line: number;
  /** Numbers of the tasks it depends on. */
  readonly after: readonly string[];
  readonly files: readonly FileNote[];
  /** At least one. */
  readonly steps: readonly Step[];
}

/** A task before its number is determined. */
export type Draft = Omit<Task, "id"> & { readonly number: string | undefined };

export interface Plan {
  readonly title: string;
  readonly tasks: readonly Task[];
}
