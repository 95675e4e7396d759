import { show } from "../report/index.ts";
import { data } from "../lib/index.ts";
import { command } from "./command.ts";
import { filesTable, seenFrom } from "./turned.ts";

export const changesData = data.list(
  data.object({
    path: data.text(),
    before: data.orNull(data.text("null where it was not there")),
    after: data.orNull(data.text("null where it is gone")),
  }),
);

export default command({
  summary: "Show what this session wrote",
  keywords: "Show what you changed or did, your changes, which files you write or wrote",
  flags: {},
  readOnly: true,
  mcp: true,
  session: "last",
  data: data.object({ changes: changesData }),
  async run(_input, { session }) {
    const folders = await session.written();
    const all = folders.map(async (folder) =>
      (await folder.checkpoints.changes(session.began)).map((change) => seenFrom(session, folder, change)),
    );
    const changes = (await Promise.all(all)).flat();
    const nothing = show.text("This session has no changes to show.");
    return {
      title: "Changes of this session",
      outcome: "done",
      data: { changes: changes.map(({ path, before, after }) => ({ path, before, after })) },
      sections: [
        show.section("files", "", [changes.length ? filesTable(changes) : nothing]),
        ...changes.map((change) =>
          show.section(`diff:${change.path}`, "", [{ kind: "diff", change } as const]),
        ),
      ],
    };
  },
});
