import { table, type Leaf } from "../lib/index.ts";
import type { Command } from "./command.ts";

/** The built-in commands: one file and one line each. */
const leaves = {
  "api-gen": () => import("./api-gen.ts"),
  ask: () => import("./ask.ts"),
  doc: () => import("./doc.ts"),
  test: () => import("./test.ts"),
  review: () => import("./review.ts"),
  "execute-plan": () => import("./execute-plan.ts"),
  fix: () => import("./fix.ts"),
  feature: () => import("./feature.ts"),
  research: () => import("./research.ts"),
  mode: () => import("./mode.ts"),
  model: () => import("./model.ts"),
  diff: () => import("./diff.ts"),
  undo: () => import("./undo.ts"),
  redo: () => import("./redo.ts"),
  cost: () => import("./cost.ts"),
  clear: () => import("./clear.ts"),
  help: () => import("./help.ts"),
} satisfies Readonly<Record<string, Leaf<Command>>>;

export type Leaves = typeof leaves;
export const commands = table<Command, string>(leaves);
