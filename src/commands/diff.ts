import { command } from "./command.ts";
import { filesTable } from "./turned.ts";

export default command({
  summary: "Show what this session wrote",
  flags: {},
  mcp: true,
  session: "last",
  async run(_input, { session }) {
    const changes = await session.workspace.checkpoints.changes(session.began);
    const nothing = { kind: "text", text: "This session wrote nothing that still stands." } as const;
    return {
      title: "Changes of this session",
      outcome: "done",
      sections: [
        { key: "files", title: "", blocks: [changes.length ? filesTable(changes) : nothing] },
        ...changes.map((change) => ({
          key: `diff:${change.path}`,
          title: "",
          blocks: [{ kind: "diff", change } as const],
        })),
      ],
    };
  },
});
