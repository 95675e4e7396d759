import { command } from "./command.ts";
import { turned } from "./turned.ts";

export default command({
  summary: "Bring back what /undo took",
  flags: {},
  mcp: true,
  session: "last",
  run: async (_input, { session }) =>
    turned("Redone", await session.workspace.checkpoints.redo(), "/undo takes it back again."),
});
