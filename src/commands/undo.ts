import { command } from "./command.ts";
import { turned } from "./turned.ts";

export default command({
  summary: "Take back what the last command wrote, exactly",
  flags: {},
  mcp: true,
  session: "last",
  run: async (_input, { session }) =>
    turned("Undone", await session.workspace.checkpoints.undo(), "/redo brings it back."),
});
