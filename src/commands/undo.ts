import { data } from "../lib/index.ts";
import { command } from "./command.ts";
import { turned } from "./turned.ts";

export default command({
  summary: "Undo exactly what the last command wrote",
  keywords: "Undo, revert, roll or take back what you wrote or did",
  flags: {},
  mcp: true,
  session: "last",
  data: data.object({}),
  run: (_input, { session }) => turned(session, "undo"),
});
