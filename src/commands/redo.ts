import { data } from "../lib/index.ts";
import { command } from "./command.ts";
import { turned } from "./turned.ts";

export default command({
  summary: "Redo what /undo reverted",
  keywords: "Redo, restore or bring back what was undone or undid",
  flags: {},
  mcp: true,
  session: "last",
  data: data.object({}),
  run: (_input, { session }) => turned(session, "redo"),
});
