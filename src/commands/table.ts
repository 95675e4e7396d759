import { table } from "../lib/index.ts";
import type { Command } from "./command.ts";

/** What a line can call: one file and one line each. */
export const commands = table<Command, string>({
  help: () => import("./help.ts"),
});
