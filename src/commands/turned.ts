import { posix, relative, sep } from "node:path";
import { type Reported, show } from "../report/index.ts";
import type { Session } from "../session/index.ts";
import type { Change, Checkpoints, Workspace } from "../workspace/index.ts";

/** Undoes (or redoes) the latest change in any of the session's folders. Raises UserError like `Checkpoints`. */
export async function turned(session: Session, direction: "undo" | "redo"): Promise<Reported<object>> {
  const folder = await latest(await session.written(), direction);
  const written = await folder.checkpoints[direction]();
  const [title, hint] = messages[direction];
  const changes = written.changes.map((change) => seenFrom(session, folder, change));
  return {
    title,
    outcome: "done",
    data: {},
    sections: [
      show.section("files", "Files", [filesTable(changes), show.text(hint)]),
      show.section("checks", "", [show.check("Files are as they were", written, true)]),
    ],
  };
}

const messages = {
  undo: ["Undone", "/redo brings it back."],
  redo: ["Redone", "/undo takes it back again."],
} as const;

/**
 * The folder of the latest change. A newer write in one folder discards the undone changes of another, as within one
 * folder.
 */
async function latest(folders: readonly Workspace[], direction: "undo" | "redo"): Promise<Workspace> {
  const when = async ({ next }: Checkpoints): Promise<number> => {
    const wrote = (await next("undo")) ?? -Infinity;
    return direction === "undo" ? wrote : Math.max(wrote, (await next("redo")) ?? -Infinity);
  };
  const times = await Promise.all(folders.map(({ checkpoints }) => when(checkpoints)));
  const found = folders[times.indexOf(Math.max(...times))];
  if (!found) throw new Error("a session without a folder");
  return found;
}

/** The change with its path relative to the command's folder. */
export function seenFrom({ workspace }: Session, { root }: Workspace, change: Change): Change {
  const way = relative(workspace.root, root).split(sep).join("/");
  return { ...change, path: posix.join(way, change.path) };
}

export const filesTable = (changes: readonly Change[]) =>
  show.table(
    ["file", "what happened"],
    [
      ...changes.filter(isTheirs).map((change) => [change.path, happened(change)]),
      ...Object.entries(
        Object.groupBy(
          changes.filter((change) => !isTheirs(change)),
          happened,
        ),
      ).map(([what, keptChanges]) => [`what Antiphon keeps in .antiphon: ${keptChanges.length} files`, what]),
    ],
  );

const isTheirs = ({ path }: Change): boolean => !/(?:^|\/)\.antiphon\/generated\//.test(path);

const happened = ({ before, after }: Change): "removed" | "created" | "changed" =>
  after === null ? "removed" : before === null ? "created" : "changed";
