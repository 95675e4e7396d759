import type { Args, ExternalValue } from "../evaluate/types.ts";

export interface Step {
  readonly name: string;
  readonly args: Args | undefined;
}

/** Splits `z.object({…}).strict()` into its root and its steps. */
export function chain(value: ExternalValue): { readonly root: string; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  let externalValue: ExternalValue | undefined = value;
  let root = value;
  for (let length = 0; externalValue && length < 60; length++) {
    root = externalValue;
    const callee: ExternalValue | undefined = externalValue.args ? externalValue.of : externalValue;
    if (callee) steps.unshift({ name: callee.name, args: externalValue.args });
    root = callee ?? root;
    externalValue = callee?.of;
  }
  return { root: root.path, steps };
}
