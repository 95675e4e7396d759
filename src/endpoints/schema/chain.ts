import type { Args, ExternalValue } from "../evaluate/types.ts";

export interface Step {
  readonly name: string;
  readonly args: Args | undefined;
}

/** `z.object({…}).strict()` as its root and its steps. */
export function chain(value: ExternalValue): { readonly root: string; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  let at: ExternalValue | undefined = value;
  let root = value;
  for (let length = 0; at && length < 60; length++) {
    root = at;
    const callee: ExternalValue | undefined = at.args ? at.of : at;
    if (callee) steps.unshift({ name: callee.name, args: at.args });
    root = callee ?? root;
    at = callee?.of;
  }
  return { root: root.path, steps };
}
