export type * from "./contract.ts";
export { byName } from "./actions.ts";
export { inOrder } from "./order.ts";
export { patched } from "./patched.ts";
export { readPlan } from "./read.ts";
export { ticked } from "./tick.ts";
